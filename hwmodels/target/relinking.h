// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"
#include "planner/plan.h"

namespace spillway {

/// The place of a buffer of a compiled file.
struct BufferHome {
  // A compiled file has one arena (range of memory for feature maps), or two. True = the buffer is
  // in the second arena, which the application keeps in fast memory; false = it is in the first.
  bool fast = false;
  Bytes offset = 0;  // a multiple of 16
};

/// Into how many parts the rows and columns of a kernel's blocks are divided.
struct BlockDivision {
  std::int32_t rows = 1;
  std::int32_t columns = 1;
};

/// A range of a compiled file's working memory that can only be moved as a whole.
struct MovableBuffer {
  std::string name;
  BufferHome home;
  Bytes size = 0;
  // The buffer is in use during the steps [lower, upper). Every command and every operator of the
  // host is one step.
  TimeStep lower = 0;
  TimeStep upper = 0;
  // If a DMA transfer fills the buffer: the step of the last kernel before the transfer. If all
  // other users of the buffer's bytes have ended before this step, the transfer can run beside this
  // kernel. If no transfer fills the buffer: equal to `lower`.
  TimeStep free_from = 0;
  Bytes moved = 0;  // bytes that commands read and write in the buffer
  std::int32_t reads = 0;
  bool of_runtime = false;  // host or application access the buffer, so it stays in the arena
  bool is_weights = false;  // the buffer receives copies of constants for the processor
};

/// The buffers of a compiled file that can be moved.
struct MovableBuffers {
  std::vector<MovableBuffer> buffers;    // in the order of first use
  Bytes arena_bytes = 0;                 // size of the arena in the file
  Bytes fast_bytes = 0;                  // size of the fast arena in the file; 0 = no fast arena
  MemoryIndex arena_memory = no_memory;  // index into the target's memories
  MemoryIndex fast_memory = no_memory;   // no_memory if the file uses no fast arena
  /// The largest error of the simulated time of a whole network on this processor, in percent of
  /// the time on the simulator of the processor's vendor (docs/validation.md).
  double model_error_percent = 0;
};

}  // namespace spillway
