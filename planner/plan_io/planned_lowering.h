// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "traces/network.h"

// What a plan file says about the lowered network: the layouts of feature maps and the blocks of
// operators.
namespace spillway {

/// Gives the feature maps of a lowered network the layouts of a plan file: a map in the brick
/// layout (NHCWB16) changes to NHWC if the file's column `format` says so. Files of other forms,
/// and files without the column, change nothing. Throws UserError(input_file) as read_plan_csv()
/// does.
void adopt_plan_formats(const std::string& text, const std::string& source, Network& lowered);

/// Returns the blocks of operators that a plan file gives in its column `block`; nothing if the
/// file has no such column. Throws UserError(input_file) as read_plan_csv() does.
std::optional<OperatorBlocks> plan_blocks(const std::string& text, const std::string& source);

}  // namespace spillway
