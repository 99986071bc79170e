// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/same_work.h"

#include <tuple>

namespace spillway::ethosu {
namespace {

bool same_tiles(const FeatureMap& a, const FeatureMap& b) {
  const auto of = [](const FeatureMap& map) {
    return std::tie(map.tiling, map.width0, map.height0, map.height1);
  };
  if (of(a) != of(b)) return false;
  const bool one_tile = a.height0 >= a.height && a.width0 >= a.width;
  for (std::size_t i = 1; i < a.base.size() && !one_tile; ++i) {
    if (a.base[i] - a.base[0] != b.base[i] - b.base[0]) return false;
  }
  return true;
}

bool same_form(const FeatureMap& a, const FeatureMap& b) {
  const auto of = [](const FeatureMap& map) {
    return std::tie(map.height, map.width, map.depth, map.element_bytes, map.is_signed, map.layout,
                    map.stride_y, map.stride_x, map.stride_c);
  };
  return of(a) == of(b) && same_tiles(a, b);
}

bool same_shape(const BlockShape& a, const BlockShape& b) {
  return a.height == b.height && a.width == b.width && a.depth == b.depth;
}

bool same_blocks(const Operation& a, const Operation& b) {
  if (a.microblock.has_value() != b.microblock.has_value()) return false;
  if (a.microblock && !same_shape(*a.microblock, *b.microblock)) return false;
  return same_shape(a.block, b.block);
}

bool same_window(const Window& a, const Window& b) {
  const auto of = [](const Window& window) {
    return std::tie(window.kernel_h, window.kernel_w, window.stride_h, window.stride_w,
                    window.dilation_h, window.dilation_w, window.pad_top, window.pad_bottom,
                    window.pad_left, window.pad_right);
  };
  return of(a) == of(b);
}

bool same_mode(const Operation& a, const Operation& b) {
  const auto of = [](const Operation& op) {
    return std::tie(op.type, op.pool, op.elementwise, op.transpose, op.reads_ifm, op.reads_ifm2,
                    op.ifm2_is_weights, op.upscale, op.part_kernel, op.sub_kernel_taps,
                    op.active_cores, op.wide_accumulator, op.activation);
  };
  return of(a) == of(b) && same_window(a.window, b.window);
}

}  // namespace

bool same_work(const Operation& a, const Operation& b) {
  if (!same_mode(a, b) || !same_blocks(a, b) || !same_form(a.ofm, b.ofm)) return false;
  return (!a.reads_ifm || same_form(a.ifm, b.ifm)) && (!a.reads_ifm2 || same_form(a.ifm2, b.ifm2));
}

}  // namespace spillway::ethosu
