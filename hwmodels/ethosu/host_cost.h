// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Cycles that a Cortex-M55 class host at the NPU's clock takes for an operator that the NPU does
/// not run: cycles per multiply-accumulate or per output element of CMSIS-NN and TFLM kernels, to
/// the nearest power of two, and a fixed cost of dispatch. An order of magnitude, marked in every
/// table as unvalidated; never zero.
Cycles host_cycles(const Network& network, const Operator& op);

}  // namespace spillway::ethosu
