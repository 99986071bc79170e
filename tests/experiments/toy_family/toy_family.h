// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/target/processor_family.h"

namespace spillway::test {

/// Returns a processor family that only this test registers. Its processor computes
/// `macs_per_cycle` MACs per cycle and reads whole operands one after the other. The family has
/// only the required members of ProcessorFamily.
const ProcessorFamily& toy_family();

/// Returns the text of a target file for a processor of the toy family with `sram_bytes` of SRAM
/// and a slow memory.
std::string toy_target(int macs_per_cycle, int sram_bytes);

}  // namespace spillway::test
