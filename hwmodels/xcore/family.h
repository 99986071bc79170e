// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/processor_family.h"
#include "hwmodels/xcore/parameters.h"

namespace spillway::xcore {

/// The family of the tiles of XMOS xcore.ai.
const ProcessorFamily& family();

ProcessorSpec processor(const XcoreParameters& parameters);

}  // namespace spillway::xcore
