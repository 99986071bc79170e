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
  MemorySpace arena;  // name of the arena in plan files, and its size
  // The text of a plan that is used instead of a planner; empty = the planner makes the plan.
  std::string plan_text;
  std::string plan_source;
};

/// A network's .tflite file with a plan of its arena in the metadata. Also has the arena sizes that
/// the runtime needs for the original file and for this file.
struct ArenaFile {
  // Contents of the new file; if the original is kept, contents of the original file.
  std::vector<std::uint8_t> bytes;
  std::string kept_because;  // why the original file is kept; empty = a new file was made
  std::string planner;       // the planner, or the name of the plan's file
  // Peaks of the arena in bytes, with the original file and with the new file. The runtime's own
  // records are not counted.
  Bytes before = 0, after = 0;
  Bytes lower_bound = 0;
  // The plans that the runtime's planner makes for the original file and for the new file. Memory 0
  // of each plan is the arena.
  Plan plan_before, plan_after;
};

/// Writes a plan of the arena into the metadata of the network's .tflite file. The runtime places
/// the tensors as this plan says. Computes the arena's peak in the runtime for the original file
/// and for the new file. If the new peak is not lower, the result is the original file. Throws
/// CapacityError if the plan does not fit `request.arena`. Throws UserError(input_file) if
/// `network` was not read from a .tflite file, or if the plan is for another network.
ArenaFile relink_arena(const Network& network, const ArenaRequest& request);

/// Returns the .tflite file `file` with a plan in its metadata: the offsets of `plan` in its memory
/// 0. The runtime places the tensors to which `plan` gives no offset in memory 0. `tensors` is the
/// number of tensors in the file. `source` names the file in error messages.
std::vector<std::uint8_t> tflite_with_plan(const std::vector<std::uint8_t>& file, const Plan& plan,
                                           std::size_t tensors, const std::string& source);

}  // namespace spillway
