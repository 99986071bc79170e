// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// A range of consecutive bytes in a region (memory area with its own base address).
struct Run {
  Address begin = 0;
  std::int64_t bytes = 0;

  Address end() const { return begin + static_cast<Address>(bytes); }
};

/// An operand of a command: its bytes, row by row, and within a row brick by brick (NHCWB16) or
/// column by column (NHWC).
struct OperandRuns {
  const char* name = "";  // such as "IFM" or "weights", for messages
  std::uint8_t region = 0;
  bool write = false;
  std::vector<Run> runs;
};

/// Returns the bytes of the elements of `map` in `box`, in NHCWB16 with all channels of their
/// bricks; empty if the map is passed from kernel to kernel inside the processor.
std::vector<Run> runs_of(const FeatureMap& map, const Box& box);

/// Returns the operands that a command reads and writes in the regions (memory areas, each with its
/// own base address). Commands of one kind have their operands in the same order, so that two
/// commands can be compared operand by operand.
std::vector<OperandRuns> operands_of(const Operation& op);
std::vector<OperandRuns> operands_of(const DmaCommand& dma);

/// Returns the address of the element at row `y`, column `x` and channel `c` of a map.
Address address_of(const FeatureMap& map, std::int32_t y, std::int32_t x, std::int32_t c);

/// Returns whether the two operands lie in the same region (memory area with its own base address)
/// and share a byte.
bool share_bytes(const OperandRuns& a, const OperandRuns& b);

}  // namespace spillway::ethosu::proof
