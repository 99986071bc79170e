// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Returns the kernel of a compiled operator if its options determine the kernel; nullopt if the
/// shapes of the operands are sufficient. Throws UserError(input_file) for malformed options and
/// for work that does not add up to the output.
std::optional<KernelSpec> compiled_kernel(const Network& network, const Operator& op);

}  // namespace spillway::xcore
