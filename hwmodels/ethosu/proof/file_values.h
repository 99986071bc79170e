// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/proof/value_memory.h"
#include "traces/network.h"

namespace spillway::ethosu::proof {

/// The contents of a tensor when the host or the application reads it.
struct Observation {
  std::string reader;  // "the application", "operator 3 of the host"
  TensorIndex tensor = no_tensor;
  Value value = 0;
};

/// Runs a compiled file operator by operator, on symbolic values instead of numbers. Returns what
/// the operators of the host and the application read, in order. Two files with equal observations
/// compute the same function, however their streams divide operations and weights. Throws
/// ProofFailure for commands that read bytes which no command wrote, and for commands that the
/// proof cannot follow. Throws UserError(input_file) for a stream that cannot be decoded.
std::vector<Observation> observations(const Network& network);

}  // namespace spillway::ethosu::proof
