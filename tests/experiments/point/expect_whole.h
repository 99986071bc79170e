// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"

namespace spillway::test {

/// Checks the result of a run of `point`. The plan must be valid and contain all accesses. A budget
/// equal to a reported peak must be met, and one that is a byte smaller must be missed. The plan is
/// written to a file and read again: it must give the same program and the same file.
void expect_whole(const Network& network, DesignPoint point, const PointResult& result);

}  // namespace spillway::test
