// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/proof/map_values.h"

namespace spillway::ethosu::proof {

/// What a kernel computes from.
struct KernelInputs {
  Value function = 0;           // functional_value(), with the table that it reads
  MapValues ifm, ifm2;          // empty if the kernel reads none
  std::vector<Value> channels;  // per output channel: weights and scale record
};

/// The results of a kernel before they are transposed. Results are equal if they are computed by
/// the same function from the same elements, wherever these stand in the map: a stripe or a slice
/// has the results that the whole operation has. Throws ProofFailure.
MapValues kernel_values(const Operation& op, const KernelInputs& inputs);

}  // namespace spillway::ethosu::proof
