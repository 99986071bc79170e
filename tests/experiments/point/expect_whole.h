// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/design_point.h"

namespace spillway::test {

/// Expects of a run of `point` that its plan is the whole truth: valid, no access outside of it, a
/// budget of each reported peak kept and one of a byte less missed, and its file made to the same
/// program and the same file again.
void expect_whole(const Network& network, DesignPoint point, const PointResult& result);

}  // namespace spillway::test
