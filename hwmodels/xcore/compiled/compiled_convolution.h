// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// XC_conv2d_v2 and XC_maxpool2d as xformer wrote them. Throw UserError(input_file) for malformed
/// options, work that does not add up to the output, and windows that no operand could hold.
KernelSpec compiled_convolution(const Network& network, const Operator& op);
KernelSpec compiled_maxpool(const Network& network, const Operator& op);

}  // namespace spillway::xcore
