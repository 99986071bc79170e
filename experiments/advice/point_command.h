// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// The shell command that runs `point`: `spillway run NETWORK --target ...` with every option that
/// the point sets. `network` is the word for the network, `command` the subcommand.
std::string command_of(const std::string& network, const DesignPoint& point,
                       const std::string& command = "run");

/// The options in command_of() of `point` that are not in that of `base`; empty if there are none.
std::string changed_options(const DesignPoint& point, const DesignPoint& base);

}  // namespace spillway
