// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "traces/executorch/file.h"
#include "traces/executorch/values.h"
#include "traces/network.h"

namespace spillway {

/// The memory that an ExecuTorch program needs while it runs. First comes the scratch memory. All
/// delegates share it, because the runtime takes it from its temporary allocator for one call at a
/// time. Then come the buffers that the program plans for its feature maps: one buffer per memory
/// of the program's plan.
class ExecutorchArena {
 public:
  explicit ExecutorchArena(const ExecutorchFile& file) : file_(file) {}

  void include_scratch(Bytes bytes);
  void put_into_scratch(TensorIndex tensor, Bytes offset);

  /// Adds a tensor for every planned buffer to the network of `values`, with the size that the
  /// program tells the runtime to allocate. `network` is the same network. Returns the contents of
  /// the metadata `OfflineMemoryAllocation`, which hold the offsets of all tensors that have a
  /// place. Throws UserError(input_file) for a place outside its buffer and for an arena of 2^31
  /// bytes or more.
  std::vector<std::uint8_t> place(ExecutorchValues& values, const executorch::ExecutionPlan& method,
                                  const Network& network);

 private:
  struct Buffer {
    // Offset in the arena.
    Bytes begin = 0;
    Bytes bytes = 0;
  };

  void add_buffers(ExecutorchValues& values, const executorch::ExecutionPlan& method);

  const ExecutorchFile& file_;
  Bytes scratch_bytes_ = 0;
  // Offsets of tensors in the scratch memory.
  std::map<TensorIndex, Bytes> in_scratch_;
  // The buffer of each memory of the program. Memory 0 holds constants and has no buffer.
  std::vector<Buffer> buffers_;
};

}  // namespace spillway
