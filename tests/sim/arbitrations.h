// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hwmodels/target/target.h"

namespace spillway::test {

/// Every arbitration of a port. A new arbitration belongs into this list, from which the tests that
/// hold for all of them take it.
constexpr std::array arbitrations = {Arbitration::fifo, Arbitration::round_robin,
                                     Arbitration::priority};

}  // namespace spillway::test
