// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/replay/command_stream_match.h"
#include "hwmodels/ethosu/stream/register_steps.h"
#include "traces/network.h"

namespace spillway::ethosu {

using ConstantBytes = std::vector<std::uint8_t>;

/// A kernel of a compiled file with its registers and the constants that it reads, directly or from
/// a copy in another memory.
struct CompiledKernel {
  std::size_t stream = 0;
  const Operation* operation = nullptr;
  RegisterStep step;
  std::array<ConstantBytes, max_weight_streams> scales;  // per core
  ConstantBytes ifm, ifm2;                               // empty for maps that are no constants
  ConstantBytes table;                                   // the lookup table; empty = none
  std::optional<RegisterStep> table_load;                // the transfer that brought it
};

/// The kernels of each operation in `matched`. The result refers to `file`.
std::vector<std::vector<CompiledKernel>> compiled_kernels(const Network& compiled,
                                                          const DecodedFile& file,
                                                          const std::vector<MatchedOp>& matched);

}  // namespace spillway::ethosu
