// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns the shell command that runs `point`: `spillway run NETWORK --target ...` with every
/// option that the point sets. `network` is the network in the command: a built-in name or a path.
/// `command` is the subcommand of spillway.
std::string command_of(const std::string& network, const DesignPoint& point,
                       const std::string& command = "run");

/// Returns the options that are in command_of(point), but not in command_of(base), as command line
/// text; empty if there are no such options.
std::string changed_options(const DesignPoint& point, const DesignPoint& base);

}  // namespace spillway
