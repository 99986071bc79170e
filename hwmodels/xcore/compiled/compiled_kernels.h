// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Returns the kernel of a compiled operator whose options say more about it than the shapes of its
/// operands; nullopt if the shapes are sufficient. Throws UserError(input_file) for malformed
/// options and for work that does not add up to the output.
std::optional<KernelSpec> compiled_kernel(const Network& network, const Operator& op);

}  // namespace spillway::xcore
