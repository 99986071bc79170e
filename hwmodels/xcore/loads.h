// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Constants of at most so many bytes stay on the tile (xcore-load-externally-if-larger).
constexpr Bytes load_threshold = 96;

/// Puts an XC_ld_flash in front of every operator with large constants: one for all constants that
/// only it uses, and one for each that others use as well. Outputs are the tensors in the arena
/// where the constants land.
void add_loads(Network& network);

}  // namespace spillway::xcore
