// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/planned_registers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/block/block_search.h"
#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu {
namespace {

constexpr std::uint64_t forty_bits = (std::uint64_t{1} << 40) - 1;
constexpr std::uint64_t sixteen_bits = 0xFFFF;

class PlannedRegisters {
 public:
  PlannedRegisters(RegisterValues registers, bool u85)
      : registers_(std::move(registers)), u85_(u85) {}

  void set(Command0 command, std::int64_t value) {
    registers_[key_of(command)] = static_cast<std::uint64_t>(value) & sixteen_bits;
  }
  void set(Command1 command, std::int64_t value) {
    registers_[key_of(command)] = static_cast<std::uint64_t>(value) & forty_bits;
  }
  void change(Command0 command, std::uint64_t bits, std::uint64_t value) {
    std::uint64_t& known = registers_[key_of(command)];
    known = (known & ~bits) | value;
  }
  void erase(RegisterKey key) { registers_.erase(key); }

  // Sets the distance per block in RESIZE_X_STEP or RESIZE_Y_STEP. Each of these registers holds
  // two distances in the input: between two neighbouring outputs, and between the first and the
  // last output of a block. A distance is a number of whole pixels and a remainder in units of 1/n
  // pixel, where n is the value of the register `scale` plus one.
  void resize_step(Command1 steps, Command0 scale, std::int32_t block_extent) {
    const auto found = registers_.find(key_of(steps));
    if (found == registers_.end()) return;
    const std::uint64_t n = registers_[key_of(scale)] + 1;
    const std::uint64_t whole = found->second >> 32 & 15U;
    const std::uint64_t rest = found->second & sixteen_bits;
    const std::uint64_t block = (whole * n + rest) * static_cast<std::uint64_t>(block_extent - 1);
    found->second = (block / n << 4 | whole) << 32 | block % n << 16 | rest;
  }

  void place(const MapRegisters& which, const FeatureMap& map) {
    set(which.region, map.region);
    set(which.base0, static_cast<std::int64_t>(map.base[0]));
  }

  void map(const MapRegisters& which, const FeatureMap& map) {
    place(which, map);
    const bool right = map.width > map.width0;
    const bool below = map.height > map.height0;
    const bool both = right && map.height > map.height1;
    set(which.base0 + 1, right ? static_cast<std::int64_t>(map.base[1]) : 0);
    set(which.base0 + 2, below ? static_cast<std::int64_t>(map.base[2]) : 0);
    set(which.base0 + 3, both ? static_cast<std::int64_t>(map.base[3]) : 0);
    set(which.width0, map.width0 - 1);
    set(which.width0 + 1, map.height0 - 1);
    // If the map has no right tile, the compiler writes the height of the left tile into the
    // register for the height of the right tile.
    set(which.width0 + 2, (right ? map.height1 : map.height0) - 1);
    set(which.stride_x, map.stride_x);
    set(which.stride_x + 1, map.stride_y);
    // A map in NHWC layout has no bricks. The register of the brick stride then holds the distance
    // between channels.
    const bool rows = map.layout == Layout::nhwc;
    set(which.stride_x + 2, rows ? map.element_bytes : map.stride_c);
    layout(which, map);
  }

  // Sets the registers of a map that one operation passes to another inside the processor. Such a
  // map has a format, but no address and no strides.
  void chained(const MapRegisters& which) {
    constexpr int storage_bit = 14;
    constexpr std::uint64_t within_processor = 2;
    change(which.precision, 3U << storage_bit, within_processor << storage_bit);
    set(which.region, 0);
    forget(which);
  }

  // Erases the addresses, tile sizes and strides of a map that does not lie in a memory, because
  // these registers hold values of an earlier operation.
  void forget(const MapRegisters& which) {
    for (int tile = 0; tile < 4; ++tile) erase(key_of(which.base0 + tile));
    for (int i = 0; i < 3; ++i) {
      erase(key_of(which.width0 + i));
      erase(key_of(which.stride_x + i));
    }
  }

  void constants(Command0 region, Command1 base, const ConstantStream& stream) {
    set(region, stream.region);
    set(base, static_cast<std::int64_t>(stream.base));
    set(base + 1, stream.length);
  }

  RegisterValues take() && { return std::move(registers_); }

 private:
  void layout(const MapRegisters& which, const FeatureMap& map) {
    constexpr std::uint64_t layout_bits = 3U << 6;
    constexpr std::uint64_t storage_bits = 3U << 14;
    std::uint64_t& precision = registers_[key_of(which.precision)];
    precision &= ~(layout_bits | (u85_ ? storage_bits : 0));
    if (map.layout == Layout::nhcwb16) precision |= 1U << 6;
  }

