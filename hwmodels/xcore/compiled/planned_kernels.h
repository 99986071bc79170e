// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Returns the kernel of an operator of the runtime before 2021-11 (tflite2xcore and the first
/// xformer), whose options hold a window and a plan for threads instead of structs: convolutions by
/// shape, fully connected layers, binary convolutions and pools. Also handles the float kernels of
/// 2023. Returns nothing for other operators. Throws UserError(input_file) for malformed options
/// and for work that does not add up to the output.
std::optional<KernelSpec> planned_kernel(const Network& network, const Operator& op);

/// Returns the kernel of XC_maxpool2d with the options `pool` and `stride`.
KernelSpec planned_pool(const Network& network, const Operator& op);

}  // namespace spillway::xcore
