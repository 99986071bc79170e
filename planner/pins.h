// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "planner/plan_network.h"

namespace spillway {

/// A pin in the form in which users write it.
struct PinRule {
  std::string tensor;  // a name, or `inputs` or `outputs`
  std::string memory;  // empty for `not:`, `behind:` and `outside`
  std::optional<Bytes> offset;
  std::string not_in = {};  // a memory that the tensor must not be in
  std::string behind = {};  // a tensor directly behind which this one is placed

  bool outside() const { return memory.empty() && not_in.empty() && behind.empty(); }
};

/// Parses `TENSOR=MEMORY`, `TENSOR=MEMORY@OFFSET`, `TENSOR=outside`, `TENSOR=not:MEMORY` or
/// `TENSOR=behind:OTHER`. Throws UserError(usage).
PinRule parse_pin(std::string_view text);

/// Returns `rule` as a text that parse_pin() reads. The offset is in bytes.
std::string pin_text(const PinRule& rule);

/// Returns the pins of `rules`. If two rules place the same tensor, the later one counts. Throws
/// UserError(usage) with a suggestion for a tensor that `network` does not have or a memory that
/// `memories` does not have.
std::vector<TensorPin> resolve_pins(const std::vector<PinRule>& rules, const Network& network,
                                    const std::vector<MemorySpace>& memories);

/// Applies the pins of `request` to the buffers of `problem`. If the options forbid results in
/// place, operators do not write over their operands. Throws UserError(usage) for a tensor that has
/// no buffer, has two places, lies behind itself or has no memory left, for a memory that is not
/// part of the arena, and for everything that check_pins() rejects.
void apply_pins(const PlanningRequest& request, PlanningProblem& problem);

/// Throws UserError(usage) if a buffer of `problem` is pinned to a memory or an offset and
/// `planner` with `options` would ignore the pin. The message names the planners that honour pins.
/// If the pins come from a file, `cells` has their source locations for the message.
void require_pins_honoured(const PlanningProblem& problem, const PlannerEntry& planner,
                           const PlannerOptions& options,
                           const std::vector<SourceLocation>& cells = {});

}  // namespace spillway
