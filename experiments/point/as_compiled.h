// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns `point` with options that the user has not set and that a compiled file determines: the
/// target for which the file was compiled, the memory mode that its commands show, and the size of
/// the cache that its compiler assumed. The cache size is set only if it is larger than that of the
/// mode and not larger than the memory. For a plain network, returns `point` unchanged. Throws
/// UserError(input_file) for a compiled file that cannot be decoded.
DesignPoint as_compiled(const Network& network, DesignPoint point);

/// Returns a text with the options that as_compiled() has set, such as "target ethos-u65-256 and
/// memory mode Dedicated_Sram"; empty if it has set no option.
std::string taken_from_file(const DesignPoint& point);

}  // namespace spillway
