// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hwmodels/target/target.h"

namespace spillway::test {

/// All arbitrations of a port, for tests of properties that hold for every arbitration. A new
/// arbitration must be added to this list.
constexpr std::array arbitrations = {Arbitration::fifo, Arbitration::round_robin,
                                     Arbitration::priority};

}  // namespace spillway::test
