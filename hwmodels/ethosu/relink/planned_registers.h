// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/weight_format.h"
#include "hwmodels/ethosu/relink/arena_addresses.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// Returns the registers that a kernel of a compiled file gets for a new plan:
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
RegisterStep planned_transfer(const RegionAddress& from, const RegionAddress& to, Bytes bytes);

/// Returns `load`, the DMA transfer of a lookup table, with `from` as its new source.
RegisterStep planned_table_load(const RegisterStep& load, const RegionAddress& from);

/// Returns the block dependency (how many blocks of the previous kernel may be unfinished) of each
/// command of `emitted`. The block dependency of a kernel is the largest value that `rule` allows
/// between this kernel and the previous kernel. If `original` gives a larger value to the same two
/// kernels, that value is taken. The block dependency is 0 for the first kernel, for chained
/// kernels and for commands that are no kernels.
///
/// `planned` has an entry per command: the kernel as the plan defines it, or nullopt if the kernel
/// as decoded from `emitted` is to be used. A planned kernel can have more input rows than its
/// registers say: for a stripe, Arm's compiler computes the block dependency from the rows of
/// RowsRule::as_compiled, which can be more rows than the stripe reads.
std::vector<std::int32_t> planned_dependencies(const Config& config, const DecodedStream& original,
                                               const DecodedStream& emitted,
                                               const std::vector<std::optional<Operation>>& planned,
                                               DependencyRule rule);

}  // namespace spillway::ethosu
