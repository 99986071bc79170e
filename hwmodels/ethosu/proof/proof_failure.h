// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace spillway::ethosu::proof {

/// Why a command cannot be followed or is wrong, as the end of a sentence about it.
class ProofFailure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace spillway::ethosu::proof
