// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// One kernel of a command stream: a command that starts the NPU's arithmetic.
struct MatchedKernel {
  std::size_t stream = 0;   // index into DecodedFile::streams
  std::size_t command = 0;  // index into DecodedStream::commands
  const Operation* operation = nullptr;
};

/// An NPU operation of the lowered network, and the kernels of the command streams that compute it.
/// The kernels are in the order of execution: one kernel for the whole operation, one kernel per
/// slice of its output channels, or one kernel per stripe of its output rows.
struct MatchedOp {
  const NpuOp* op = nullptr;
  std::vector<MatchedKernel> kernels;  // empty if no set of kernels computes exactly this operation

  /// Whether the operation runs in stripes of rows, with one kernel per stripe. An operation with a
  /// single kernel has no stripes.
  bool striped() const {
    return kernels.size() > 1 && kernels.front().operation->ofm.height < op->operation.ofm.height;
  }
  /// The number of kernels that read different weights. The result is 1 for an operation in
  /// stripes, because all its stripes read the same weights.
  std::size_t slices() const { return striped() ? 1 : kernels.size(); }
};

/// Returns every operation of `ops`, in order, with the kernels of `file` that compute it. A kernel
/// belongs to an operation if kind, filter window and shape fit. Throws UserError(input_file) if
/// more than half of the operations with weights have no kernels: `file` was then not compiled from
/// this network.
std::vector<MatchedOp> match_stream(const NetworkOps& ops, const DecodedFile& file);

}  // namespace spillway::ethosu
