// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hwmodels/ethosu/emit/byte_owners.h"
#include "hwmodels/ethosu/replay/command_stream_match.h"
#include "hwmodels/ethosu/stream/register_steps.h"
#include "traces/network.h"

namespace spillway::ethosu {

using ConstantBytes = std::vector<std::uint8_t>;

/// Constants of a compiled file, and their address in the file's region 0.
struct FileConstants {
  ConstantBytes bytes;
  std::optional<Address> address;
};

/// A kernel of a compiled file with its registers and the constants that it reads, directly or from
/// a copy in another memory.
struct CompiledKernel {
  std::size_t stream = 0;
  const Operation* operation = nullptr;
  RegisterStep step;
  std::array<ConstantBytes, max_weight_streams> scales;  // one entry per core
  // Where the scales and weights begin in region 0.
  std::optional<Address> weights;
  FileConstants ifm, ifm2;                 // empty for maps that are no constants
  FileConstants table;                     // the lookup table; empty = none
  std::optional<RegisterStep> table_load;  // the transfer that loaded the table
};

/// The kernels of a compiled file with the constants that they read, grouped by the operations of
/// the network. The decoded file must outlive this object.
struct CompiledKernels {
  std::vector<std::vector<CompiledKernel>> of;  // per matched operation
  std::vector<ByteRange> unread;                // ranges of region 0 that no command reads
};

CompiledKernels compiled_kernels(const Network& compiled, const DecodedFile& file,
                                 const std::vector<MatchedOp>& matched);

}  // namespace spillway::ethosu
