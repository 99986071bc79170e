// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/npu_op.h"

namespace spillway::ethosu {

bool is_unary(ElementwiseMode mode) {
  return mode == ElementwiseMode::abs || mode == ElementwiseMode::lrelu ||
         mode == ElementwiseMode::clz || mode == ElementwiseMode::bit_not;
}

bool has_scalar(const Operation& op) {
  return op.type == OperationType::elementwise && !op.reads_ifm2 && !is_unary(op.elementwise);
}

}  // namespace spillway::ethosu
