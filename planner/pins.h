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
  std::string memory;  // empty: another member says where, or it is outside
  std::optional<Bytes> offset;
  std::string not_in = {};  // a memory where it must not be
  std::string behind = {};  // a tensor that it lies directly behind

  bool outside() const { return memory.empty() && not_in.empty() && behind.empty(); }
};

/// `TENSOR=MEMORY`, `TENSOR=MEMORY@OFFSET`, `TENSOR=outside`, `TENSOR=not:MEMORY` or
/// `TENSOR=behind:OTHER`. Throws UserError(usage).
PinRule parse_pin(std::string_view text);

/// As parse_pin() reads it, with an offset in bytes.
std::string pin_text(const PinRule& rule);

/// The pins of `rules`. If two of them place the same tensor, the later one counts. Throws
/// UserError(usage) with a suggestion for a tensor that `network` or a memory that `memories` does
/// not have.
std::vector<TensorPin> resolve_pins(const std::vector<PinRule>& rules, const Network& network,
                                    const std::vector<MemorySpace>& memories);

/// Gives the buffers of `problem` the pins of `request`. If the options switch results in place
/// off, its operators do not write over operands. Throws UserError(usage) for a tensor without a
/// buffer, with two places, behind itself or with no memory left, for a memory that is not part of
/// the arena, and for what check_pins() rejects.
void apply_pins(const PlanningRequest& request, PlanningProblem& problem);

/// Throws UserError(usage), naming the planners that could, when a buffer of `problem` is pinned to
/// a memory or an offset and `planner` with `options` would ignore that. If a file pins the
/// buffers, `cells` has the place in the file for each of them, for the message.
void require_pins_honoured(const PlanningProblem& problem, const PlannerEntry& planner,
                           const PlannerOptions& options,
                           const std::vector<SourceLocation>& cells = {});

}  // namespace spillway
