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
  MemorySpace arena;      // its name in plan files, and its size
  std::string plan_text;  // a plan made elsewhere instead of a planner; empty = none
  std::string plan_source;
};

/// A network with a plan for its arena, and the arenas that the runtime needs for both files.
struct ArenaFile {
  std::vector<std::uint8_t> bytes;  // content of the file; the original's if that is kept
  std::string kept_because;         // empty = the file is a new one
  std::string planner;              // the planner, or the file of the plan
  Bytes before = 0, after = 0;      // the arena's peak, without the runtime's own records
  Bytes lower_bound = 0;
  Plan plan_before,
      plan_after;  // made by the runtime's planner for both files; memory 0 is the arena
};

/// Writes the .tflite of `network` with a plan of its arena as metadata, which the runtime follows.
/// The peaks are those of the runtime's own planner for the original and for the new file. If the
/// new peak is not lower, the result is the original. Throws CapacityError if the plan does not fit
/// `request.arena`, and UserError(input_file) if `network` was not read from a .tflite or the plan
/// is for another network.
ArenaFile relink_arena(const Network& network, const ArenaRequest& request);

/// A copy of the .tflite file `source` with the offsets that `plan` gives in its first memory. The
/// runtime places all other tensors.
std::vector<std::uint8_t> tflite_with_plan(const std::vector<std::uint8_t>& file, const Plan& plan,
                                           std::size_t tensors, const std::string& source);

}  // namespace spillway
