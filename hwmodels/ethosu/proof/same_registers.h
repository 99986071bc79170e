// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu::proof {

/// Returns a sentence about the first error in the commands of `emitted`; empty if there is no
/// error. An error is a difference from `original`, or an operand that breaks the processor's rules
/// of alignment. Addresses, regions, waits and block dependencies (how many blocks of the previous
/// kernel may be unfinished) are not compared, because they depend on the places of the data.
std::string register_difference(const DecodedStream& original, const DecodedStream& emitted);

/// Returns whether two streams are for the same configuration of the same processor.
bool same_processor(const Payload& a, const Payload& b);

/// Returns whether the kernels of two steps have the same registers. Differences in addresses,
/// regions, block dependencies (how many blocks of the previous kernel may be unfinished) and
/// lengths of weights are allowed; lengths can differ because weights can be encoded in several
/// ways. `op` is the decoded kernel of step `b`.
bool same_kernel(const RegisterStep& a, const RegisterStep& b, const Operation& op);

/// Returns the indices of the commands of a stream that are not waits.
std::vector<std::size_t> working_commands(const DecodedStream& stream);

/// Checks that all operands of a command begin at addresses that the processor allows, and for
/// transfers of a U55 also the length. Returns the end of a sentence that names the first wrong
/// operand; empty if all operands are allowed.
std::string misplaced_operand(const Operation& op);
std::string misplaced_operand(const DmaCommand& dma, Product product);

}  // namespace spillway::ethosu::proof
