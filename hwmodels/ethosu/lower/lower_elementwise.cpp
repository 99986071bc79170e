// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/binary_operations.h"
#include "hwmodels/ethosu/ops/operands.h"
#include "traces/shape.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t fold_factor = 2;  // each fold halves the rows and the columns

/// Whether all operands and results are feature maps (not constants) of shape `shape`, and are
/// accessed as a whole, without views.
bool all_alike(const Network& network, const Operator& op, const std::vector<std::int32_t>& shape) {
  const auto alike = [&](TensorIndex index) {
    return index != no_tensor && at(network.tensors, index).shape == shape &&
           !is_constant(at(network.tensors, index));
  };
  return op.input_views.empty() && op.output_views.empty() &&
         std::all_of(op.inputs.begin(), op.inputs.end(), alike) &&
         std::all_of(op.outputs.begin(), op.outputs.end(), alike);
}

/// Returns `shape` with rows and columns folded into channels, as often as the channels fit one
/// brick (16 channels).
std::vector<std::int32_t> folded(std::vector<std::int32_t> shape) {
  while (shape.size() == 4 && shape[1] % fold_factor == 0 && shape[2] % fold_factor == 0 &&
         shape[3] * fold_factor * fold_factor <= brick_channels) {
    shape[1] /= fold_factor;
    shape[2] /= fold_factor;
    shape[3] *= fold_factor * fold_factor;
  }
  return shape;
}

}  // namespace

// The rule was derived from two additions in files that Vela 5.0 compiled: the map of 96x96x4 is
// folded to 48x48x16, the map of 48x48x8 is not folded. Only this operator sees the folded shape;
// all other operators see the original shape. Both shapes describe the same bytes only if the map
// is stored as rows of pixels (NHWC).
void fold_elementwise(Network& network) {
  for (Operator& op : network.operators) {
    if (op.on_host || !is_binary_operation(op.type) || op.outputs.empty()) continue;
    const std::vector<std::int32_t>& shape = at(network.tensors, op.outputs.front()).shape;
    const OperandView view{folded(shape), {}};
    if (view.shape == shape || !all_alike(network, op, shape)) continue;
    op.input_views.assign(op.inputs.size(), view);
    op.output_views.assign(op.outputs.size(), view);
  }
}

}  // namespace spillway::ethosu
