// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/reduced_axes.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/ops/constant_values.h"

namespace spillway::ethosu {
namespace {

// Returns the reduced axes of an operator with input `ifm` and output `ofm`, derived from the
// shapes:
// - If the output of a 4-dimensional input has one element per channel: rows and columns.
// - Otherwise, if the ranks are equal: the dimensions whose extents differ.
// - Otherwise: the last dimension whose extent is the ratio of the two numbers of elements.
std::vector<std::int32_t> axes_from_shapes(const Tensor& ifm, const Tensor& ofm) {
  const auto rank = static_cast<std::int32_t>(ifm.shape.size());
  if (rank == 4 && element_count(ofm) == ifm.shape.back()) return {1, 2};
  if (ofm.shape.size() == ifm.shape.size()) {
    std::vector<std::int32_t> axes;
    for (std::int32_t i = 0; i < rank; ++i) {
      if (at(ofm.shape, i) != at(ifm.shape, i)) axes.push_back(i);
    }
    return axes;
  }
  for (std::int32_t i = rank - 1; i >= 0; --i) {
    if (element_count(ofm) * at(ifm.shape, i) == element_count(ifm)) return {i};
  }
  return {};
}

}  // namespace

std::vector<std::int32_t> reduced_axes(const Network& network, const Operator& op,
                                       std::size_t rank) {
  const Tensor& ifm = at(network.tensors, op.inputs[0]);
  std::vector<std::int32_t> axes;
  if (op.inputs.size() > 1 && op.inputs[1] != no_tensor) {
    axes = constant_values(at(network.tensors, op.inputs[1]));
  }
  if (axes.empty()) axes = axes_from_shapes(ifm, at(network.tensors, op.outputs[0]));
  const auto dimensions = static_cast<std::int32_t>(rank);
  for (std::int32_t& axis : axes) axis = axis < 0 ? axis + dimensions : axis;
  axes.erase(std::remove_if(axes.begin(), axes.end(),
                            [&](std::int32_t axis) { return axis < 0 || axis >= dimensions; }),
             axes.end());
  return axes;
}

}  // namespace spillway::ethosu
