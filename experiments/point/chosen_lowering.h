// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "traces/network.h"

namespace spillway {

/// The options that with_chosen_lowering() chooses: how many bytes of weights are loaded at once
/// (`landing`), whether loads start early (`loads`), which feature maps are paged (`page-after`).
const std::vector<const PointOption*>& chosen_lowering_options();

/// The option that with_chosen_lowering() chooses only for planners that choose by time: the format
/// of narrow feature maps (`narrow-maps`).
const PointOption& format_option();

/// Whether with_chosen_lowering() has a choice. The planner of `point` must choose by time, and
/// * have two memories to choose from, while `point` names none of chosen_lowering_options(); or
/// * the feature maps need at least 5 % fewer bytes in another format, while `point` does not name
/// format_option().
bool chooses_lowering(const Network& network, const DesignPoint& point, PointCache& cache);

/// Returns `point` with the lowering whose plans are fastest, as options of the point, if
/// chooses_lowering(). The point is unchanged if nothing is faster than the lowering without these
/// options. `cache` keeps the times of the plans that are simulated during the search.
DesignPoint with_chosen_lowering(const Network& network, const DesignPoint& point,
                                 PointCache& cache);

}  // namespace spillway
