// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "hwmodels/xcore/options.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Returns the network as operators of the XMOS runtime, with the persistent data that the runtime
/// allocates for each operator (add_operator_data()) and, if the options put the weights into flash
/// or external RAM, with loads of weights (add_loads()). A network that already has operators of
/// this runtime keeps its operators, except for the changes by replan() and group_loads().
Network lower(const Network& network, const Target& target, const LoweringOptions& options);

/// Returns the commands with which the tile runs a lowered network under `plan`.
Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const ScheduleOptions& options);

}  // namespace spillway::xcore
