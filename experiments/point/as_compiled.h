// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns `point` with the settings that a compiled file determines and the user left open: the
/// target that the file was compiled for, the memory mode that its commands show, and the cache
/// size that its compiler was given, if that is more than the mode's and not more than the memory
/// has. A plain network changes nothing. Throws UserError(input_file) for a compiled file that
/// cannot be decoded.
DesignPoint as_compiled(const Network& network, DesignPoint point);

/// Names the settings that as_compiled() took from a file, for people: "target ethos-u65-256 and
/// memory mode Dedicated_Sram"; empty if there are none.
std::string taken_from_file(const DesignPoint& point);

}  // namespace spillway
