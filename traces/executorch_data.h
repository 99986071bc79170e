// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "traces/executorch_file.h"

namespace spillway {

/// A copy of the program `bytes`, to which the views of `file` belong, with other data of delegates
/// in place of those that begin at the keys of `data`. Where data grow, the segments behind them
/// move, as far as keeps their alignment. Throws UserError(input_file) for data that grow within
/// the program's tables.
std::vector<std::uint8_t> with_delegate_data(
    std::vector<std::uint8_t> bytes, const ExecutorchFile& file,
    const std::map<const std::uint8_t*, std::vector<std::uint8_t>>& data);

}  // namespace spillway
