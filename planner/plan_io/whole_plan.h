// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "planner/plan_io/placed_problem.h"
#include "traces/network.h"

namespace spillway {

/// How the ids of buffers for made-up weights begin.
constexpr const char* buffer_of_made_up = "#made-up#buffer";

/// `OP=CHANNEL:WEIGHTS+SCALES@STEP;...`, a flow without its buffers. Nothing when malformed.
std::optional<WeightFlow> parse_weight_flow(std::string_view text);

/// Adds what the rows of a whole plan say to `plan`: residencies, aliases, copies, flows with their
/// buffers, tensors outside. `tensors` has the tensor of every row. Throws UserError(input_file).
void read_whole_plan(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                     Plan& plan);

/// Adds its cascades. Throws UserError(input_file).
void read_cascades(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                   const Network& network, Plan& plan);

}  // namespace spillway
