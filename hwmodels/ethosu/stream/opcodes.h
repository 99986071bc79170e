// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/config.h"

namespace spillway::ethosu {

// The lists of commands. A row has the name of the command in this program, its code, its mnemonic
// on U55 and U65, and its mnemonic on U85. A mnemonic is nullptr if the product has no such
// command. Some codes stand for another command on U85: the code of AB_START, for example, is the
// code of RESIZE_Y_OFFSET on U85.
#define SPILLWAY_ONE_WORD_COMMANDS(X)                                   \
  X(stop, 0x000, "STOP", "STOP")                                        \
  X(irq, 0x001, "IRQ", "IRQ")                                           \
  X(conv, 0x002, "CONV", "CONV")                                        \
  X(depthwise, 0x003, "DEPTHWISE", "DEPTHWISE")                         \
  X(pool, 0x005, "POOL", "POOL")                                        \
  X(elementwise, 0x006, "ELEMENTWISE", "ELEMENTWISE")                   \
  X(resize, 0x007, nullptr, "RESIZE")                                   \
  X(dma_start, 0x010, "DMA_START", "DMA_START")                         \
  X(dma_wait, 0x011, "DMA_WAIT", "DMA_WAIT")                            \
  X(kernel_wait, 0x012, "KERNEL_WAIT", "KERNEL_WAIT")                   \
  X(pmu_mask, 0x013, "PMU_MASK", "PMU_MASK")                            \
  X(ifm_pad_top, 0x100, "IFM_PAD_TOP", "IFM_PAD_TOP")                   \
  X(ifm_pad_left, 0x101, "IFM_PAD_LEFT", "IFM_PAD_LEFT")                \
  X(ifm_pad_right, 0x102, "IFM_PAD_RIGHT", "IFM_PAD_RIGHT")             \
  X(ifm_pad_bottom, 0x103, "IFM_PAD_BOTTOM", "IFM_PAD_BOTTOM")          \
  X(ifm_depth_m1, 0x104, "IFM_DEPTH_M1", "IFM_DEPTH_M1")                \
  X(ifm_precision, 0x105, "IFM_PRECISION", "IFM_PRECISION")             \
  X(ifm_upscale, 0x107, "IFM_UPSCALE", "IFM_UPSCALE")                   \
  X(ifm_broadcast, 0x108, nullptr, "IFM_BROADCAST")                     \
  X(ifm_zero_point, 0x109, "IFM_ZERO_POINT", "IFM_ZERO_POINT")          \
  X(ifm_width0_m1, 0x10A, "IFM_WIDTH0_M1", "IFM_WIDTH0_M1")             \
  X(ifm_height0_m1, 0x10B, "IFM_HEIGHT0_M1", "IFM_HEIGHT0_M1")          \
  X(ifm_height1_m1, 0x10C, "IFM_HEIGHT1_M1", "IFM_HEIGHT1_M1")          \
  X(ifm_ib_end, 0x10D, "IFM_IB_END", nullptr)                           \
  X(ifm_region, 0x10F, "IFM_REGION", "IFM_REGION")                      \
  X(ofm_width_m1, 0x111, "OFM_WIDTH_M1", "OFM_WIDTH_M1")                \
  X(ofm_height_m1, 0x112, "OFM_HEIGHT_M1", "OFM_HEIGHT_M1")             \
  X(ofm_depth_m1, 0x113, "OFM_DEPTH_M1", "OFM_DEPTH_M1")                \
  X(ofm_precision, 0x114, "OFM_PRECISION", "OFM_PRECISION")             \
  X(ofm_blk_width_m1, 0x115, "OFM_BLK_WIDTH_M1", "OFM_BLK_WIDTH_M1")    \
  X(ofm_blk_height_m1, 0x116, "OFM_BLK_HEIGHT_M1", "OFM_BLK_HEIGHT_M1") \
  X(ofm_blk_depth_m1, 0x117, "OFM_BLK_DEPTH_M1", "OFM_BLK_DEPTH_M1")    \
  X(ofm_zero_point, 0x118, "OFM_ZERO_POINT", "OFM_ZERO_POINT")          \
  X(ofm_width0_m1, 0x11A, "OFM_WIDTH0_M1", "OFM_WIDTH0_M1")             \
  X(ofm_height0_m1, 0x11B, "OFM_HEIGHT0_M1", "OFM_HEIGHT0_M1")          \
  X(ofm_height1_m1, 0x11C, "OFM_HEIGHT1_M1", "OFM_HEIGHT1_M1")          \
  X(ofm_region, 0x11F, "OFM_REGION", "OFM_REGION")                      \
  X(kernel_width_m1, 0x120, "KERNEL_WIDTH_M1", "KERNEL_WIDTH_M1")       \
  X(kernel_height_m1, 0x121, "KERNEL_HEIGHT_M1", "KERNEL_HEIGHT_M1")    \
  X(kernel_stride, 0x122, "KERNEL_STRIDE", "KERNEL_STRIDE")             \
  X(parallel_mode, 0x123, "PARALLEL_MODE", "PARALLEL_MODE")             \
  X(acc_format, 0x124, "ACC_FORMAT", "ACC_FORMAT")                      \
  X(activation, 0x125, "ACTIVATION", "ACTIVATION")                      \
  X(activation_min, 0x126, "ACTIVATION_MIN", "ACTIVATION_MIN")          \
  X(activation_max, 0x127, "ACTIVATION_MAX", "ACTIVATION_MAX")          \
  X(weight_region, 0x128, "WEIGHT_REGION", "WEIGHT_REGION")             \
  X(scale_region, 0x129, "SCALE_REGION", "SCALE_REGION")                \
  X(resize_x_scale, 0x12A, nullptr, "RESIZE_X_SCALE_N_M1")              \
  X(resize_y_scale, 0x12B, nullptr, "RESIZE_Y_SCALE_N_M1")              \
  X(resize_x_offset, 0x12C, nullptr, "RESIZE_X_OFFSET")                 \
  X(ab_start, 0x12D, "AB_START", "RESIZE_Y_OFFSET")                     \
  X(weight_format, 0x12E, nullptr, "WEIGHT_FORMAT")                     \
  X(blockdep, 0x12F, "BLOCKDEP", "BLOCKDEP")                            \
  X(dma0_src_region, 0x130, "DMA0_SRC_REGION", "DMA0_SRC_REGION")       \
  X(dma0_dst_region, 0x131, "DMA0_DST_REGION", "DMA0_DST_REGION")       \
  X(dma0_size0, 0x132, "DMA0_SIZE0", "DMA0_SIZE0")                      \
  X(dma0_size1, 0x133, "DMA0_SIZE1", "DMA0_SIZE1")                      \
  X(dma0_idx_region, 0x134, nullptr, "DMA0_IDX_REGION")                 \
  X(ifm2_broadcast, 0x180, "IFM2_BROADCAST", "IFM2_BROADCAST")          \
  X(ifm2_scalar, 0x181, "IFM2_SCALAR", nullptr)                         \
  X(ifm2_precision, 0x185, "IFM2_PRECISION", "IFM2_PRECISION")          \
  X(ifm2_zero_point, 0x189, "IFM2_ZERO_POINT", "IFM2_ZERO_POINT")       \
  X(ifm2_width0_m1, 0x18A, "IFM2_WIDTH0_M1", "IFM2_WIDTH0_M1")          \
  X(ifm2_height0_m1, 0x18B, "IFM2_HEIGHT0_M1", "IFM2_HEIGHT0_M1")       \
  X(ifm2_height1_m1, 0x18C, "IFM2_HEIGHT1_M1", "IFM2_HEIGHT1_M1")       \
  X(ifm2_ib_start, 0x18D, "IFM2_IB_START", nullptr)                     \
  X(ifm2_region, 0x18F, "IFM2_REGION", "IFM2_REGION")

#define SPILLWAY_TWO_WORD_COMMANDS(X)                          \
  X(ifm_base0, 0x000, "IFM_BASE0", "IFM_BASE0")                \
  X(ifm_base1, 0x001, "IFM_BASE1", "IFM_BASE1")                \
  X(ifm_base2, 0x002, "IFM_BASE2", "IFM_BASE2")                \
  X(ifm_base3, 0x003, "IFM_BASE3", "IFM_BASE3")                \
  X(ifm_stride_x, 0x004, "IFM_STRIDE_X", "IFM_STRIDE_X")       \
  X(ifm_stride_y, 0x005, "IFM_STRIDE_Y", "IFM_STRIDE_Y")       \
  X(ifm_stride_c, 0x006, "IFM_STRIDE_C", "IFM_STRIDE_C")       \
  X(ofm_base0, 0x010, "OFM_BASE0", "OFM_BASE0")                \
  X(ofm_base1, 0x011, "OFM_BASE1", "OFM_BASE1")                \
  X(ofm_base2, 0x012, "OFM_BASE2", "OFM_BASE2")                \
  X(ofm_base3, 0x013, "OFM_BASE3", "OFM_BASE3")                \
  X(ofm_stride_x, 0x014, "OFM_STRIDE_X", "OFM_STRIDE_X")       \
  X(ofm_stride_y, 0x015, "OFM_STRIDE_Y", "OFM_STRIDE_Y")       \
  X(ofm_stride_c, 0x016, "OFM_STRIDE_C", "OFM_STRIDE_C")       \
  X(weight_base, 0x020, "WEIGHT_BASE", "WEIGHT_BASE")          \
  X(weight_length, 0x021, "WEIGHT_LENGTH", "WEIGHT_LENGTH")    \
  X(scale_base, 0x022, "SCALE_BASE", "SCALE_BASE")             \
  X(scale_length, 0x023, "SCALE_LENGTH", "SCALE_LENGTH")       \
  X(ofm_scale, 0x024, "OFM_SCALE", "OFM_SCALE")                \
  X(opa_scale, 0x025, "OPA_SCALE", "IFM_SCALE")                \
  X(opb_scale, 0x026, "OPB_SCALE", "IFM2_SCALE")               \
  X(op_scalar, 0x027, nullptr, "OP_SCALAR")                    \
  X(dma0_src, 0x030, "DMA0_SRC", "DMA0_SRC")                   \
  X(dma0_dst, 0x031, "DMA0_DST", "DMA0_DST")                   \
  X(dma0_len, 0x032, "DMA0_LEN", "DMA0_LEN")                   \
  X(dma0_skip0, 0x033, "DMA0_SKIP0", "DMA0_SRC_STRIDE0")       \
  X(dma0_skip1, 0x034, "DMA0_SKIP1", "DMA0_SRC_STRIDE1")       \
  X(dma0_dst_stride0, 0x035, nullptr, "DMA0_DST_STRIDE0")      \
  X(dma0_dst_stride1, 0x036, nullptr, "DMA0_DST_STRIDE1")      \
  X(dma0_idx, 0x037, nullptr, "DMA0_IDX")                      \
  X(dma0_idx_max, 0x038, nullptr, "DMA0_IDX_MAX")              \
  X(dma0_idx_skip1, 0x039, nullptr, "DMA0_IDX_SKIP1")          \
  X(ifm2_base0, 0x080, "IFM2_BASE0", "IFM2_BASE0")             \
  X(ifm2_base1, 0x081, "IFM2_BASE1", "IFM2_BASE1")             \
  X(ifm2_base2, 0x082, "IFM2_BASE2", "IFM2_BASE2")             \
  X(ifm2_base3, 0x083, "IFM2_BASE3", "IFM2_BASE3")             \
  X(ifm2_stride_x, 0x084, "IFM2_STRIDE_X", "IFM2_STRIDE_X")    \
  X(ifm2_stride_y, 0x085, "IFM2_STRIDE_Y", "IFM2_STRIDE_Y")    \
  X(ifm2_stride_c, 0x086, "IFM2_STRIDE_C", "IFM2_STRIDE_C")    \
  X(weight1_base, 0x090, "WEIGHT1_BASE", "WEIGHT1_BASE")       \
  X(weight1_length, 0x091, "WEIGHT1_LENGTH", "WEIGHT1_LENGTH") \
  X(scale1_base, 0x092, "SCALE1_BASE", "WEIGHT2_BASE")         \
  X(scale1_length, 0x093, "SCALE1_LENGTH", "WEIGHT2_LENGTH")   \
  X(weight3_base, 0x094, nullptr, "WEIGHT3_BASE")              \
  X(weight3_length, 0x095, nullptr, "WEIGHT3_LENGTH")          \
  X(resize_x_step, 0x096, nullptr, "RESIZE_X_STEP")            \
  X(resize_y_step, 0x097, nullptr, "RESIZE_Y_STEP")            \
  X(branch, 0x100, nullptr, "BRANCH")

#define SPILLWAY_NAME_COMMAND(name, code, on_u55, on_u85) name = (code),

/// Commands of one word with a 16-bit parameter. Codes below 0x100 are operations, such as starting
/// a kernel, waiting or STOP; codes from 0x100 on write a register.
enum class Command0 : std::uint16_t { SPILLWAY_ONE_WORD_COMMANDS(SPILLWAY_NAME_COMMAND) };

/// Commands of two words with a 16-bit parameter and a 32-bit payload. In most commands, parameter
/// and payload together hold a 40-bit number.
enum class Command1 : std::uint16_t { SPILLWAY_TWO_WORD_COMMANDS(SPILLWAY_NAME_COMMAND) };

#undef SPILLWAY_NAME_COMMAND

/// Returns the mnemonic of a command on `product`, such as "IFM_PAD_TOP", without a prefix such as
/// NPU_SET_; nullptr if `product` has no such command.
const char* command_name(Command0 command, Product product);
const char* command_name(Command1 command, Product product);

constexpr bool is_operation(Command0 command) {
  return static_cast<std::uint16_t>(command) < 0x100;
}

constexpr Command1 operator+(Command1 command, int tile) {
  return static_cast<Command1>(static_cast<int>(command) + tile);
}
constexpr Command0 operator+(Command0 command, int step) {
  return static_cast<Command0>(static_cast<int>(command) + step);
}

}  // namespace spillway::ethosu
