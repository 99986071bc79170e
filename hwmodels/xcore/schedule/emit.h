// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/xcore/kernels/kernel.h"
#include "hwmodels/xcore/kernels/step_builder.h"
#include "hwmodels/xcore/parameters.h"

namespace spillway::xcore {

/// Where the operands of one operator are.
struct Operands {
  std::vector<Place> inputs;  // parallel to Operator::inputs
  std::vector<Place> outputs;
  Place data;          // operator data
  Place flash;         // start of the weights file
  Place external_ram;  // start of the weights that are linked there
};

/// Writes the kernel's steps, in the order in which it computes and touches memory. Returns the
/// constants that its cost is made of.
SlotSum emit_kernel(StepBuilder& steps, const KernelSpec& kernel, const Operator& op,
                    const Network& network, const Operands& at, const XcoreParameters& core);

}  // namespace spillway::xcore
