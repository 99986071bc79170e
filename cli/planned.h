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

/// A planning problem with its plan. The problem comes from a buffers file or from the feature maps
/// of a network.
struct Planned : NetworkPlan {
  // The planned network. If a buffers file was planned, the tensors of the network are the buffers,
  // so that reports can use the buffers' names.
  Network network;
  bool from_network = false;
  /// Whether `network` is lowered for a target. `plan` is then the plan that the command `run`
  /// would simulate.
  bool for_target = false;
  TflmView runtime_view = TflmView::kernels;
  std::string compiler;       // the compiler that wrote the network's file; empty if unknown
  std::string note_of_point;  // message: which options of the point come from the compiled file
  // Bytes that ExecuTorch's runtime needs in addition to the plan; nullopt if unknown.
  std::optional<Bytes> method_bytes;
};

/// Adds the options that choose the planner and the memories, for commands that plan without a
/// simulation.
void add_planning_options(boost::program_options::options_description& options);

/// Plans the feature maps of `network`. Without --memory, the plan uses one memory without a limit.
/// With --target, and for compiled networks, the result is the complete plan that `run` would
/// simulate, within the target's memory sizes. `extra_bytes` applies only without a target: it maps
/// the name of a memory to a number of bytes that is added to the memory's capacity (negative:
/// subtracted).
Planned plan_of_network(const Arguments& arguments, Network network,
                        const std::map<std::string, Bytes>& extra_bytes = {});

/// Plans the buffers in the file of --buffers. A buffer for which the file gives an offset keeps
/// this offset.
Planned plan_of_buffers(const Arguments& arguments);

/// Reads the rules of the option --pin, which say in which memory a tensor must be placed.
std::vector<PinRule> read_pins(const Arguments& arguments);

/// Returns one line that says why there is no plan; empty if there is a plan.
std::string failure_text(const Planned& planned);

}  // namespace spillway::cli
