// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"

namespace spillway::ethosu {

/// Returns the compiler's plan, read from the command streams of `file`:
/// * the addresses of tensors
/// * the slices of weights and the buffers that hold the slices
/// * the cascades with their stripes and rolling buffers
/// `lowered` is the result of lower() for the uncompiled network from which `file` was made. The
/// field Target::regions gives the memory of each region. Tensors that no stream reads or writes
/// get addresses behind all addresses of the streams. Throws UserError(input_file) if `file` was
/// not compiled from the network.
CompiledPlan plan_of_stream(const Network& lowered, const DecodedFile& file, const Target& target);

}  // namespace spillway::ethosu
