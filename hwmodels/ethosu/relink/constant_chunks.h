// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/relink/planned_constants.h"
#include "hwmodels/ethosu/relink/planned_places.h"

namespace spillway::ethosu {

/// Returns the constants that the kernels and transfers of a plan read. Each chunk has its place in
/// the plan and its address in the compiled file. If several stripes read the same constants, the
/// result contains the chunk several times.
std::vector<ConstantChunk> constant_chunks(const WorkList& work, const CompiledKernels& kernels,
                                           const PlannedPlaces& places);

}  // namespace spillway::ethosu
