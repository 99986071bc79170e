// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "planner/plan_network.h"

namespace spillway {

/// A pin as users write it.
struct PinRule {
  std::string tensor;  // a name, or `inputs` or `outputs` of the network
  std::string memory;  // empty = outside
  std::optional<Bytes> offset;

  bool outside() const { return memory.empty(); }
};

/// `TENSOR=MEMORY`, `TENSOR=MEMORY@OFFSET` or `TENSOR=outside`. Throws UserError(usage).
PinRule parse_pin(std::string_view text);

/// The pins of `rules`; a later one takes precedence. Throws UserError(usage) with a suggestion for
/// a tensor that `network` or a memory that `memories` does not have.
std::vector<TensorPin> resolve_pins(const std::vector<PinRule>& rules, const Network& network,
                                    const std::vector<MemorySpace>& memories);

/// Gives the buffers of `problem` the pins of `request`. Throws UserError(usage) for a tensor that
/// has no buffer, a memory that is not part of the arena, and what check_pins rejects.
void apply_pins(const PlanningRequest& request, PlanningProblem& problem);

/// Throws UserError(usage), naming the planners that could, when a buffer of `problem` is pinned to
/// a memory or an offset and `planner` with `options` would ignore that. `cells`, per buffer, are
/// where a file says so.
void require_pins_honoured(const PlanningProblem& problem, const PlannerEntry& planner,
                           const PlannerOptions& options,
                           const std::vector<SourceLocation>& cells = {});

}  // namespace spillway
