// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/weight_format.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/relink/planned_places.h"

namespace spillway::ethosu {

/// The registers of a kernel for a plan. Places, extents, padding, block and weights come from
/// `operation`, whose addresses are in the file's regions. All other registers come from
/// `compiled`. With `keeps_shape`, `compiled` computes the same operation in another shape; then
/// extents, strides and block come from `compiled`, too. `format` is the
/// format of the weights.
RegisterStep planned_kernel(const Config& config, const CompiledKernel& compiled,
                            const Operation& operation, bool keeps_shape, WeightFormat format);

/// The registers of a transfer of `bytes` bytes.
RegisterStep planned_transfer(const RegionPlace& from, const RegionPlace& to, Bytes bytes);

/// The transfer `load` of a lookup table, with `from` as its source.
RegisterStep planned_table_load(const RegisterStep& load, const RegionPlace& from);

}  // namespace spillway::ethosu
