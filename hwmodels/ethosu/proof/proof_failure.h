// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace spillway::ethosu::proof {

/// Reports a command that is wrong or that the proof does not support. what() is the end of a
/// sentence about the command.
class ProofFailure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace spillway::ethosu::proof
