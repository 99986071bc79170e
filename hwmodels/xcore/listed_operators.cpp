// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/diagnostics.h"
#include "hwmodels/xcore/lowering.h"

namespace spillway::xcore {
namespace {

bool is_convolution(const Operator& op) {
  return op.type == OpType::conv_2d || op.type == OpType::depthwise_conv_2d ||
         op.type == OpType::fully_connected || op.type == OpType::transpose_conv;
}

bool matches(const Network& network, const Operator& op, const std::string& name) {
  return name == op.name || name == "#" + std::to_string(&op - network.operators.data());
}

}  // namespace

void require_convolutions(const Network& network, const std::vector<std::string>& names) {
  std::vector<std::string> convolutions;
  for (const Operator& op : network.operators) {
    if (is_convolution(op)) convolutions.push_back(op.name);
  }
  for (const std::string& name : names) {
    const bool found = std::any_of(
        network.operators.begin(), network.operators.end(),
        [&](const Operator& op) { return is_convolution(op) && matches(network, op, name); });
    if (found) continue;
    throw UserError(ExitCode::usage, unknown_name_message("convolution", name, convolutions));
  }
}

bool Lowering::is_listed(const Operator& op, const std::vector<std::string>& names) const {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return matches(source_, op, name); });
}

}  // namespace spillway::xcore
