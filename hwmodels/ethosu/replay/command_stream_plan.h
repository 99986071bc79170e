// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"

namespace spillway::ethosu {

/// The addresses of tensors, the slices of weights and the buffers they are copied into, and the
/// cascades with their stripes and rolling buffers, as the command streams of `file` have them, for
/// the plain network that it was compiled from. `lowered` is lower() of that network; regions lie
/// in memories as Target::regions says. Tensors that no stream touches lie behind
/// what the streams use. Throws UserError(input_file) as match_stream() does.
CompiledPlan plan_of_stream(const Network& lowered, const DecodedFile& file, const Target& target);

}  // namespace spillway::ethosu
