// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "traces/network.h"

namespace spillway {

/// The options that with_chosen_lowering() chooses: how much of the weights lands at once
/// (`landing`), whether they are asked for early (`loads`), which feature maps are paged
/// (`page-after`).
const std::vector<const PointOption*>& chosen_lowering_options();

/// The option that with_chosen_lowering() chooses for planners alone that choose by time: the
/// format of narrow feature maps (`narrow-maps`).
const PointOption& format_option();

/// Whether with_chosen_lowering() has a choice: the planner of `point` chooses by time, and
/// * it has two memories to choose from, and `point` names none of chosen_lowering_options(); or
/// * its maps take a twentieth less in another format, and `point` does not name format_option().
bool chooses_lowering(const Network& network, const DesignPoint& point, PointCache& cache);

/// `point`, and where chooses_lowering(), the lowering that its plans are fastest with, as options
/// of the point. It stays as it is where nothing is faster than the lowering without them. Plans
/// that are simulated on the way are known to `cache` afterwards.
DesignPoint with_chosen_lowering(const Network& network, const DesignPoint& point,
                                 PointCache& cache);

}  // namespace spillway
