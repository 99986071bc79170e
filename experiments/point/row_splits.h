// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/xcore/options.h"

namespace spillway {

/// Parses values of --op-split, each of the form `TOP:BOTTOM:STRIPS`: the operators with the
/// numbers TOP to BOTTOM run in STRIPS strips of rows. The compiler xformer has the options
/// xcore-op-split-top-op, xcore-op-split-bottom-op and xcore-op-split-num-splits for these numbers.
/// Throws UserError(usage) for other forms.
std::vector<xcore::RowSplit> parse_row_splits(const std::vector<std::string>& words);

/// Parses the value of --one-pixel. Returns true for `split` and false for `whole`. Throws
/// UserError(usage) for other words.
bool parse_one_pixel(const std::string& how);

}  // namespace spillway
