// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/arena/placement_rules.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "hwmodels/xcore/lower/passes.h"
#include "planner/plan_network.h"

namespace spillway::xcore {
namespace {

bool reads_table(const Operator& op) {
  return op.type_name == "XC_lookup" || op.type_name == "XC_softmax" ||
         op.type_name == "XC_batched_softmax";
}

/// Returns the role that follows from the tensor's kind. tensor_roles() refines this role by the
/// operators that use the tensor.
Role role_of(const Tensor& tensor) {
  if (is_constant(tensor)) {
    return Role::constant;
  }
  switch (tensor.kind) {
    case TensorKind::scratch:
      return Role::scratch;
    case TensorKind::operator_data:
      return Role::operator_data;
    default:
      return Role::activation;
  }
}

bool selects(const std::string& selector, const Tensor& tensor, Role role, const Operator* op) {
  if (selector == tensor.name || selector == role_name(role)) {
    return true;
  }
  const std::size_t colon = selector.rfind(':');
  if (colon == std::string::npos || op == nullptr ||
      selector.substr(colon + 1) != role_name(role)) {
    return false;
  }
  const std::string type = selector.substr(0, colon);
  return type == op->type_name || "XC_" + type == op->type_name;
}

/// Throws the error for a selector of the user that selects no tensor. If the selector resembles a
/// role, a pair `OPERATOR:ROLE` or a tensor, the error suggests this name. Otherwise the error
/// lists the valid roles and pairs, but not the tensors, because there are too many.
[[noreturn]] void reject_selector(const Network& network, const std::vector<TensorRole>& known,
                                  const std::string& selector) {
  std::set<std::string> selectors;
  for (const TensorRole& tensor : known) {
    selectors.insert(role_name(tensor.role));
    if (tensor.op < 0) continue;
    selectors.insert(at(network.operators, tensor.op).type_name + ":" + role_name(tensor.role));
  }
  std::vector<std::string> names(selectors.begin(), selectors.end());
  for (const Tensor& tensor : network.tensors) names.push_back(tensor.name);
  if (nearest_name(selector, names).empty()) names.resize(selectors.size());
  throw UserError(
      ExitCode::usage,
      "--place: " + unknown_name_message("role, operator:role or tensor", selector, names));
}

}  // namespace

const char* role_name(Role role) {
  constexpr std::array<const char*, 6> names = {"activation", "landing",       "table",
                                                "scratch",    "operator_data", "constant"};
  return at(names, role);
}

std::vector<TensorRole> tensor_roles(const Network& network) {
  std::vector<TensorRole> result;
  for (const Tensor& tensor : network.tensors) {
    result.push_back({role_of(tensor), -1});
  }
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    const auto number = static_cast<std::int32_t>(i);
    for (std::size_t j = 0; j < op.inputs.size(); ++j) {
      if (op.inputs[j] == no_tensor) {
        continue;
      }
      TensorRole& input = at(result, op.inputs[j]);
      if (input.role == Role::landing && j == 1 && reads_table(op)) {
        input.role = Role::table;
      }
      if (input.role != Role::activation) {
        input.op = number;
      }
    }
    for (const TensorIndex output : op.outputs) {
      TensorRole& made = at(result, output);
      made = {is_load(op.type_name) ? Role::landing : made.role, number};
    }
  }
  return result;
}

PlacementRule parse_placement(std::string_view text, const std::vector<std::string>& memories) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw UserError(ExitCode::usage,
                    fmt::format("--place: '{}' is not ROLE=MEMORY, OPERATOR:ROLE=MEMORY or "
                                "TENSOR=MEMORY, like XC_add:operator_data=sram",
                                text));
  }
  PlacementRule rule{std::string(text.substr(0, equals)), lower_case(text.substr(equals + 1))};
  if (std::find(memories.begin(), memories.end(), rule.memory) == memories.end()) {
    throw UserError(ExitCode::usage,
                    "--place: " + unknown_name_message("memory", rule.memory, memories));
  }
  return rule;
}

std::vector<std::string> apply_placements(const Network& network,
                                          const std::vector<PlacementRule>& rules) {
  const std::vector<TensorRole> known = tensor_roles(network);
  std::vector<std::string> chosen(network.tensors.size());
  for (const PlacementRule& rule : rules) {
    bool used = false;
    for (std::size_t i = 0; i < network.tensors.size(); ++i) {
      const Operator* op = known[i].op < 0 ? nullptr : &at(network.operators, known[i].op);
      if (selects(rule.selector, network.tensors[i], known[i].role, op)) {
        chosen[i] = rule.memory;
        used = true;
      }
    }
    if (!used) reject_selector(network, known, rule.selector);
  }
  return chosen;
}

}  // namespace spillway::xcore
