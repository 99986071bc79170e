// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// Returns whether two operations differ only in addresses, constants and block dependency.
bool same_work(const Operation& a, const Operation& b);

}  // namespace spillway::ethosu
