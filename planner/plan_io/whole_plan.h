// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "planner/plan_io/placed_problem.h"
#include "traces/network.h"

namespace spillway {

/// The beginning of the ids of buffers for made-up weights.
constexpr const char* buffer_of_made_up = "#made-up#buffer";

/// Parses `OP=CHANNEL:WEIGHTS+SCALES@STEP;...`. The text describes a flow but not its buffers.
/// Returns nothing if the text is malformed.
std::optional<WeightFlow> parse_weight_flow(std::string_view text);

/// Adds the contents of a complete plan's rows to `plan`: residencies, aliases, copies, flows with
/// their buffers, tensors outside. `tensors` has the tensor of every row. Throws
/// UserError(input_file).
void read_whole_plan(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                     Plan& plan);

/// Adds the cascades of a complete plan. Throws UserError(input_file).
void read_cascades(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                   const Network& network, Plan& plan);

}  // namespace spillway
