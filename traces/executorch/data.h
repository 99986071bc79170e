// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "traces/executorch/file.h"

namespace spillway {

/// Returns a copy of the program `bytes` with new data for some delegates. A key of `data` is the
/// address of a delegate's old data, as `file` returns it. If data in a segment grow, the segments
/// behind it move and keep their alignment. Throws UserError(input_file) if data inside the
/// program's tables would grow.
std::vector<std::uint8_t> with_delegate_data(
    std::vector<std::uint8_t> bytes, const ExecutorchFile& file,
    const std::map<const std::uint8_t*, std::vector<std::uint8_t>>& data);

}  // namespace spillway
