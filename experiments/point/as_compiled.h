// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// `point` with what a compiled file says and the user did not: the target that it was compiled
/// for, the memory mode that its commands show, and the room of the cache that its compiler was
/// given, where that is more than the mode allows and the memory has it. A plain network changes
/// nothing. Throws UserError(input_file) for a compiled file that cannot be decoded.
DesignPoint as_compiled(const Network& network, DesignPoint point);

/// For people: "target ethos-u65-256 and memory mode Dedicated_Sram", as far as as_compiled() took
/// them from a file; empty for nothing.
std::string taken_from_file(const DesignPoint& point);

}  // namespace spillway
