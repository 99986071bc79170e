// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/relink/kernels_by_operation.h"
#include "hwmodels/ethosu/relink/planned_constants.h"
#include "hwmodels/ethosu/relink/planned_places.h"

namespace spillway::ethosu {

/// The constants that the work of a plan reads, where the plan has them and where the compiled file
/// has them. Stripes of an operation give the same chunks.
std::vector<ConstantChunk> constant_chunks(const WorkList& work, const KernelsByOperation& kernels,
                                           const PlannedPlaces& places);

}  // namespace spillway::ethosu
