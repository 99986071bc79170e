// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/parameters.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Changes a compiled network as the user demands. If the user wants weights in SRAM, the loads are
/// removed and the weights become constants of the program. If the user wants another number of
/// threads, the scratch tensors get another size. Kernels are not changed here: they follow from
/// `core` when the program is made.
void replan(Network& network, const XcoreParameters& core);

}  // namespace spillway::xcore
