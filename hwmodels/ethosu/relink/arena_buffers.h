// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hwmodels/ethosu/emit/operand_ranges.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Bytes of an arena that move together: a feature map with all its slices, a rolling buffer, a
/// buffer that holds a slice of weights, or several of these that share bytes in the compiled file.
struct ArenaBuffer {
  std::string name;  // name of the tensor, or of the command that writes the buffer first
  std::uint8_t region = 0;
  Address begin = 0;  // multiple of 16
  Address end = 0;
  // The buffer is in use in steps [lower, upper). Each command of a stream and each operator of the
  // host is a step.
  TimeStep lower = 0;
  TimeStep upper = 0;
  // If a transfer fills the buffer, its bytes must be unused from this step on, so that the
  // transfer need not wait for a kernel: the step of the last kernel before the transfer. Otherwise
  // the same as `lower`.
  TimeStep free_from = 0;
  Bytes moved = 0;  // bytes that are read and written
  std::int32_t reads = 0;
  // The host or the application reads or writes the buffer, so it must stay in the arena.
  bool of_runtime = false;
  bool is_weights = false;  // only transfers of constants fill the buffer
};

/// The buffers in the arena and in the fast arena of a compiled file.
struct ArenaBuffers {
  std::vector<ArenaBuffer> buffers;               // in the order of their first use
  std::map<OperandSite, std::size_t> of_operand;  // the buffer of each operand in the arenas
  // The buffer of each tensor that has an offset in the file's plan.
  std::map<TensorIndex, std::size_t> of_tensor;
};

/// Finds the buffers by following the data from the commands that write bytes to the commands that
/// read them. All bytes of an operand, and all bytes that were written for it, belong to one
/// buffer. Throws UserError(input_file) if the file's plan does not fit the network.
ArenaBuffers arena_buffers(const Network& network, const DecodedFile& file);

}  // namespace spillway::ethosu
