// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Return the kernel of XC_conv2d_v2 and of XC_maxpool2d in a file by xformer. Throw
/// UserError(input_file) for malformed options, for work that does not add up to the output, and
/// for windows larger than any operand.
KernelSpec compiled_convolution(const Network& network, const Operator& op);
KernelSpec compiled_maxpool(const Network& network, const Operator& op);

}  // namespace spillway::xcore
