// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/parameters.h"
#include "hwmodels/target/processor_family.h"

namespace spillway::ethosu {

/// Returns the functions and properties of Arm's microNPUs Ethos-U55, U65 and U85.
const ProcessorFamily& family();

ProcessorSpec processor(const EthosUParameters& parameters);

}  // namespace spillway::ethosu
