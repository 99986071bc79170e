// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/xcore/compiled/compiled_options.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Kinds of loads, by their numbers in the options. The number 0 is a blocking load from flash: the
/// interpreter waits until the flash has delivered the data. read_load() rejects other numbers.
constexpr std::int64_t load_from_external_ram = 1;
constexpr std::int64_t asynchronous_load = 2;

/// The options of a load. The keys of these options depend on the version of xformer: in 2021
/// `address` and `bytes`, later in 2021 `addr` and `size`; `addr`, `sizes` and `ddr` until 2024-10;
/// `a`, `s` and `t` since then.
struct LoadOptions {
  std::int64_t address = 0;
  std::vector<std::int64_t> sizes;
  std::int64_t kind = 0;
};
LoadOptions read_load(const CompiledOptions& options);

/// Checks that the loads of a compiled network cover its weights file. Two loads must not overlap,
/// unless both load the same bytes. There must be no gaps, except to align the next load to a cache
/// line. Throws UserError(input_file) that names the first load that does not fit.
void require_loads_tile_the_file(const Network& network);

}  // namespace spillway::xcore
