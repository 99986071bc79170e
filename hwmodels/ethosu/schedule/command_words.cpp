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

void CommandWords::set(Command0 command, std::int64_t value) {
  const auto [found, added] = narrow_.try_emplace(command, value);
  if (!added && found->second == value) return;
  found->second = value;
  ++words_;
}

void CommandWords::set(Command1 command, std::int64_t value) {
  const auto [found, added] = wide_.try_emplace(command, value);
  if (!added && found->second == value) return;
  found->second = value;
  words_ += 2;
}

void CommandWords::set_wide_array(Command1 first, const std::array<Address, 4>& values) {
  for (int i = 0; i < 4; ++i) set(first + i, static_cast<std::int64_t>(at(values, i)));
}

void CommandWords::set_ifm(const Operation& op) {
  const FeatureMap& map = op.ifm;
  set(Command0::ifm_region, map.region);
  set_wide_array(Command1::ifm_base0, map.base);
  set(Command0::ifm_height0_m1, map.height0);
  set(Command0::ifm_height1_m1, map.height1);
  set(Command0::ifm_width0_m1, map.width0);
  set(Command0::ifm_depth_m1, map.depth);
  set(Command1::ifm_stride_c, map.stride_c);
  set(Command1::ifm_stride_y, map.stride_y);
  set(Command1::ifm_stride_x, map.stride_x);
  set(Command0::ifm_zero_point, 0);
  set(Command0::ifm_precision,
      map.element_bytes * 4 + static_cast<std::int64_t>(map.layout) * 2 + (map.is_signed ? 1 : 0));
  if (op.type == OperationType::elementwise) return;
  set(Command0::ifm_upscale, static_cast<std::int64_t>(op.upscale));
  set(Command0::ifm_pad_top, op.window.pad_top);
  set(Command0::ifm_pad_left, op.window.pad_left);
  set(Command0::ifm_pad_bottom, op.window.pad_bottom);
  set(Command0::ifm_pad_right, op.window.pad_right);
}

void CommandWords::set_ifm2(const Operation& op) {
  const FeatureMap& map = op.ifm2;
  set(Command0::ifm2_region, map.region);
  set_wide_array(Command1::ifm2_base0, map.base);
  set(Command0::ifm2_height0_m1, map.height0);
  set(Command0::ifm2_height1_m1, map.height1);
  set(Command0::ifm2_width0_m1, map.width0);
  set(Command1::ifm2_stride_c, map.stride_c);
  set(Command1::ifm2_stride_y, map.stride_y);
  set(Command1::ifm2_stride_x, map.stride_x);
  set(Command0::ifm2_zero_point, 0);
  set(Command0::ifm2_precision,
      map.element_bytes * 4 + static_cast<std::int64_t>(map.layout) * 2 + (map.is_signed ? 1 : 0));
  const std::int64_t broadcast =
      (map.height == 1 ? 1 : 0) + (map.width == 1 ? 2 : 0) + (map.depth == 1 ? 4 : 0);
  set(Command0::ifm2_broadcast, broadcast);
}

void CommandWords::set_ofm(const Operation& op) {
  const FeatureMap& map = op.ofm;
  set(Command0::ofm_region, map.region);
  set_wide_array(Command1::ofm_base0, map.base);
  set(Command0::ofm_height0_m1, map.height0);
  set(Command0::ofm_height1_m1, map.height1);
  set(Command0::ofm_width0_m1, map.width0);
  set(Command0::ofm_height_m1, map.height);
  set(Command0::ofm_width_m1, map.width);
  set(Command0::ofm_depth_m1, map.depth);
  set(Command1::ofm_stride_c, map.stride_c);
  set(Command1::ofm_stride_y, map.stride_y);
  set(Command1::ofm_stride_x, map.stride_x);
  set(Command0::ofm_zero_point, 0);
  set(Command0::ofm_precision,
      map.element_bytes * 4 + static_cast<std::int64_t>(map.layout) * 2 + (map.is_signed ? 1 : 0));
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

// Buffers follow from the block and what it reads.
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
