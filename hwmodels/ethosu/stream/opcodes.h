// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/config.h"

namespace spillway::ethosu {

/// Commands of one word with a 16-bit parameter. Codes below 0x100 start or wait for work; codes
/// from 0x100 on write a register.
enum class Command0 : std::uint16_t {
  stop = 0x000,
  irq = 0x001,
  conv = 0x002,
  depthwise = 0x003,
  pool = 0x005,
  elementwise = 0x006,
  resize = 0x007,
  dma_start = 0x010,
  dma_wait = 0x011,
  kernel_wait = 0x012,
  pmu_mask = 0x013,

  ifm_pad_top = 0x100,
  ifm_pad_left = 0x101,
  ifm_pad_right = 0x102,
  ifm_pad_bottom = 0x103,
  ifm_depth_m1 = 0x104,
  ifm_precision = 0x105,
  ifm_upscale = 0x107,
  ifm_broadcast = 0x108,
  ifm_zero_point = 0x109,
  ifm_width0_m1 = 0x10A,
  ifm_height0_m1 = 0x10B,
  ifm_height1_m1 = 0x10C,
  ifm_ib_end = 0x10D,
  ifm_region = 0x10F,
  ofm_width_m1 = 0x111,
  ofm_height_m1 = 0x112,
  ofm_depth_m1 = 0x113,
  ofm_precision = 0x114,
  ofm_blk_width_m1 = 0x115,
  ofm_blk_height_m1 = 0x116,
  ofm_blk_depth_m1 = 0x117,
  ofm_zero_point = 0x118,
  ofm_width0_m1 = 0x11A,
  ofm_height0_m1 = 0x11B,
  ofm_height1_m1 = 0x11C,
  ofm_region = 0x11F,
  kernel_width_m1 = 0x120,
  kernel_height_m1 = 0x121,
  kernel_stride = 0x122,
  parallel_mode = 0x123,
  acc_format = 0x124,
  activation = 0x125,
  activation_min = 0x126,
  activation_max = 0x127,
  weight_region = 0x128,
  scale_region = 0x129,
  resize_x_scale = 0x12A,
  resize_y_scale = 0x12B,
  resize_x_offset = 0x12C,
  ab_start = 0x12D,  // U85: resize_y_offset
  weight_format = 0x12E,
  blockdep = 0x12F,
  dma0_src_region = 0x130,
  dma0_dst_region = 0x131,
  dma0_size0 = 0x132,
  dma0_size1 = 0x133,
  dma0_idx_region = 0x134,
  ifm2_broadcast = 0x180,
  ifm2_scalar = 0x181,
  ifm2_precision = 0x185,
  ifm2_zero_point = 0x189,
  ifm2_width0_m1 = 0x18A,
  ifm2_height0_m1 = 0x18B,
  ifm2_height1_m1 = 0x18C,
  ifm2_ib_start = 0x18D,
  ifm2_region = 0x18F,
};

/// Commands of two words with a 16-bit parameter and a 32-bit payload. In most commands, parameter
/// and payload together hold a 40-bit number.
enum class Command1 : std::uint16_t {
  ifm_base0 = 0x000,
  ifm_stride_x = 0x004,
  ifm_stride_y = 0x005,
  ifm_stride_c = 0x006,
  ofm_base0 = 0x010,
  ofm_stride_x = 0x014,
  ofm_stride_y = 0x015,
  ofm_stride_c = 0x016,
  weight_base = 0x020,
  weight_length = 0x021,
  scale_base = 0x022,
  scale_length = 0x023,
  ofm_scale = 0x024,
  opa_scale = 0x025,
  opb_scale = 0x026,
  op_scalar = 0x027,
  dma0_src = 0x030,
  dma0_dst = 0x031,
  dma0_len = 0x032,
  dma0_skip0 = 0x033,  // U85: src_stride0
  dma0_skip1 = 0x034,  // U85: src_stride1
  dma0_dst_stride0 = 0x035,
  dma0_dst_stride1 = 0x036,
  dma0_idx = 0x037,
  dma0_idx_max = 0x038,
  dma0_idx_skip1 = 0x039,
  ifm2_base0 = 0x080,
  ifm2_stride_x = 0x084,
  ifm2_stride_y = 0x085,
  ifm2_stride_c = 0x086,
  weight1_base = 0x090,
  weight1_length = 0x091,
  scale1_base = 0x092,  // U85: weight2_base
  scale1_length = 0x093,
  weight3_base = 0x094,
  weight3_length = 0x095,
  resize_x_step = 0x096,
  resize_y_step = 0x097,
  branch = 0x100,
};

/// Returns the mnemonic of a command on `product`, without prefix ("IFM_PAD_TOP"); nullptr if
/// `product` has no such command.
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
