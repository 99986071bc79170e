// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/units.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Offsets in the arena that xformer has planned, per tensor of the file, -1 for constants; nothing
/// when the file brings no plan. Throws UserError(input_file) when the metadata does not match the
/// tensors.
std::optional<std::vector<Bytes>> offline_offsets(const Network& network);

/// Checks that the loads of a compiled network tile its weights file: no gap, no overlap. Throws
/// UserError(input_file) naming the first load that does not fit.
void require_loads_tile_the_file(const Network& network);

}  // namespace spillway::xcore
