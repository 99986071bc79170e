// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/operation.h"

#include <algorithm>

namespace spillway::ethosu {
namespace {

std::int64_t round_up_divide(std::int64_t value, std::int64_t by) { return (value + by - 1) / by; }

}  // namespace

std::int64_t block_count(const Operation& op) {
  return round_up_divide(op.ofm.height, op.block.height) *
         round_up_divide(op.ofm.width, op.block.width) *
         round_up_divide(op.ofm.depth, op.block.depth);
}

std::int32_t sub_kernel_count(const Operation& op) {
  if (op.type == OperationType::elementwise || op.type == OperationType::resize) return 1;
  return static_cast<std::int32_t>(round_up_divide(op.window.kernel_h, op.sub_kernel_taps) *
                                   round_up_divide(op.window.kernel_w, op.sub_kernel_taps));
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
