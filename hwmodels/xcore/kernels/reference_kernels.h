// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// Returns the kernel of an operator that xformer leaves to TFLM's reference kernels. If a
/// published time confirms a model of the kernel's loops, the cost comes from this model. Otherwise
/// the cost is an estimate from MACs or elements, marked as unvalidated.
KernelSpec reference_kernel(const Network& network, const Operator& op, const Threading& threads);

/// Returns the kernel of an operator that Spillway does not model: of the XMOS runtime, or of an
/// unknown type. The cost of this kernel is an estimate from the number of elements that the
/// operator reads or writes, whichever is larger, marked as unmodelled.
KernelSpec unknown_kernel(const Network& network, const Operator& op);

}  // namespace spillway::xcore
