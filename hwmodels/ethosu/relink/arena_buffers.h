// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hwmodels/ethosu/emit/operand_ranges.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Bytes of an arena that can only be moved together: a feature map with all its slices, a rolling
/// buffer, a buffer that holds a slice of weights, or several of these that share bytes in the
/// compiled file.
struct ArenaBuffer {
  std::string name;  // name of the tensor, or of the command that writes the buffer first
  std::uint8_t region = 0;
  Address begin = 0;  // multiple of 16
  Address end = 0;
  // The buffer is in use in steps [lower, upper). Each command of a stream is a step, and so is
  // each operator that the host CPU runs.
  TimeStep lower = 0;
  TimeStep upper = 0;
  // For a buffer that a transfer fills: the step of the last kernel before the transfer. No other
  // buffer may use the bytes from this step on, because the transfer would then have to wait for a
  // kernel. For any other buffer: the same as `lower`.
  TimeStep free_from = 0;
  Bytes moved = 0;  // sum of the bytes of all reads and writes
  std::int32_t reads = 0;
  // Whether the host or the application reads or writes the buffer. Such a buffer must stay in the
  // arena.
  bool of_runtime = false;
  bool is_weights = false;  // only transfers of constants fill the buffer
};

/// The buffers of a compiled file in the arena (region 1) and in the fast arena (region 2).
struct ArenaBuffers {
  std::vector<ArenaBuffer> buffers;               // in the order of their first use
  std::map<OperandSite, std::size_t> of_operand;  // index of each operand's buffer
  // The index of the buffer of each tensor that has an offset in the file's memory plan.
  std::map<TensorIndex, std::size_t> of_tensor;
};

/// Returns the buffers of `file`, which was decoded from `network`. All bytes that an operand reads
/// belong to one buffer, together with the bytes of the commands that wrote them. Throws
/// UserError(input_file) if the file's memory plan does not fit the network.
ArenaBuffers arena_buffers(const Network& network, const DecodedFile& file);

}  // namespace spillway::ethosu
