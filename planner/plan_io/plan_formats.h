// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// Gives the feature maps of a lowered network the layouts of a plan file: a map in the brick
/// layout (NHCWB16) changes to NHWC if the file's column `format` says so. Files of other forms,
/// and files without the column, change nothing. Throws UserError(input_file) as read_plan_csv()
/// does.
void adopt_plan_formats(const std::string& text, const std::string& source, Network& lowered);

}  // namespace spillway
