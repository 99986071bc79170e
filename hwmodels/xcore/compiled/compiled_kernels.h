// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Returns the kernel of a compiled operator if its options determine the kernel; nullopt if no
/// options are needed, because the kernel follows from the shapes of the operands. Throws
/// UserError(input_file) for malformed options and if the work of the threads together is not
/// exactly the output (for a phase of a transposed convolution: if it is more than the output).
std::optional<KernelSpec> compiled_kernel(const Network& network, const Operator& op);

/// Each function returns the kernel of an operator in a file by xformer: XC_conv2d_v2 or
/// XC_maxpool2d. Throws UserError(input_file) for malformed options, for threads whose work does
/// not add up to the output, and for windows larger than the operand.
KernelSpec compiled_convolution(const Network& network, const Operator& op);
KernelSpec compiled_maxpool(const Network& network, const Operator& op);

/// Returns the kernel of an operator that tflite2xcore or the first xformer (before 2021-11)
/// compiled, or of a float operator of 2023; nullopt for all other operators. The older toolchain
/// had a type of operator for each shape of convolution, for fully connected layers, for binary
/// convolutions and for pools. The options of these operators contain a window and a division of
/// the work among threads, where later files contain structs. Throws UserError(input_file) for
/// malformed options and for work that does not add up to the output.
std::optional<KernelSpec> planned_kernel(const Network& network, const Operator& op);

/// Returns the kernel of XC_maxpool2d with the options `pool` and `stride`.
KernelSpec planned_pool(const Network& network, const Operator& op);

}  // namespace spillway::xcore
