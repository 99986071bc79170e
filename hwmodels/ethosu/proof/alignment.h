// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// Names an operand that begins at an address which the processor does not allow. The result is the
/// end of a sentence about the command; it is empty if all operands are aligned.
std::string misplaced_operand(const Operation& op);
std::string misplaced_operand(const DmaCommand& dma, Product product);

}  // namespace spillway::ethosu::proof
