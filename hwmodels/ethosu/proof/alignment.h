// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// Checks that all operands of a command begin at addresses that the processor allows. Returns the
/// end of a sentence that names the first operand at a wrong address; empty if there is none.
std::string misplaced_operand(const Operation& op);
std::string misplaced_operand(const DmaCommand& dma, Product product);

}  // namespace spillway::ethosu::proof
