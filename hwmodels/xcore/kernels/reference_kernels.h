// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Returns the kernel of an operator that xformer leaves to TFLM's reference kernels. If a
/// published time confirms the model of its loops, that is used; otherwise an estimate from MACs or
/// elements, marked as unvalidated.
KernelSpec reference_kernel(const Network& network, const Operator& op, const Threading& threads);

/// Returns the kernel of an operator of the XMOS runtime without a model here: an estimate from the
/// elements and bytes that it reads and writes, marked as unmodelled.
KernelSpec unknown_kernel(const Network& network, const Operator& op);

}  // namespace spillway::xcore
