// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/command_words.h"

#include "base/index.h"

namespace spillway::ethosu {

std::int32_t CommandWords::of(const Operation& op) {
  words_ = 1;
  ++operations_;
  if (op.reads_ifm) set_ifm(op);
  if (op.reads_ifm2) set_ifm2(op);
  set_ofm(op);
  if (op.type != OperationType::elementwise) set_kernel(op);
  set_weights(op);
  set(Command0::activation, static_cast<std::int64_t>(op.activation));
  set(Command0::activation_min, 0);
  set(Command0::activation_max, 0);
  set_block(op);
  return words_;
}

std::int32_t CommandWords::of(const DmaTransfer& transfer) {
  words_ = 1;
  set(Command0::dma0_src_region, transfer.source.memory);
  set(Command1::dma0_src, static_cast<std::int64_t>(transfer.source.address));
  set(Command0::dma0_dst_region, transfer.destination.memory);
  set(Command1::dma0_dst, static_cast<std::int64_t>(transfer.destination.address));
  set(Command1::dma0_len, transfer.source.bytes());
  return words_;
}

void CommandWords::set(Command0 command, std::int64_t value) { write(narrow_, command, value, 1); }

void CommandWords::set(Command1 command, std::int64_t value) { write(wide_, command, value, 2); }

template <typename Command>
void CommandWords::write(Registers& registers, Command command, std::int64_t value,
                         std::int32_t words) {
  std::optional<std::int64_t>& held = registers.at(static_cast<std::size_t>(command));
  const bool unknown = !held && before_ == Before::unknown;
  if (held != value && !unknown) words_ += words;
  held = value;
}

void CommandWords::set_map(const MapRegisters& registers, const FeatureMap& map) {
  set(registers.region, map.region);
  for (int tile = 0; tile < 4; ++tile) {
    set(registers.base0 + tile, static_cast<std::int64_t>(at(map.base, tile)));
  }
  set(registers.width0, map.width0);
  set(registers.width0 + 1, map.height0);
  set(registers.width0 + 2, map.height1);
  set(registers.stride_x, map.stride_x);
  set(registers.stride_x + 1, map.stride_y);
  set(registers.stride_x + 2, map.stride_c);
  set(registers.zero_point, 0);
  set(registers.precision,
      map.element_bytes * 4 + static_cast<std::int64_t>(map.layout) * 2 + (map.is_signed ? 1 : 0));
}

void CommandWords::set_ifm(const Operation& op) {
  set_map(ifm_registers, op.ifm);
  set(Command0::ifm_depth_m1, op.ifm.depth);
  if (op.type == OperationType::elementwise) return;
  set(Command0::ifm_upscale, static_cast<std::int64_t>(op.upscale));
  set(Command0::ifm_pad_top, op.window.pad_top);
  set(Command0::ifm_pad_left, op.window.pad_left);
  set(Command0::ifm_pad_bottom, op.window.pad_bottom);
  set(Command0::ifm_pad_right, op.window.pad_right);
}

void CommandWords::set_ifm2(const Operation& op) {
  const FeatureMap& map = op.ifm2;
  set_map(ifm2_registers, map);
  const std::int64_t broadcast =
      (map.height == 1 ? 1 : 0) + (map.width == 1 ? 2 : 0) + (map.depth == 1 ? 4 : 0);
  set(Command0::ifm2_broadcast, broadcast);
}

void CommandWords::set_ofm(const Operation& op) {
  set_map(ofm_registers, op.ofm);
  set(Command0::ofm_height_m1, op.ofm.height);
  set(Command0::ofm_width_m1, op.ofm.width);
  set(Command0::ofm_depth_m1, op.ofm.depth);
  const bool scaled = op.type == OperationType::elementwise ||
                      (op.type == OperationType::pool && op.pool == PoolMode::average);
  if (scaled) set(Command1::ofm_scale, operations_);
}

void CommandWords::set_kernel(const Operation& op) {
  const Window& window = op.window;
  set(Command0::kernel_height_m1, window.extent_h());
  set(Command0::kernel_width_m1, window.extent_w());
  set(Command0::kernel_stride, window.stride_h + window.stride_w * 8 + window.dilation_h * 64 +
                                   window.dilation_w * 128 + (op.part_kernel ? 256 : 0) +
                                   op.sub_kernel_taps * 512);
}

void CommandWords::set_weights(const Operation& op) {
  for (int core = 0; core < max_weight_streams; ++core) {
    const ConstantStream& weights = at(op.weights, core);
    if (weights.length == 0) continue;
    const Command1 base =
        core == 0 ? Command1::weight_base : Command1::weight1_base + 2 * (core - 1);
    set(Command0::weight_region, weights.region);
    set(base, static_cast<std::int64_t>(weights.base));
    set(base + 1, weights.length);
  }
  for (int core = 0; core < max_weight_streams; ++core) {
    const ConstantStream& scales = at(op.scales, core);
    if (scales.length == 0) continue;
    const Command1 base = core == 0 ? Command1::scale_base : Command1::scale1_base;
    set(Command0::scale_region, scales.region);
    set(base, static_cast<std::int64_t>(scales.base));
    set(base + 1, scales.length);
  }
}

// Sets the registers of the block. Values need not be real, because the words of the stream are
// only counted: a changed value costs words. The real value of ifm_ib_end, the end of the IFM
// buffer, is not known here. So this register gets a number that usually changes when the block
// changes: the product of the block's height, its width and the depth of its IFM.
void CommandWords::set_block(const Operation& op) {
  set(Command0::ofm_blk_height_m1, op.block.height);
  set(Command0::ofm_blk_width_m1, op.block.width);
  set(Command0::ofm_blk_depth_m1, op.block.depth);
  set(Command0::ifm_ib_end, op.block.height * op.block.width * ifm_block_depth(op));
  set(Command0::ab_start, 0);
  set(Command0::acc_format, op.wide_accumulator ? 1 : 0);
  set(Command0::blockdep, op.block_dependency);
  if (config_.cores > 1) set(Command0::parallel_mode, op.active_cores);
}

}  // namespace spillway::ethosu
