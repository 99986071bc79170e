// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/xcore/options.h"

namespace spillway {

/// Values of --op-split: `TOP:BOTTOM:STRIPS` each, or TOP, BOTTOM and STRIPS as three words. As
/// xformer's xcore-op-split-top-op, -bottom-op and -num-splits, one range after the other. Throws
/// UserError(usage).
std::vector<xcore::RowSplit> parse_row_splits(const std::vector<std::string>& words);

/// Parses the value of --one-pixel: true for `split`, false for `whole`. Throws UserError(usage)
/// for other words.
bool parse_one_pixel(const std::string& how);

}  // namespace spillway
