// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "traces/network.h"

namespace spillway {

/// Returns the options that with_chosen_lowering() chooses for xcore.ai. A load is an operator that
/// copies weights from flash. The options are:
/// * `landing`: how many bytes of weights one load copies;
/// * `loads`: whether loads start early;
/// * `page-after`: which feature maps leave fast memory while they wait for their next use.
const std::vector<const PointOption*>& chosen_lowering_options();

/// Returns the options that with_chosen_lowering() chooses for Ethos-U: the blocks of operators
/// (`blocks`), the encoding of weights (`weight-encoding`), the format of narrow feature maps
/// (`narrow-maps`), and whether operators are chained (`chains`).
const std::vector<const PointOption*>& chosen_npu_options();

/// Whether with_chosen_lowering() searches for a lowering. The planner of `point` must simulate its
/// plans, and one of two conditions must hold:
/// * Feature maps may use two memories, and `point` sets none of chosen_lowering_options().
/// * `point` leaves open an option of chosen_npu_options() that can save time: the blocks of
///   operators, if trials with other blocks are at least 1 % faster; the encoding of weights, if
///   the smallest encoding saves at least 0.5 % of their bytes; the format of feature maps, if they
///   need at least 5 % fewer bytes in another format; or chaining, if operators form chains.
bool chooses_lowering(const Network& network, const DesignPoint& point, PointCache& cache);

/// Returns `point` with the options of the lowering whose plans are fastest. Returns `point`
/// unchanged if chooses_lowering() is false, or if no option makes plans faster. `cache` keeps the
/// times of the simulated plans.
DesignPoint with_chosen_lowering(const Network& network, const DesignPoint& point,
                                 PointCache& cache);

}  // namespace spillway
