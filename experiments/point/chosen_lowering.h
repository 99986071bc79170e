// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"
#include "traces/network.h"

namespace spillway {

/// `point`, and where its planner chooses by time on a tile with SRAM and external RAM, the
/// lowering that its plans are fastest with, as options of the point: how much of the weights lands
/// at once
/// (`landing`), unless the point names it. Options that the point has stay as they are.
DesignPoint with_chosen_lowering(const Network& network, const DesignPoint& point);

}  // namespace spillway
