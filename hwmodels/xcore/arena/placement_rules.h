// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore {

/// What a tensor of a lowered network is to the runtime. `landing`: where a load puts weights and
/// other constants; `table`: where it puts a lookup table.
enum class Role : std::uint8_t { activation, landing, table, scratch, operator_data, constant };

const char* role_name(Role role);

/// Role of each tensor, and the operator that it belongs to: the one that uses it, or that makes
/// it when it is an activation (no_operator for network inputs).
struct TensorRole {
  Role role = Role::activation;
  std::int32_t op = -1;
};

std::vector<TensorRole> tensor_roles(const Network& network);

/// A place the user chose: `ROLE`, `OPERATOR:ROLE` or the name of a tensor, `=MEMORY`.
struct PlacementRule {
  std::string selector;
  std::string memory;
};

/// Throws UserError(usage) for a text without `=`, and for a memory that is not one of `memories`.
PlacementRule parse_placement(std::string_view text, const std::vector<std::string>& memories);

/// Memory of each tensor by the last rule that selects it; empty where none does. Throws
/// UserError(usage) for a rule that selects nothing.
std::vector<std::string> apply_placements(const Network& network,
                                          const std::vector<PlacementRule>& rules);

}  // namespace spillway::xcore
