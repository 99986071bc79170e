// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/weight_format.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/relink/planned_places.h"

namespace spillway::ethosu {

/// Returns the registers of a kernel for a plan:
/// - Places, extents, padding, block and weights come from `operation`, whose addresses are
///   addresses in the file's regions.
/// - All other registers come from `compiled`.
/// - If `keeps_shape` is set, `compiled` computes the same operation in another shape. Extents,
///   strides, padding and block then come from `compiled`, too.
///
/// `format` is the format of the encoded weights.
RegisterStep planned_kernel(const Config& config, const CompiledKernel& compiled,
                            const Operation& operation, bool keeps_shape, WeightFormat format);

/// Returns the registers of a DMA transfer that copies `bytes` bytes.
RegisterStep planned_transfer(const RegionPlace& from, const RegionPlace& to, Bytes bytes);

/// Returns `load`, the DMA transfer of a lookup table, with `from` as its new source.
RegisterStep planned_table_load(const RegisterStep& load, const RegionPlace& from);

}  // namespace spillway::ethosu
