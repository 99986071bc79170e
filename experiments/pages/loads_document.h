// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/relinking/relink_loads.h"
#include "report/printout.h"

namespace spillway {

/// The same as relink_summary() and relink_document() of relink_document.h, for files whose
/// operators load weights into the arena.
Printout relink_summary(const Network& compiled, const Target& target, const LoadsFile& file);
std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const LoadsFile& file);

}  // namespace spillway
