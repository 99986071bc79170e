// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "traces/executorch/file.h"
#include "traces/executorch/values.h"
#include "traces/network.h"

namespace spillway {

/// The memory that a program takes while it runs. First comes the scratch memory, which all
/// delegates share because the runtime takes it from its temporary allocator for one call at a
/// time. Behind it lie the buffers that the program plans for its feature maps, one per memory of
/// the plan.
class ExecutorchArena {
 public:
  explicit ExecutorchArena(const ExecutorchFile& file) : file_(file) {}

  void include_scratch(Bytes bytes);
  void put_into_scratch(TensorIndex tensor, Bytes offset);

  /// Adds a tensor for every planned buffer to `network`, to which `values` belong. Each tensor has
  /// the size that the program tells the runtime to allocate. Returns the contents of the metadata
  /// `OfflineMemoryAllocation`, with the offset of every tensor that has a place. Throws
  /// UserError(input_file) for places outside their buffer, and for arenas of 2^31 bytes and more.
  std::vector<std::uint8_t> place(ExecutorchValues& values, const executorch::ExecutionPlan& method,
                                  const Network& network);

 private:
  struct Buffer {
    Bytes begin = 0;  // in the arena
    Bytes bytes = 0;
  };

  void add_buffers(ExecutorchValues& values, const executorch::ExecutionPlan& method);

  const ExecutorchFile& file_;
  Bytes scratch_bytes_ = 0;
  std::map<TensorIndex, Bytes> in_scratch_;  // offsets
  std::vector<Buffer> buffers_;              // by memory of the program; number 0 holds constants
};

}  // namespace spillway
