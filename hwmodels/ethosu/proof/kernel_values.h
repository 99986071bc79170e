// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/proof/map_values.h"

namespace spillway::ethosu::proof {

/// Everything on which the results of a kernel depend.
struct KernelInputs {
  // The result of functional_value(), combined with the contents of the kernel's lookup table.
  Value function = 0;
  // The symbolic elements (hashes) of the operands; empty if the kernel does not read an operand.
  MapValues ifm, ifm2;
  // Element i is a hash of the weights of output channel i and of its scale record (the bias, scale
  // and shift of the channel).
  std::vector<Value> channels;
};

/// Returns the symbolic results (hashes) of a kernel, before they are transposed. Two results are
/// equal if the same function computes them from the same elements. The position of a result in the
/// map does not matter, so a stripe or a slice has the same results as the whole operation (except
/// for resizing and argmax pooling, whose results depend on the whole map and the position). Throws
/// ProofFailure if the kernel reads another number of channels than it writes although each output
/// channel needs one input channel.
MapValues kernel_values(const Operation& op, const KernelInputs& inputs);

}  // namespace spillway::ethosu::proof
