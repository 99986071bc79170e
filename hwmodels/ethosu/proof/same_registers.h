// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu::proof {

/// The first error in the commands of `emitted`, in one sentence; empty if there is none. An error
/// is a difference from `original`, or an operand that breaks the processor's rules of alignment.
/// Addresses, regions, waits and block dependencies can differ and are not compared.
std::string register_difference(const DecodedStream& original, const DecodedStream& emitted);

/// Whether two streams are for the same configuration of the same processor.
bool same_processor(const Payload& a, const Payload& b);

/// Whether the kernels of two steps have the same registers. Registers of addresses, regions and
/// block dependencies are not compared. `op` is the kernel of `b`.
bool same_kernel(const RegisterStep& a, const RegisterStep& b, const Operation& op);

/// The numbers of the commands of a stream that do something other than wait.
std::vector<std::size_t> working_commands(const DecodedStream& stream);

}  // namespace spillway::ethosu::proof
