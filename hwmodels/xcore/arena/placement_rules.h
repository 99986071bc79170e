// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore {

/// The role of a tensor of a lowered network in the runtime. A load writes weights and other
/// constants into a tensor of role `landing`, and a lookup table into a tensor of role `table`.
enum class Role : std::uint8_t { activation, landing, table, scratch, operator_data, constant };

const char* role_name(Role role);

/// The role of a tensor, and the last operator that uses the tensor or, for an activation, the
/// operator that produces the tensor. -1 = no such operator, as for network inputs.
struct TensorRole {
  Role role = Role::activation;
  std::int32_t op = -1;
};

std::vector<TensorRole> tensor_roles(const Network& network);

/// A place that the user chose: `ROLE`, `OPERATOR:ROLE` or the name of a tensor, then `=MEMORY`.
struct PlacementRule {
  std::string selector;
  std::string memory;
};

/// Parses a rule. Throws UserError(usage) for a text without `=` and for a memory that is not in
/// `memories`.
PlacementRule parse_placement(std::string_view text, const std::vector<std::string>& memories);

/// Returns the memory of each tensor as the last rule that selects the tensor says; an empty name
/// if no rule selects it. Throws UserError(usage) for a rule that selects nothing.
std::vector<std::string> apply_placements(const Network& network,
                                          const std::vector<PlacementRule>& rules);

}  // namespace spillway::xcore
