// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"

namespace spillway::test {

/// Checks the result of a run of `point`:
/// * The plan is valid.
/// * Every access of the program lies in memory that the plan assigns.
/// * The reported peak of each memory is the smallest budget that the plan meets.
/// * A run with the plan, written as CSV and read again, has the same program and the same CSV.
void expect_whole(const Network& network, DesignPoint point, const PointResult& result);

}  // namespace spillway::test
