// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/xcore/kernels/kernel.h"

namespace spillway::xcore {

/// The kernel of an operator that xformer leaves to the reference kernels of TFLM: its own loops
/// where a published time confirms them, otherwise an estimate from MACs or elements that is marked
/// as unvalidated.
KernelSpec reference_kernel(const Network& network, const Operator& op, const Threading& threads);

/// An operator of the XMOS runtime that has no model here: an estimate from the elements and bytes
/// that it reads and writes, marked as such.
KernelSpec unknown_kernel(const Network& network, const Operator& op);

}  // namespace spillway::xcore
