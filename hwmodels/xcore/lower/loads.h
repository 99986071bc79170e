// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/units.h"
#include "hwmodels/xcore/kernels/load_names.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Constants of at most so many bytes stay on the tile (xcore-load-externally-if-larger).
constexpr Bytes load_threshold = 96;

enum class LoadSource : std::uint8_t { flash, external_ram };

/// Puts loads in front of every operator with large constants; their outputs are the tensors in the
/// arena where the constants land. From flash, one XC_ld_flash brings all constants that only this
/// operator uses, and one each those that others use as well; from external RAM, one XC_ld_weights
/// each. A load from flash of at most `early` bytes for a convolution starts in front of the
/// convolution before it, and an XC_ld_weights_wait stands in its place.
void add_loads(Network& network, LoadSource source, Bytes early);

}  // namespace spillway::xcore
