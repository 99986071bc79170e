// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/parameters.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Changes a compiled network as the user demands. Weights in SRAM become constants of the program,
/// which no load fetches. Another number of threads needs another scratch size. Kernels and loads
/// are not changed here: they follow from `core` when the program is made.
void replan(Network& network, const XcoreParameters& core);

}  // namespace spillway::xcore
