// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"

namespace spillway::ethosu {

/// The compiler's plan, read from the command streams of `file`: addresses of tensors, slices of
/// weights and their buffers, and cascades with their stripes and rolling buffers. `lowered` is
/// lower() of the plain network that `file` was compiled from. Target::regions gives the memory of
/// each region. Tensors that no stream reads or writes lie behind the addresses that the streams
/// use. Throws UserError(input_file) if `file` was not compiled from the network.
CompiledPlan plan_of_stream(const Network& lowered, const DecodedFile& file, const Target& target);

}  // namespace spillway::ethosu
