// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// Fills in options that the user left open, from a compiled file: the target for which it was
/// compiled, the memory mode that its commands show, and the size of the cache that its compiler
/// assumed. The size is used only if it is larger than that of the mode and not larger than the
/// memory. For a plain network, returns `point` unchanged. Throws UserError(input_file) for a
/// compiled file that cannot be decoded.
DesignPoint as_compiled(const Network& network, DesignPoint point);

/// Names the options that as_compiled() has filled in, as a text for users: "target ethos-u65-256
/// and memory mode Dedicated_Sram"; empty if there are none.
std::string taken_from_file(const DesignPoint& point);

}  // namespace spillway
