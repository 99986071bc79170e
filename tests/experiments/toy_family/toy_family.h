// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/target/processor_family.h"

namespace spillway::test {

/// A processor family that no code of the program knows: an accelerator of `macs_per_cycle` that
/// streams whole operands one after the other. What a new family needs at the least.
const ProcessorFamily& toy_family();

/// A target file with such a processor, `sram_bytes` of SRAM and a slow memory.
std::string toy_target(int macs_per_cycle, int sram_bytes);

}  // namespace spillway::test
