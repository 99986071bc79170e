// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/relink/planned_places.h"

namespace spillway::ethosu {

/// The registers of a kernel that runs as a plan says: those of `compiled` but for places, extents,
/// padding, block and weights, which are those of `operation` with its places in regions (`.region`
/// and bases of maps and constants). With `keeps_shape` the compiler's extents, strides and block
/// stay: `operation` is the whole of `compiled` in another shape. `sparse` = how a U85 finds its
/// weights stored.
RegisterStep planned_kernel(const Config& config, const CompiledKernel& compiled,
                            const Operation& operation, bool keeps_shape, bool sparse);

/// The registers of a transfer of `bytes` bytes.
RegisterStep planned_transfer(const RegionPlace& from, const RegionPlace& to, Bytes bytes);

/// The transfer `load` of a lookup table, from another place.
RegisterStep planned_table_load(const RegisterStep& load, const RegionPlace& from);

}  // namespace spillway::ethosu
