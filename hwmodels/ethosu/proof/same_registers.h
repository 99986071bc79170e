// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu::proof {

/// What differs between the commands of two streams besides addresses, regions, waits and block
/// dependencies, in one sentence; also what breaks the processor's rules of alignment in `emitted`.
/// Empty = nothing.
std::string register_difference(const DecodedStream& original, const DecodedStream& emitted);

/// Whether two streams are for the same configuration of the same processor.
bool same_processor(const Payload& a, const Payload& b);

/// Whether the kernels of two steps have the same registers, besides those of addresses, regions
/// and block dependencies. `op` is the kernel of `b`.
bool same_kernel(const RegisterStep& a, const RegisterStep& b, const Operation& op);

/// The commands of a stream that do something but wait, by number.
std::vector<std::size_t> working_commands(const DecodedStream& stream);

}  // namespace spillway::ethosu::proof
