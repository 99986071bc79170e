// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {
namespace {

bool is_convolution(const Operator& op) {
  return op.type == OpType::conv_2d || op.type == OpType::depthwise_conv_2d ||
         op.type == OpType::fully_connected || op.type == OpType::transpose_conv;
}

bool matches(const Network& network, const Operator& op, const std::string& name) {
  return name == op.name || name == "#" + std::to_string(&op - network.operators.data());
}

/// Returns, per operator of `network`, whether `names` contains it. Throws UserError(usage) for a
/// name that is no convolution of the network.
std::vector<bool> find_convolutions(const Network& network, const std::vector<std::string>& names) {
  std::vector<bool> found(network.operators.size(), false);
  for (const std::string& name : names) {
    std::vector<std::string> convolutions;
    bool known = false;
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
      const Operator& op = network.operators[i];
      if (!is_convolution(op)) continue;
      convolutions.push_back(op.name);
      if (!matches(network, op, name)) continue;
      known = found[i] = true;
    }
    if (!known) {
      throw UserError(ExitCode::usage, unknown_name_message("convolution", name, convolutions));
    }
  }
  return found;
}

}  // namespace

ListedConvolutions find_listed(const Network& network, const LoweringOptions& options) {
  return {find_convolutions(network, options.channelwise),
          find_convolutions(network, options.reference)};
}

bool Lowering::is_listed(const Operator& op, const std::vector<bool>& list) const {
  const std::int32_t before = origin(op);
  return before != new_operator && at(list, before);
}

}  // namespace spillway::xcore
