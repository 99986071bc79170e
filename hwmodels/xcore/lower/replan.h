// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/parameters.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Changes a compiled network to what the user wants other than the file has it: weights in SRAM
/// are constants of the program, which no load brings; other numbers of threads need other scratch.
/// What kernels and loads do then follows from `core` where programs are made.
void replan(Network& network, const XcoreParameters& core);

}  // namespace spillway::xcore
