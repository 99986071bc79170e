// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// The command line that runs `point` alone, as a shell takes it: `spillway run NETWORK --target
/// ...` with every option that the point does not leave open. `network` is the word that names the
/// network, `command` the command that takes the options of a point.
std::string command_of(const std::string& network, const DesignPoint& point,
                       const std::string& command = "run");

/// The options of command_of() that `base` does not have, in the same words; empty for none.
std::string changed_options(const DesignPoint& point, const DesignPoint& base);

}  // namespace spillway
