// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/units.h"
#include "hwmodels/xcore/kernels/load_names.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Constants of at most this size stay on the tile (xformer's option
/// xcore-load-externally-if-larger).
constexpr Bytes load_threshold = 96;

enum class LoadSource : std::uint8_t { flash, external_ram };

/// Puts loads before every operator with large constants. The outputs of the loads are the arena
/// tensors that receive the constants.
/// * From flash, an operator has one XC_ld_flash for all constants that no other operator uses. A
///   constant that several operators use has an XC_ld_flash of its own.
/// * From external RAM, there is one XC_ld_weights per constant.
/// * A load from flash of at most `early` bytes for a convolution starts before the previous
///   convolution. In this case, an XC_ld_weights_wait stands before the convolution that uses the
///   load.
void add_loads(Network& network, LoadSource source, Bytes early);

}  // namespace spillway::xcore
