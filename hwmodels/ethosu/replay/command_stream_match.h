// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/schedule/work_builder.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// A kernel of a command stream.
struct MatchedKernel {
  std::size_t stream = 0;   // index into DecodedFile::streams
  std::size_t command = 0;  // index into DecodedStream::commands
  const Operation* operation = nullptr;
};

/// An operation of the lowering and the kernels of the stream that compute it, in order: one
/// kernel, one per slice of its channels, or one per stripe of its rows.
struct MatchedOp {
  const NpuOp* op = nullptr;
  std::vector<MatchedKernel> kernels;  // empty if the compiler split the network differently here

  /// Whether the operation runs in stripes, with one kernel per stripe. A single kernel is the
  /// whole operation, whatever its shape.
  bool striped() const {
    return kernels.size() > 1 && kernels.front().operation->ofm.height < op->operation.ofm.height;
  }
  /// The number of kernels that read weights of their own. All stripes read the same weights.
  std::size_t slices() const { return striped() ? 1 : kernels.size(); }
};

/// Finds the kernels of every operation of `ops` by kind, window and shape, in the order of the
/// network. Throws UserError(input_file) if fewer than half of the operations with weights are
/// found: the file was then not compiled from the network.
std::vector<MatchedOp> match_stream(const NetworkOps& ops, const DecodedFile& file);

}  // namespace spillway::ethosu
