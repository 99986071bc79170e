// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Each function returns the kernel of an operator in a file by xformer: XC_conv2d_v2 or
/// XC_maxpool2d. Throws UserError(input_file) for malformed options, for threads whose work does
/// not add up to the output, and for windows larger than the operand.
KernelSpec compiled_convolution(const Network& network, const Operator& op);
KernelSpec compiled_maxpool(const Network& network, const Operator& op);

}  // namespace spillway::xcore
