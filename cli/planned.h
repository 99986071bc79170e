// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "planner/pins.h"
#include "planner/plan_network.h"
#include "planner/tflm_runtime.h"

namespace spillway::cli {

/// The rows of a buffers file or the feature maps of a network, and what a planner made of them.
struct Planned {
  Network network;  // of a buffers file: the buffers as tensors, so that reports can name them
  bool from_network = false;
  bool for_target = false;  // `network` is lowered, and `plan` is what `run` would run
  TflmView runtime_view = TflmView::kernels;
  PlanningProblem problem;
  PlanningResult result;
  Plan plan;
  std::string compiler;               // that wrote the network's file, as far as it says
  std::string note_of_point;          // for people: what was taken from the file
  std::optional<Bytes> method_bytes;  // that ExecuTorch's runtime takes beside the plan
};

/// Options that choose planner and memories, shared by the commands that only plan.
void add_planning_options(boost::program_options::options_description& options);

/// Plans the feature maps of `network`; without --memory there is one memory without a limit. With
/// --target, and for compiled networks, everything that `run` would plan, in the sizes of the
/// target. Without a target, memories have as many bytes more as `room` says of their names (below
/// 0: fewer).
Planned plan_of_network(const Arguments& arguments, Network network,
                        const std::map<std::string, Bytes>& room = {});

/// Plans the buffers of --buffers; offsets that the file gives are fixed.
Planned plan_of_buffers(const Arguments& arguments);

/// Pins of --pin.
std::vector<PinRule> read_pins(const Arguments& arguments);

/// Why there is no plan, in one line; empty for one that was made.
std::string failure_text(const Planned& planned);

}  // namespace spillway::cli
