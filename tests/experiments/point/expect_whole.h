// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"

namespace spillway::test {

/// Checks the result of a run of `point`. The plan must be valid, and every access of the program
/// must lie in memory that the plan assigns. The reported peak must be the smallest budget that the
/// plan meets. Also writes the plan as CSV and runs it again, which must give the same program and
/// the same CSV.
void expect_whole(const Network& network, DesignPoint point, const PointResult& result);

}  // namespace spillway::test
