// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns `point` with options that a compiled file determines and that the user has not set:
/// * the target for which the file was compiled;
/// * the memory mode that the file shows, unless the target's default mode is possible;
/// * as size of the cache, the bytes of the cache that the file uses, if they are more than the
///   memory mode gives and not more than the memory has.
///
/// If the user sets the memory mode or the memories of address regions, only the target is set. For
/// a plain network, returns `point` unchanged. Throws UserError(input_file) for a compiled file
/// that cannot be decoded.
DesignPoint as_compiled(const Network& network, DesignPoint point);

/// Returns a text with the target and memory mode that as_compiled() has set, such as
/// "target ethos-u65-256 and memory mode Dedicated_Sram"; empty if as_compiled() has set neither.
std::string taken_from_file(const DesignPoint& point);

}  // namespace spillway
