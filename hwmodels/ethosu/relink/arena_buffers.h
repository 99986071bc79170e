// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hwmodels/ethosu/emit/operand_ranges.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Bytes of an arena that move together: a feature map with everything that is written into it or
/// read from it, a rolling buffer, a slice of weights on its way, or a few of these that the
/// compiler has share bytes.
struct ArenaBuffer {
  std::string name;  // of the tensor, or of the command that writes it first
  std::uint8_t region = 0;
  Address begin = 0;  // multiple of 16
  Address end = 0;
  TimeStep lower = 0;  // commands of all streams and operators of the host count one step each
  TimeStep upper = 0;
  TimeStep free_from = 0;  // of what a transfer fills: the step of the kernel before it
  Bytes moved = 0;         // bytes that are read and written
  std::int32_t reads = 0;
  bool of_runtime = false;  // host or application touch it: it stays in the arena
  bool is_weights = false;  // filled by transfers of constants alone
};

/// What lies where in the arena and the fast arena of a compiled file.
struct ArenaBuffers {
  std::vector<ArenaBuffer> buffers;               // by first use
  std::map<OperandSite, std::size_t> of_operand;  // of those in the arenas
  std::map<TensorIndex, std::size_t> of_tensor;   // of those with an offset in the file's plan
};

/// Finds the buffers by dataflow: the bytes of one operand form one buffer, together with the
/// buffers of the commands that wrote them. Throws UserError(input_file) for a plan that is not one
/// for the network.
ArenaBuffers arena_buffers(const Network& network, const DecodedFile& file);

}  // namespace spillway::ethosu
