// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "traces/executorch/file.h"
#include "traces/executorch/values.h"
#include "traces/network.h"

namespace spillway {

/// The memory that an ExecuTorch program needs while it runs. The memory begins with the scratch
/// memory, which all delegates share: the runtime takes the scratch memory from its temporary
/// allocator during one call of a delegate. After the scratch memory lie the buffers for feature
/// maps, one buffer for each memory of the program's memory plan.
class ExecutorchArena {
 public:
  explicit ExecutorchArena(const ExecutorchFile& file) : file_(file) {}

  void include_scratch(Bytes bytes);
  void put_into_scratch(TensorIndex tensor, Bytes offset);

  /// Adds one tensor for each planned buffer to the network of `values`, with the size that the
  /// program gives for the buffer. `network` must be the network of `values`; it is read after the
  /// tensors have been added. Returns the contents of the metadata `OfflineMemoryAllocation`: the
  /// arena offset of every tensor, or not_planned for tensors without a planned address. Throws
  /// UserError(input_file) for an address outside its buffer, and for an arena of 2^31 bytes or
  /// more.
  std::vector<std::uint8_t> place(ExecutorchValues& values, const executorch::ExecutionPlan& method,
                                  const Network& network);

 private:
  struct Buffer {
    // Offset of the buffer in the arena.
    Bytes begin = 0;
    Bytes bytes = 0;
  };

  void add_buffers(ExecutorchValues& values, const executorch::ExecutionPlan& method);

  const ExecutorchFile& file_;
  Bytes scratch_bytes_ = 0;
  // Offsets of tensors within the scratch memory, in bytes.
  std::map<TensorIndex, Bytes> in_scratch_;
  // The buffers; the index is the number of the program's memory. Memory 0 holds constants and has
  // no buffer.
  std::vector<Buffer> buffers_;
};

}  // namespace spillway
