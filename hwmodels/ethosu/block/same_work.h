// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// Whether two operations are the same but for addresses, constants and block dependencies: they
/// read and write maps of the same form in the same blocks, and do the same work on them.
bool same_work(const Operation& a, const Operation& b);

}  // namespace spillway::ethosu