  RegisterValues registers_;
  const bool u85_;
};

// Returns the number of padded rows (or columns) after the last row (or column) of a map that the
// last window needs. A larger number would be wrong: the processor derives the extent of the map
// from this number, and would leave out a row of the map.
std::int32_t padding_behind(std::int32_t outputs, std::int32_t stride, std::int32_t extent,
                            std::int32_t padding_before, std::int32_t inputs) {
  return std::max(0, (outputs - 1) * stride + extent - padding_before - inputs);
}

void set_extents(const Operation& op, PlannedRegisters& registers) {
  registers.set(Command0::ofm_height_m1, op.ofm.height - 1);
  registers.set(Command0::ofm_width_m1, op.ofm.width - 1);
  registers.set(Command0::ofm_depth_m1, op.ofm.depth - 1);
  if (op.type == OperationType::elementwise) return;
  registers.set(Command0::ifm_depth_m1, op.ifm.depth - 1);
  const Window& window = op.window;
  const std::int32_t factor = op.upscale == Upscale::none ? 1 : 2;
  registers.set(Command0::ifm_pad_top, window.pad_top);
  registers.set(Command0::ifm_pad_left, window.pad_left);
  registers.set(Command0::ifm_pad_bottom,
                padding_behind(op.ofm.height, window.stride_h, window.extent_h(), window.pad_top,
                               op.ifm.height * factor));
  registers.set(Command0::ifm_pad_right,
                padding_behind(op.ofm.width, window.stride_w, window.extent_w(), window.pad_left,
                               op.ifm.width * factor));
}

// Writes the number of the operation's microblock (part of a block that the array computes at a
// time) to ACC_FORMAT. The number of a microblock is the index of its shape in `shapes`.
void set_microblock(const Operation& op, PlannedRegisters& registers) {
  constexpr std::array<std::pair<int, int>, 6> shapes = {
      {{1, 1}, {1, 2}, {1, 4}, {2, 2}, {2, 4}, {4, 4}}};
  if (!op.microblock) return;
  constexpr int first_bit = 8;
  constexpr std::uint64_t shape_bits = 7;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].first != op.microblock->height || shapes[i].second != op.microblock->width) {
      continue;
    }
    registers.change(Command0::acc_format, shape_bits << first_bit, i << first_bit);
  }
}

void set_block(const Config& config, const Operation& op, PlannedRegisters& registers) {
  registers.set(Command0::ofm_blk_height_m1, op.block.height - 1);
  registers.set(Command0::ofm_blk_width_m1, op.block.width - 1);
  registers.set(Command0::ofm_blk_depth_m1, op.block.depth - 1);
  if (config.product == Product::u85) return set_microblock(op, registers);
  const bool table = op.activation == ActivationWork::table;
  const ShramLayout layout = shram_layout(config, op, table);
  registers.set(Command0::ifm_ib_end, layout.ifm_end);
  registers.set(Command0::ab_start, layout.accumulator_begin);
  if (op.type == OperationType::elementwise && op.reads_ifm2) {
    registers.set(Command0::ifm2_ib_start, layout.ifm2_begin);
  }
}

void set_resize_steps(const Operation& op, PlannedRegisters& registers) {
  if (op.type != OperationType::resize) return;
  registers.resize_step(Command1::resize_x_step, Command0::resize_x_scale, op.block.width);
  registers.resize_step(Command1::resize_y_step, Command0::resize_y_scale, op.block.height);
}

void set_constants(const Config& config, const Operation& op, WeightFormat format,
                   PlannedRegisters& registers) {
  if (!reads_weights(op)) return;
  constexpr std::uint64_t part_kernel_bit = 1U << 2;
  if (op.type == OperationType::conv) {
    registers.change(Command0::kernel_stride, part_kernel_bit,
                     op.part_kernel ? part_kernel_bit : 0);
  }
  registers.constants(Command0::weight_region, Command1::weight_base, op.weights[0]);
  registers.constants(Command0::scale_region, Command1::scale_base, op.scales[0]);
  if (config.product == Product::u85) {
    registers.set(Command0::weight_format, (format.fast ? 1 : 0) | (format.sparse ? 1 << 4 : 0));
    for (int stream = 1; stream < max_weight_streams; ++stream) {
      const ConstantStream& weights = at(op.weights, stream);
      if (weights.length == 0) continue;
      registers.constants(Command0::weight_region, Command1::weight1_base + 2 * (stream - 1),
                          weights);
    }
    return;
  }
  if (op.weights[1].length == 0) return;
  registers.constants(Command0::weight_region, Command1::weight1_base, op.weights[1]);
  registers.constants(Command0::scale_region, Command1::scale1_base, op.scales[1]);
}

}  // namespace

RegisterStep planned_kernel(const Config& config, const CompiledKernel& compiled,
                            const Operation& operation, bool keeps_shape, WeightFormat format) {
  PlannedRegisters registers(compiled.step.registers, config.product == Product::u85);
  const auto set_map = [&](const MapRegisters& which, const FeatureMap& map) {
    if (map.tiling == Tiling::none) {
      registers.chained(which);
    } else if (keeps_shape) {
      registers.place(which, map);
    } else {
      registers.map(which, map);
    }
  };
  if (operation.reads_ifm) set_map(ifm_registers, operation.ifm);
  if (operation.reads_ifm2) set_map(ifm2_registers, operation.ifm2);
  if (!operation.reads_ifm2) {
    registers.forget(ifm2_registers);
    registers.erase(key_of(ifm2_registers.region));
  }
  set_map(ofm_registers, operation.ofm);
  if (!keeps_shape) {
    set_extents(operation, registers);
    set_block(config, operation, registers);
    set_resize_steps(operation, registers);
  }
  set_constants(config, operation, format, registers);
  return {compiled.step.command, compiled.step.parameter, std::move(registers).take()};
}

RegisterStep planned_transfer(const RegionAddress& from, const RegionAddress& to, Bytes bytes) {
  PlannedRegisters registers({}, false);
  registers.set(Command0::dma0_src_region, from.region);
  registers.set(Command1::dma0_src, static_cast<std::int64_t>(from.address));
  registers.set(Command0::dma0_dst_region, to.region);
  registers.set(Command1::dma0_dst, static_cast<std::int64_t>(to.address));
  registers.set(Command1::dma0_len, bytes);
  return {Command0::dma_start, 0, std::move(registers).take()};
}

RegisterStep planned_table_load(const RegisterStep& load, const RegionAddress& from) {
  PlannedRegisters registers(load.registers, false);
  registers.set(Command0::dma0_src_region, from.region);
  registers.set(Command1::dma0_src, static_cast<std::int64_t>(from.address));
  return {Command0::dma_start, load.parameter, std::move(registers).take()};
}

}  // namespace spillway::ethosu
