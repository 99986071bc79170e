// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/relinking/relink_loads.h"
#include "report/printout.h"

namespace spillway {

/// Like relink_summary() and relink_document() in relink_document.h, but for files whose operators
/// load weights into the arena.
Printout relink_summary(const Network& compiled, const Target& target, const LoadsFile& file);
std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const LoadsFile& file);

}  // namespace spillway
