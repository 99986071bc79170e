// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/target/processor_family.h"

namespace spillway::test {

/// A processor family that is no part of the program: an accelerator with `macs_per_cycle` MACs
/// that streams whole operands one after the other. It has only what a family must have.
const ProcessorFamily& toy_family();

/// A target file with such a processor, `sram_bytes` of SRAM and a slow memory.
std::string toy_target(int macs_per_cycle, int sram_bytes);

}  // namespace spillway::test
