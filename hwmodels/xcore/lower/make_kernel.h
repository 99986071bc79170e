// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Returns the kernel of operator `op` of a lowered or compiled network. Throws
/// UserError(input_file) for a compiled operator with malformed options.
KernelSpec make_kernel(const Network& network, const Operator& op, const Threading& threads);

}  // namespace spillway::xcore
