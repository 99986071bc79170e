// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/xcore/kernels/kernel.h"
#include "hwmodels/xcore/kernels/step_builder.h"
#include "hwmodels/xcore/parameters.h"

namespace spillway::xcore {

/// The places of one operator's operands.
struct Operands {
  std::vector<Place> inputs;  // parallel to Operator::inputs
  std::vector<Place> outputs;
  Place data;          // what the runtime allocates once for the operator
  Place flash;         // start of the weights file
  Place external_ram;  // start of the weights in external RAM
};

/// Adds the steps of the kernel to `steps`, in the order in which the kernel computes and accesses
/// memory. Returns a sum of issue slots for the sake of SlotSum::validated() alone, which says
/// whether published times confirm the cost of the operator.
SlotSum emit_kernel(StepBuilder& steps, const KernelSpec& kernel, const Operator& op,
                    const Network& network, const Operands& at, const XcoreParameters& core);

}  // namespace spillway::xcore
