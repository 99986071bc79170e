// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// A request for a plan of the arena of a TensorFlow Lite Micro network.
struct ArenaRequest {
  std::string planner;
  PlannerOptions options;
  MemorySpace arena;  // name in plan files, and size
  // The text of a plan that is used instead of a planner; empty = none.
  std::string plan_text;
  std::string plan_source;
};

/// The file of a network with a plan of its arena, and the arena sizes that the runtime needs for
/// the original and for this file.
struct ArenaFile {
  // Contents of the new file or, if the original is kept, of the original.
  std::vector<std::uint8_t> bytes;
  std::string kept_because;  // why the original is kept; empty = it is not
  std::string planner;       // the planner, or the name of the plan's file
  // Peaks of the arena with the original and with the new file, without the runtime's own records.
  Bytes before = 0, after = 0;
  Bytes lower_bound = 0;
  // The plans of the runtime's planner for the original and for the new file. Memory 0 is the
  // arena.
  Plan plan_before, plan_after;
};

/// Writes a plan of the arena into the metadata of the network's .tflite file; the runtime places
/// the tensors as this plan says. Compares the peaks that the runtime's own planner needs for the
/// original and for the new file. If the new peak is not lower, the result is the original. Throws
/// CapacityError if the plan does not fit `request.arena`, and UserError(input_file) if `network`
/// was not read from a .tflite or the plan is for another network.
ArenaFile relink_arena(const Network& network, const ArenaRequest& request);

/// Returns the contents `file` of a .tflite file with new offsets: those that `plan` gives in its
/// first memory. The runtime places all other tensors. `source` names the file in error messages.
std::vector<std::uint8_t> tflite_with_plan(const std::vector<std::uint8_t>& file, const Plan& plan,
                                           std::size_t tensors, const std::string& source);

}  // namespace spillway
