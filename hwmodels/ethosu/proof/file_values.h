// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/proof/value_memory.h"
#include "traces/network.h"

namespace spillway::ethosu::proof {

/// What the host CPU or the application reads from a tensor. `value` is a hash of the computation
/// that produced the contents of the tensor at this time.
struct Observation {
  std::string reader;  // such as "operator 3 of the host"
  TensorIndex tensor = no_tensor;
  Value value = 0;
};

/// Runs a compiled file operator by operator, with a hash in place of each number: the hash of the
/// computation that produced the number. Returns, in order, what the application and the operators
/// on the host CPU read. Two files with equal observations compute the same function, even if their
/// streams divide operations and weights differently.
///
/// Throws ProofFailure if a kernel, an operator on the host or the application reads bytes that
/// were never written, or if the proof does not support a command. Throws UserError(input_file) for
/// a stream that cannot be decoded.
std::vector<Observation> observations(const Network& network);

}  // namespace spillway::ethosu::proof
