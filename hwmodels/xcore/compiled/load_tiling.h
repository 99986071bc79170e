// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::xcore {

/// Checks that the loads of a compiled network tile its weights file: no gap, no overlap. Throws
/// UserError(input_file) naming the first load that does not fit.
void require_loads_tile_the_file(const Network& network);

}  // namespace spillway::xcore
