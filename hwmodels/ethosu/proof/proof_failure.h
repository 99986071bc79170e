// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace spillway::ethosu::proof {

/// The exception for a command that is wrong or that the proof does not support. what() returns the
/// end of a sentence whose beginning names the command.
class ProofFailure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace spillway::ethosu::proof
