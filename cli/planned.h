// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "planner/peaks/tflm_runtime.h"
#include "planner/pins.h"
#include "planner/plan_network.h"

namespace spillway::cli {

/// A planning problem, made from a buffers file or from the feature maps of a network, and its
/// plan.
struct Planned {
  // The planned network. For a buffers file, it has the buffers as tensors, so that reports can
  // name them.
  Network network;
  bool from_network = false;
  /// Whether `network` is lowered for a target. `plan` is then the plan that `run` would simulate.
  bool for_target = false;
  TflmView runtime_view = TflmView::kernels;
  PlanningProblem problem;
  PlanningResult result;
  Plan plan;
  std::string compiler;       // the compiler that wrote the network's file, if the file says it
  std::string note_of_point;  // a line for the user: which options were taken from the file
  std::optional<Bytes> method_bytes;  // bytes that ExecuTorch's runtime needs besides the plan
};

/// Adds the options that choose planner and memories. All commands that plan without simulating
/// have them.
void add_planning_options(boost::program_options::options_description& options);

/// Plans the feature maps of `network`. Without --memory, plans them in one memory without a limit.
/// With --target, and for compiled networks, plans everything that `run` would plan, within the
/// target's memory sizes. Without a target, `room` changes the capacities of memories: it maps a
/// memory's name to the number of bytes to add (negative: to take away).
Planned plan_of_network(const Arguments& arguments, Network network,
                        const std::map<std::string, Bytes>& room = {});

/// Plans the buffers of --buffers. Buffers for which the file gives an offset keep it.
Planned plan_of_buffers(const Arguments& arguments);

/// Reads the pins of --pin.
std::vector<PinRule> read_pins(const Arguments& arguments);

/// One line that says why there is no plan; empty if there is one.
std::string failure_text(const Planned& planned);

}  // namespace spillway::cli
