// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "traces/network.h"

namespace spillway {

/// Returns the options that with_chosen_lowering() chooses for xcore.ai. A load is an operator that
/// copies weights from flash. The options are:
/// * `landing`: how many bytes of weights one load copies at most;
/// * `loads`: whether loads start early;
/// * `page-after`: which feature maps leave fast memory while they wait for their next use.
const std::vector<const PointOption*>& chosen_lowering_options();

/// Returns the options that with_chosen_lowering() chooses for Ethos-U: the blocks of operators
/// (`blocks`), the encoding of weights (`weight-encoding`), the format of narrow feature maps
/// (`narrow-maps`), and whether operators are chained (`chains`).
const std::vector<const PointOption*>& chosen_npu_options();

/// Whether with_chosen_lowering() searches for a lowering. `point` must name a planner that
/// simulates its plans, must allow it to search, must give no plan, and must meet one of two
/// conditions:
/// * `point` names several memories for feature maps, and sets none of chosen_lowering_options(),
///   which must all have an effect.
/// * `point` leaves open an option of chosen_npu_options() that can save time: the blocks of
///   operators, if trials with other blocks are at least 1 % faster; the encoding of weights, if
///   the smallest encoding saves at least 0.5 % of their bytes; the format of feature maps, if they
///   need at least 5 % fewer bytes in another format; or chaining, if operators form chains. In
///   networks with more than 1,000 operators, blocks and encoding are not chosen.
bool chooses_lowering(const Network& network, const DesignPoint& point, PointCache& cache);

/// Returns as_compiled() of `point` with the tried options of the lowering whose plans are fastest.
/// Changes no option of the lowering if chooses_lowering() is false, or if no tried option makes
/// plans faster. `cache` keeps the times of the simulated plans.
DesignPoint with_chosen_lowering(const Network& network, const DesignPoint& point,
                                 PointCache& cache);

}  // namespace spillway
