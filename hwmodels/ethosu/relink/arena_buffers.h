// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hwmodels/ethosu/emit/operand_ranges.h"
#include "hwmodels/target/relinking.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The buffers of a compiled file in the arena (region 1) and in the fast arena (region 2). A
/// buffer is a feature map with all its slices, a rolling buffer (new rows overwrite old rows), or
/// a buffer for slices of weights. Buffers that share bytes at the same time count as one buffer. A
/// buffer has the name of its tensor, or of the command that writes or reads the buffer first.
struct ArenaBuffers {
  std::vector<MovableBuffer> buffers;             // in the order of their first use
  std::map<OperandSite, std::size_t> of_operand;  // index of each operand's buffer
  // The index of the buffer of each tensor that has an offset in the file's memory plan.
  std::map<TensorIndex, std::size_t> of_tensor;
};

/// Returns the buffers of `file`, which was decoded from `network`. The bytes that an operand
/// reads, and all bytes that the writers of these bytes wrote, belong to one buffer. Throws
/// UserError(input_file) if the file's memory plan does not fit the network.
ArenaBuffers arena_buffers(const Network& network, const DecodedFile& file);

}  // namespace spillway::ethosu
