// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/relink/kernels_by_operation.h"
#include "hwmodels/ethosu/relink/planned_constants.h"
#include "hwmodels/ethosu/relink/planned_places.h"

namespace spillway::ethosu {

/// The constants that the kernels and transfers of a plan read, each with its place in the plan and
/// in the compiled file. A chunk occurs several times if several stripes read it.
std::vector<ConstantChunk> constant_chunks(const WorkList& work, const KernelsByOperation& kernels,
                                           const PlannedPlaces& places);

}  // namespace spillway::ethosu
