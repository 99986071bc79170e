// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// Which operand begins where the processor cannot address it, as the end of a sentence about the
/// command; empty = none.
std::string misplaced_operand(const Operation& op);
std::string misplaced_operand(const DmaCommand& dma, Product product);

}  // namespace spillway::ethosu::proof
