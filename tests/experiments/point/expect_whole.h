// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"

namespace spillway::test {

/// Checks a run of `point`: its plan is valid and contains all accesses; a budget of each reported
/// peak is met and one of a byte less is missed; and the written plan gives the same program and
/// the same file again.
void expect_whole(const Network& network, DesignPoint point, const PointResult& result);

}  // namespace spillway::test
