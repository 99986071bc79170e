// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"
#include "planner/plan.h"

namespace spillway {

/// Where a piece of a compiled file's working memory lies.
struct BufferHome {
  bool fast = false;  // in the arena that the application keeps in fast memory; else in the arena
  Bytes offset = 0;   // multiple of 16
};

/// A piece of a compiled file's working memory that moves as a whole.
struct MovableBuffer {
  std::string name;
  BufferHome home;
  Bytes size = 0;
  TimeStep lower = 0;  // commands and operators of the host count one step each
  TimeStep upper = 0;
  TimeStep free_from = 0;  // if a transfer fills it: the step from which its bytes must be unused
                           // so that the transfer need not wait for a kernel; else `lower`
  Bytes moved = 0;         // bytes that commands read and write in it
  std::int32_t reads = 0;
  bool of_runtime = false;  // host or application touch it: it stays in the arena
  bool is_weights = false;  // constants on their way to the processor
};

/// What of a compiled file can be placed anew.
struct MovableBuffers {
  std::vector<MovableBuffer> buffers;    // by first use
  Bytes arena_bytes = 0;                 // as the file has it
  Bytes fast_bytes = 0;                  // 0 = it uses no fast arena
  MemoryIndex arena_memory = no_memory;  // of the target
  MemoryIndex fast_memory = no_memory;   // none where the file uses no fast arena
  /// The largest error of the simulated time of a whole network on this processor, in percent of
  /// its time on the maker's own model (docs/validation.md).
  double model_error_percent = 0;
};

}  // namespace spillway
