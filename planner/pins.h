// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "planner/plan_network.h"

namespace spillway {

/// A user's rule for the place of a tensor (a pin), with names instead of indices.
struct PinRule {
  /// The name of a tensor; `inputs` = all inputs of the network, `outputs` = all outputs of the
  /// network.
  std::string tensor;
  // Empty for pins of the forms `not:MEMORY`, `behind:OTHER` and `outside`.
  std::string memory;
  std::optional<Bytes> offset;
  std::string not_in = {};  // a memory that the tensor must not be in
  std::string behind = {};  // a tensor; this tensor starts where that one ends

  bool outside() const { return memory.empty() && not_in.empty() && behind.empty(); }
};

/// Parses `TENSOR=MEMORY`, `TENSOR=MEMORY@OFFSET`, `TENSOR=outside` (in no memory of the plan),
/// `TENSOR=not:MEMORY` or `TENSOR=behind:OTHER`. Throws UserError(usage).
PinRule parse_pin(std::string_view text);

/// Returns `rule` as a text that parse_pin() reads. The offset is in bytes.
std::string pin_text(const PinRule& rule);

/// Returns the pins of `rules`, in the same order. apply_pins() applies pins one after the other,
/// so if several pins give a tensor a memory or an offset, the last of them counts. Throws
/// UserError(usage) with a suggestion for a tensor that `network` does not have or a memory that
/// `memories` does not have. Also throws UserError(usage) if PinRule::behind names several tensors.
std::vector<TensorPin> resolve_pins(const std::vector<PinRule>& rules, const Network& network,
                                    const std::vector<MemorySpace>& memories);

/// Applies the pins of `request` to the buffers of `problem`. If the options forbid that results
/// overwrite operands (PlannerOptions::in_place), also removes the in-place rules of all operators
/// (BufferOperator::overwrites and overlappable). Throws UserError(usage) for everything that
/// check_pins() rejects and for:
/// - a tensor that has no buffer, follows itself, or follows another tensor and has another place
///   too
/// - a tensor that follows a tensor outside the plan, or that follows any tensor although
///   PlannerOptions::inputs_in is a fixed rule
/// - a tensor for which every memory of the arena is excluded
/// - a memory that is not part of the arena
void apply_pins(const PlanningRequest& request, PlanningProblem& problem);

/// Throws UserError(usage) if a pin restricts the memory or the offset of a buffer of `problem` and
/// `planner` with `options` would ignore the pin. The message names the planners that honour pins.
/// `cells` has the source location of each buffer's pin if the pins come from a file; the message
/// then begins with this location.
void require_pins_honoured(const PlanningProblem& problem, const PlannerEntry& planner,
                           const PlannerOptions& options,
                           const std::vector<SourceLocation>& cells = {});

}  // namespace spillway
