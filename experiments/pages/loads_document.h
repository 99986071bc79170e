// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/relinking/relink_loads.h"
#include "report/printout.h"

namespace spillway {

/// Return the summary and the JSON document of a rewritten file with loads (operators that copy
/// weights into the arena). relink_document.h has the functions for other files.
Printout relink_summary(const Network& compiled, const Target& target, const LoadsFile& file);
std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const LoadsFile& file);

}  // namespace spillway
