// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hwmodels/target/target.h"

namespace spillway::test {

/// All arbitrations of a port. Tests of properties that hold for every arbitration use this list,
/// so a new arbitration must be added here.
constexpr std::array arbitrations = {Arbitration::fifo, Arbitration::round_robin,
                                     Arbitration::priority};

}  // namespace spillway::test
