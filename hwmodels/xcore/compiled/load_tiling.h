// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/xcore/compiled/compiled_options.h"
#include "traces/network.h"

namespace spillway::xcore {

/// What a load says of itself, under the names of its generation of xformer: `address` and
/// `bytes`, then `addr` and `size` in 2021, `addr`, `sizes` and `ddr` until 2024-10, `a`, `s` and
/// `t` since.
struct LoadOptions {
  std::int64_t address = 0;
  std::vector<std::int64_t> sizes;
  std::int64_t kind = 0;  // 0 synchronous, 1 from external RAM, 2 asynchronous
};
LoadOptions read_load(const CompiledOptions& options);

/// Checks that the loads of a compiled network tile its weights file: no overlap but of
/// loads of the same bytes, and no gap but those that bring the next one to a line of the cache.
/// Throws UserError(input_file) naming the first load that does not fit.
void require_loads_tile_the_file(const Network& network);

}  // namespace spillway::xcore
