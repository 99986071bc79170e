// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/schedule/work_builder.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// An operation of a command stream.
struct MatchedKernel {
  std::size_t stream = 0;   // into DecodedFile::streams
  std::size_t command = 0;  // into DecodedStream::commands
  const Operation* operation = nullptr;
};

/// An operation of the lowering and what computes it in a stream: one kernel, or one per slice of
/// its channels, or one per stripe of its rows, in order.
struct MatchedOp {
  const NpuOp* op = nullptr;
  std::vector<MatchedKernel> kernels;  // none: the compiler cut the network differently here

  /// One kernel is the whole operation, in whatever shape the compiler has it.
  bool striped() const {
    return kernels.size() > 1 && kernels.front().operation->ofm.height < op->operation.ofm.height;
  }
  /// Kernels that bring weights of their own.
  std::size_t slices() const { return striped() ? 1 : kernels.size(); }
};

/// Every operation of `ops`, in order, with its kernels. They are found by kind, window and shape,
/// in the order of the network. Throws UserError(input_file) for a file that was not compiled from
/// the network: one in which fewer than half of the operations with weights are found.
std::vector<MatchedOp> match_stream(const NetworkOps& ops, const DecodedFile& file);

}  // namespace spillway::ethosu
