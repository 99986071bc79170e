// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Returns the kernel of an operator that xformer leaves to TFLM's reference kernels. Its cost is a
/// model of the kernel's loops if a published time confirms the model. Otherwise it is an estimate
/// from MACs or elements, marked as unvalidated.
KernelSpec reference_kernel(const Network& network, const Operator& op, const Threading& threads);

/// Returns the kernel of an operator of the XMOS runtime that Spillway does not model. Its cost is
/// an estimate from the elements and bytes that the operator reads and writes, marked as
/// unmodelled.
KernelSpec unknown_kernel(const Network& network, const Operator& op);

}  // namespace spillway::xcore
