// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "planner/plan_io/placed_problem.h"
#include "traces/network.h"

namespace spillway {

/// The beginning of the ids of buffers for weights that are not a tensor of the network.
constexpr const char* buffer_of_made_up = "#made-up#buffer";

/// Parses `OP=CHANNEL:WEIGHTS+SCALES@STEP;...`, the text of a weight flow without its buffers: the
/// operator, and for each slice its first channel, its bytes and the step of its fetch, or `kept`
/// for kept_in_buffer. Returns nothing if the text is malformed.
std::optional<WeightFlow> parse_weight_flow(std::string_view text);

/// Adds the contents of a complete plan's rows to `plan`: residencies, shared bytes (column
/// `inside`), copies, flows with their buffers, and tensors that the application owns. `tensors`
/// has the tensor of every row. Throws UserError(input_file).
void read_whole_plan(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                     Plan& plan);

/// Adds the cascades of a complete plan to `plan`. `tensors` has the tensor of every row. Throws
/// UserError(input_file).
void read_cascades(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                   const Network& network, Plan& plan);

}  // namespace spillway
