// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// Stores the feature maps of a lowered network as a plan file stores them: maps in bricks become
/// rows of pixels where the file's column `format` says so. Files of other forms and without the
/// column change nothing. Throws UserError(input_file) as the reader of plans does.
void adopt_plan_formats(const std::string& text, const std::string& source, Network& lowered);

}  // namespace spillway
