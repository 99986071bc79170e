// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "traces/executorch/file.h"

namespace spillway {

/// Returns a copy of the program `bytes` with new compiled data for some delegates. The keys of
/// `data` are addresses of the delegates' old data, as ExecutorchFile::delegate_data() returns
/// them. If the data in a segment grow, all later segments move and keep their alignment. Throws
/// UserError(input_file) if data that are stored inside the flatbuffer grow.
std::vector<std::uint8_t> with_delegate_data(
    std::vector<std::uint8_t> bytes, const ExecutorchFile& file,
    const std::map<const std::uint8_t*, std::vector<std::uint8_t>>& data);

}  // namespace spillway
