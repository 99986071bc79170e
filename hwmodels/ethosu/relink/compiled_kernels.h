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

/// Constants of a compiled file, and their address in region 0 of the file. Without constants,
/// `bytes` is empty and `address` is nothing.
struct FileConstants {
  ConstantBytes bytes;
  std::optional<Address> address;
};

/// A kernel of a compiled file with its registers and the constants that the kernel reads. A kernel
/// reads constants from region 0, or from a copy in another region.
struct CompiledKernel {
  std::size_t stream = 0;
  const Operation* operation = nullptr;
  RegisterStep step;
  std::array<ConstantBytes, max_weight_streams> scales;  // one entry per core
  // The lowest address of the kernel's scales and weights in region 0; nothing if the kernel has no
  // scales and weights.
  std::optional<Address> weights;
  FileConstants ifm, ifm2;                 // empty if the map is no constant
  FileConstants table;                     // empty = the kernel uses no lookup table
  std::optional<RegisterStep> table_load;  // the DMA transfer that loads `table`
};

/// The kernels of a compiled file with the constants that they read, grouped by the operations of
/// the network. The decoded file must outlive this object.
struct CompiledKernels {
  std::vector<std::vector<CompiledKernel>> of;  // the kernels of each element of `matched`
  std::vector<ByteRange> unread;                // ranges of region 0 that no command reads
};

CompiledKernels compiled_kernels(const Network& compiled, const DecodedFile& file,
                                 const std::vector<MatchedOp>& matched);

}  // namespace spillway::ethosu
