// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// The plan that `text` gives in any of the forms of planner/plan_io/plan_forms.h, told apart by
/// their content. Vela's table and ExecuTorch's list say where the feature maps are; lifetimes come
/// from the network, and constants lie where `request` puts them. What a CSV does not say is filled
/// in: feature maps by cadence-greedy around those that it places, which the result's note says;
/// flows of weights and constants as complete_plan() does. Throws as read_given_plan and
/// plan_network do, and UserError(input_file) for a list that does not place every feature map.
NetworkPlan plan_as_given(const std::string& text, const std::string& source,
                          const Network& network, PlanningRequest request);

/// The plan that a CSV gives for `network` (as lowered), rows named after tensors. A tensor's
/// further residencies are NAME#2, NAME#3, ...; in files without the columns of whole plans the DMA
/// copies it between them. Throws
/// UserError(input_file) for a row that names no tensor, and UserError(run_failed) with every
/// violation when the plan is not valid.
Plan read_given_plan(const std::string& csv, const std::string& source, const Network& network,
                     const std::vector<MemorySpace>& memories);

}  // namespace spillway
