// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/opcodes.h"

#include <array>

namespace spillway::ethosu {
namespace {

// The mnemonics of a command: one for U55 and U65, one for U85. A name is nullptr if the product
// has no such command.
struct Names {
  const char* u55 = nullptr;
  const char* u85 = nullptr;
};

constexpr std::size_t opcodes = 1024;  // opcodes have ten bits
using Table = std::array<Names, opcodes>;

void both(Table& table, std::size_t code, const char* name) { table[code] = {name, name}; }

void add_operations(Table& table) {
  both(table, 0x000, "STOP");
  both(table, 0x001, "IRQ");
  both(table, 0x002, "CONV");
  both(table, 0x003, "DEPTHWISE");
  both(table, 0x005, "POOL");
  both(table, 0x006, "ELEMENTWISE");
  table[0x007] = {nullptr, "RESIZE"};
  both(table, 0x010, "DMA_START");
  both(table, 0x011, "DMA_WAIT");
  both(table, 0x012, "KERNEL_WAIT");
  both(table, 0x013, "PMU_MASK");
}

void add_feature_map_registers(Table& table) {
  both(table, 0x100, "IFM_PAD_TOP");
  both(table, 0x101, "IFM_PAD_LEFT");
  both(table, 0x102, "IFM_PAD_RIGHT");
  both(table, 0x103, "IFM_PAD_BOTTOM");
  both(table, 0x104, "IFM_DEPTH_M1");
  both(table, 0x105, "IFM_PRECISION");
  both(table, 0x107, "IFM_UPSCALE");
  table[0x108] = {nullptr, "IFM_BROADCAST"};
  both(table, 0x109, "IFM_ZERO_POINT");
  both(table, 0x10A, "IFM_WIDTH0_M1");
  both(table, 0x10B, "IFM_HEIGHT0_M1");
  both(table, 0x10C, "IFM_HEIGHT1_M1");
  table[0x10D] = {"IFM_IB_END", nullptr};
  both(table, 0x10F, "IFM_REGION");
  both(table, 0x111, "OFM_WIDTH_M1");
  both(table, 0x112, "OFM_HEIGHT_M1");
  both(table, 0x113, "OFM_DEPTH_M1");
  both(table, 0x114, "OFM_PRECISION");
  both(table, 0x115, "OFM_BLK_WIDTH_M1");
  both(table, 0x116, "OFM_BLK_HEIGHT_M1");
  both(table, 0x117, "OFM_BLK_DEPTH_M1");
  both(table, 0x118, "OFM_ZERO_POINT");
  both(table, 0x11A, "OFM_WIDTH0_M1");
  both(table, 0x11B, "OFM_HEIGHT0_M1");
  both(table, 0x11C, "OFM_HEIGHT1_M1");
  both(table, 0x11F, "OFM_REGION");
  both(table, 0x180, "IFM2_BROADCAST");
  table[0x181] = {"IFM2_SCALAR", nullptr};
  both(table, 0x185, "IFM2_PRECISION");
  both(table, 0x189, "IFM2_ZERO_POINT");
  both(table, 0x18A, "IFM2_WIDTH0_M1");
  both(table, 0x18B, "IFM2_HEIGHT0_M1");
  both(table, 0x18C, "IFM2_HEIGHT1_M1");
  table[0x18D] = {"IFM2_IB_START", nullptr};
  both(table, 0x18F, "IFM2_REGION");
}

void add_kernel_registers(Table& table) {
  both(table, 0x120, "KERNEL_WIDTH_M1");
  both(table, 0x121, "KERNEL_HEIGHT_M1");
  both(table, 0x122, "KERNEL_STRIDE");
  both(table, 0x123, "PARALLEL_MODE");
  both(table, 0x124, "ACC_FORMAT");
  both(table, 0x125, "ACTIVATION");
  both(table, 0x126, "ACTIVATION_MIN");
  both(table, 0x127, "ACTIVATION_MAX");
  both(table, 0x128, "WEIGHT_REGION");
  both(table, 0x129, "SCALE_REGION");
  table[0x12A] = {nullptr, "RESIZE_X_SCALE_N_M1"};
  table[0x12B] = {nullptr, "RESIZE_Y_SCALE_N_M1"};
  table[0x12C] = {nullptr, "RESIZE_X_OFFSET"};
  table[0x12D] = {"AB_START", "RESIZE_Y_OFFSET"};
  table[0x12E] = {nullptr, "WEIGHT_FORMAT"};
  both(table, 0x12F, "BLOCKDEP");
  both(table, 0x130, "DMA0_SRC_REGION");
  both(table, 0x131, "DMA0_DST_REGION");
  both(table, 0x132, "DMA0_SIZE0");
  both(table, 0x133, "DMA0_SIZE1");
  table[0x134] = {nullptr, "DMA0_IDX_REGION"};
}

constexpr std::array<const char*, 21> map_registers = {
    "IFM_BASE0",     "IFM_BASE1",     "IFM_BASE2",    "IFM_BASE3",  "IFM_STRIDE_X", "IFM_STRIDE_Y",
    "IFM_STRIDE_C",  "OFM_BASE0",     "OFM_BASE1",    "OFM_BASE2",  "OFM_BASE3",    "OFM_STRIDE_X",
    "OFM_STRIDE_Y",  "OFM_STRIDE_C",  "IFM2_BASE0",   "IFM2_BASE1", "IFM2_BASE2",   "IFM2_BASE3",
    "IFM2_STRIDE_X", "IFM2_STRIDE_Y", "IFM2_STRIDE_C"};

Table wide_table() {
  Table table{};
  constexpr std::array<std::size_t, 3> first = {0x000, 0x010, 0x080};
  for (std::size_t i = 0; i < map_registers.size(); ++i) {
    both(table, first[i / 7] + i % 7, map_registers[i]);
  }
  both(table, 0x020, "WEIGHT_BASE");
  both(table, 0x021, "WEIGHT_LENGTH");
  both(table, 0x022, "SCALE_BASE");
  both(table, 0x023, "SCALE_LENGTH");
  both(table, 0x024, "OFM_SCALE");
  table[0x025] = {"OPA_SCALE", "IFM_SCALE"};
  table[0x026] = {"OPB_SCALE", "IFM2_SCALE"};
  table[0x027] = {nullptr, "OP_SCALAR"};
  both(table, 0x030, "DMA0_SRC");
  both(table, 0x031, "DMA0_DST");
  both(table, 0x032, "DMA0_LEN");
  table[0x033] = {"DMA0_SKIP0", "DMA0_SRC_STRIDE0"};
  table[0x034] = {"DMA0_SKIP1", "DMA0_SRC_STRIDE1"};
  table[0x035] = {nullptr, "DMA0_DST_STRIDE0"};
  table[0x036] = {nullptr, "DMA0_DST_STRIDE1"};
  table[0x037] = {nullptr, "DMA0_IDX"};
  table[0x038] = {nullptr, "DMA0_IDX_MAX"};
  table[0x039] = {nullptr, "DMA0_IDX_SKIP1"};
  both(table, 0x090, "WEIGHT1_BASE");
  both(table, 0x091, "WEIGHT1_LENGTH");
  table[0x092] = {"SCALE1_BASE", "WEIGHT2_BASE"};
  table[0x093] = {"SCALE1_LENGTH", "WEIGHT2_LENGTH"};
  table[0x094] = {nullptr, "WEIGHT3_BASE"};
  table[0x095] = {nullptr, "WEIGHT3_LENGTH"};
  table[0x096] = {nullptr, "RESIZE_X_STEP"};
  table[0x097] = {nullptr, "RESIZE_Y_STEP"};
  table[0x100] = {nullptr, "BRANCH"};
  return table;
}

Table narrow_table() {
  Table table{};
  add_operations(table);
  add_feature_map_registers(table);
  add_kernel_registers(table);
  return table;
}

const char* name_in(const Table& table, std::size_t code, Product product) {
  const Names& names = table.at(code);
  return product == Product::u85 ? names.u85 : names.u55;
}

}  // namespace

const char* command_name(Command0 command, Product product) {
  static const Table table = narrow_table();
  return name_in(table, static_cast<std::size_t>(command), product);
}

const char* command_name(Command1 command, Product product) {
  static const Table table = wide_table();
  return name_in(table, static_cast<std::size_t>(command), product);
}

}  // namespace spillway::ethosu
