// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/processor_family.h"
#include "hwmodels/xcore/parameters.h"

namespace spillway::xcore {

/// Returns the family of processors that consist of an xcore.ai tile of XMOS.
const ProcessorFamily& family();

ProcessorSpec processor(const XcoreParameters& parameters);

}  // namespace spillway::xcore
