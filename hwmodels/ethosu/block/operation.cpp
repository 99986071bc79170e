// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/operation.h"

#include <algorithm>

#include "base/rounding.h"

namespace spillway::ethosu {

std::int64_t block_count(const Operation& op) {
  return ceil_div(op.ofm.height, op.block.height) * ceil_div(op.ofm.width, op.block.width) *
         ceil_div(op.ofm.depth, op.block.depth);
}

Box stored_box(const Box& box, Transpose transpose) {
  struct Extent {
    std::int32_t begin, end;
  };
  const Extent h{box.y0, box.y1};
  const Extent w{box.x0, box.x1};
  const Extent c{box.z0, box.z1};
  const auto stored = [](Extent y, Extent x, Extent z) {
    return Box{y.begin, y.end, x.begin, x.end, z.begin, z.end};
  };
  switch (transpose) {
    case Transpose::whc:
      return stored(w, h, c);
    case Transpose::hcw:
      return stored(h, c, w);
    case Transpose::wch:
      return stored(w, c, h);
    case Transpose::chw:
      return stored(c, h, w);
    case Transpose::cwh:
      return stored(c, w, h);
    case Transpose::hwc:
    case Transpose::reserved4:
    case Transpose::reserved5:
      return box;
  }
  return box;
}

FeatureMap stored_ofm(const Operation& op) {
  FeatureMap map = op.ofm;
  const Box box = stored_box({0, map.height, 0, map.width, 0, map.depth}, op.transpose);
  map.height = box.y1;
  map.width = box.x1;
  map.depth = box.z1;
  return map;
}

std::int32_t sub_kernel_count(const Operation& op) {
  if (op.type == OperationType::elementwise || op.type == OperationType::resize) return 1;
  return static_cast<std::int32_t>(ceil_div(op.window.kernel_h, op.sub_kernel_taps) *
                                   ceil_div(op.window.kernel_w, op.sub_kernel_taps));
}

std::int32_t ifm_block_depth(const Operation& op) {
  const std::int32_t limit = op.part_kernel || op.ifm.element_bytes == 2 ? 16 : 32;
  return std::min(op.ifm.depth, limit);
}

bool reduces_depth(const Operation& op) {
  return op.type == OperationType::conv ||
         (op.type == OperationType::pool && op.pool == PoolMode::reduce_sum);
}

bool reads_weights(const Operation& op) {
  return op.type == OperationType::conv || op.type == OperationType::depthwise;
}

std::int64_t macs(const Operation& op) {
  if (op.type == OperationType::elementwise || op.type == OperationType::resize) return 0;
  const std::int64_t outputs = std::int64_t{op.ofm.height} * op.ofm.width * op.ofm.depth;
  const std::int64_t taps = std::int64_t{op.window.kernel_h} * op.window.kernel_w;
  return outputs * taps * (op.type == OperationType::conv ? op.ifm.depth : 1);
}

}  // namespace spillway::ethosu
