// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the compiler's plan, read from the command streams of `file`:
/// * the addresses of tensors
/// * the slices of weights and the buffers that hold the slices
/// * the cascades (operators that run in turns, stripe by stripe) with their stripes and rolling
///   buffers
/// `lowered` is the result of lower() for the uncompiled network from which `file` was made. The
/// field Target::regions gives the memory of each region. Tensors that no kernel matching an
/// operation of `lowered` reads or writes get addresses after all addresses of the streams.
/// Throws UserError(input_file) if `file` was not compiled from the network.
CompiledPlan plan_of_stream(const Network& lowered, const DecodedFile& file, const Target& target);

/// Gives feature maps of `lowered` the memory formats that the compiler chose in `file`:
/// * A map becomes rows of pixels (NHWC) if all operations of `file` that read or write the map use
///   NHWC. A map of few channels then takes fewer bytes than in bricks of 16 channels.
/// * An elementwise operator whose maps are all NHWC takes the shape of its kernel in `file`. The
///   shapes can differ because Vela 4 and later choose a shape whose channels fill bricks.
/// Throws UserError(input_file) if `file` was not compiled from the network.
void adopt_formats(Network& lowered, const DecodedFile& file, const Target& target);

}  // namespace spillway::ethosu
