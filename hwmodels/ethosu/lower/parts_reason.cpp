// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"

namespace spillway::ethosu {
namespace {

using Shape = std::vector<std::int32_t>;

// Checks that the parts together fill `whole` along the axis. The parts of PACK and UNPACK have one
// dimension less: they lack the axis, so each counts as extent 1. Returns the reason why the
// operator is not valid; empty if the operator is valid.
std::string make_up_reason(const Network& network, const Operator& op, TensorIndex whole,
                           const std::vector<TensorIndex>& parts) {
  const bool stacked = op.type == OpType::pack || op.type == OpType::unpack;
  Shape extents = at(network.tensors, whole).shape;
  const auto rank = static_cast<std::int32_t>(extents.size());
  const std::int32_t axis = op.axis < 0 ? op.axis + rank : op.axis;
  if (axis < 0 || axis >= rank) return "an axis that its operands lack";
  std::int64_t left = std::exchange(at(extents, axis), 1);
  for (const TensorIndex part : parts) {
    Shape shape = at(network.tensors, part).shape;
    const auto missing = static_cast<std::ptrdiff_t>(extents.size() - shape.size());
    if (missing != (stacked ? 1 : 0)) return "operands of different dimensions";
    if (stacked) shape.insert(shape.begin() + axis, 1);
    left -= std::exchange(at(shape, axis), 1);
    if (shape != extents) return "operands of different dimensions";
  }
  return left == 0 ? "" : "parts that do not make up the whole";
}

bool are_alike(const Network& network, const std::vector<TensorIndex>& parts) {
  for (const TensorIndex part : parts) {
    if (at(network.tensors, part).shape != at(network.tensors, parts.front()).shape) return false;
  }
  return true;
}

}  // namespace

std::string parts_reason(const Network& network, const Operator& op) {
  if (op.type == OpType::concatenation || op.type == OpType::pack) {
    return make_up_reason(network, op, op.outputs.front(), op.inputs);
  }
  const TensorIndex whole = op.type == OpType::split ? op.inputs.back() : op.inputs.front();
  std::string reason = make_up_reason(network, op, whole, op.outputs);
  if (reason.empty() && op.type == OpType::split && !are_alike(network, op.outputs)) {
    return "parts of different sizes";
  }
  return reason;
}

}  // namespace spillway::ethosu
