// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/proof/value_memory.h"
#include "traces/network.h"

namespace spillway::ethosu::proof {

/// The symbolic contents of a tensor at the time when the host CPU or the application reads the
/// tensor.
struct Observation {
  std::string reader;  // such as "operator 3 of the host"
  TensorIndex tensor = no_tensor;
  Value value = 0;
};

/// Runs a compiled file operator by operator, on symbolic values instead of numbers. Returns, in
/// order, what the application and the operators on the host CPU read. Two files with equal
/// observations compute the same function, even if their streams divide operations and weights
/// differently.
///
/// Throws ProofFailure if a command reads bytes that no command wrote, or if the proof does not
/// support a command. Throws UserError(input_file) for a stream that cannot be decoded.
std::vector<Observation> observations(const Network& network);

}  // namespace spillway::ethosu::proof
