// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/emit/byte_owners.h"
#include "hwmodels/ethosu/replay/command_stream_match.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/ethosu/stream/register_steps.h"
#include "traces/network.h"

namespace spillway::ethosu {

using ConstantBytes = std::vector<std::uint8_t>;

/// Constants of a compiled file, and their address in region 0 of the file. Without constants,
/// `bytes` is empty and `address` is nullopt.
struct FileConstants {
  ConstantBytes bytes;
  std::optional<Address> address;
};

/// A kernel of a compiled file with its registers and the constants that the kernel reads. The
/// kernel reads the constants from region 0, or from a copy of them in another region.
struct CompiledKernel {
  std::size_t stream = 0;
  const Operation* operation = nullptr;
  RegisterStep step;
  std::array<ConstantBytes, max_weight_streams> scales;  // one entry per core or decoder
  // The lowest address of the kernel's scales and weights in region 0; nullopt if the kernel has no
  // scales and weights.
  std::optional<Address> weights;
  FileConstants ifm, ifm2;                 // empty if the map is no constant
  FileConstants table;                     // empty = the kernel uses no lookup table
  std::optional<RegisterStep> table_load;  // the DMA transfer that loads `table`
};

/// The kernels of a compiled file, listed by the operation of the lowered network that they
/// compute. The decoded file and the operations must outlive this object.
class CompiledKernels {
 public:
  CompiledKernels(const Network& compiled, const DecodedFile& file, const NetworkOps& ops);

  const std::vector<CompiledKernel>& of(const Step& step) const { return kernels_[index_of(step)]; }
  const MatchedOp& match_of(const Step& step) const { return matched_[index_of(step)]; }
  /// Returns the ranges of region 0 (constants) that no command of the file reads.
  const std::vector<ByteRange>& unread() const { return unread_; }

  /// Throws UserError(run_failed) if an operation of the lowered network has no kernel in the file.
  /// This happens if the compiler computes an operator with other operations than the lowered
  /// network. Operations that DMA performs need no kernel.
  void require_all() const;

 private:
  std::size_t index_of(const Step& step) const { return at(first_, step.op) + step.part; }

  std::vector<MatchedOp> matched_;
  std::vector<std::vector<CompiledKernel>> kernels_;  // per element of `matched_`
  std::vector<ByteRange> unread_;
  std::vector<std::size_t> first_;  // per operator: index of its first operation
};

}  // namespace spillway::ethosu
