// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// The kernel of a compiled operator whose options say more than its operands; nothing for those
/// that follow from the shapes. Throws UserError(input_file) for malformed options and for work
/// that does not add up to the output.
std::optional<KernelSpec> compiled_kernel(const Network& network, const Operator& op);

}  // namespace spillway::xcore
