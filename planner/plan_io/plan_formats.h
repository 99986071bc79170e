// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// Gives the feature maps of a lowered network the layout in a plan file: maps in bricks become
/// rows of pixels if the file's column `format` says so. Files of other forms and files without the
/// column change nothing. Throws UserError(input_file) as the reader of plans does.
void adopt_plan_formats(const std::string& text, const std::string& source, Network& lowered);

}  // namespace spillway
