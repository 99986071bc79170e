// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// Consecutive bytes of a region.
struct Run {
  Address begin = 0;
  std::int64_t bytes = 0;

  Address end() const { return begin + static_cast<Address>(bytes); }
};

/// An operand in memory: its bytes in the order of its coordinates (rows, then bricks or columns).
struct OperandRuns {
  const char* name = "";  // for messages
  std::uint8_t region = 0;
  bool write = false;
  std::vector<Run> runs;
};

/// The bytes of a map in `box`; empty if the map is passed on inside the processor.
std::vector<Run> runs_of(const FeatureMap& map, const Box& box);

/// The operands that an operation or a transfer reads and writes in the regions. Their order is
/// always the same, so that two commands can be compared operand by operand.
std::vector<OperandRuns> operands_of(const Operation& op);
std::vector<OperandRuns> operands_of(const DmaCommand& dma);

/// The address of an element of a map in memory.
Address address_of(const FeatureMap& map, std::int32_t y, std::int32_t x, std::int32_t c);

/// Whether the two operands are in the same region and share a byte.
bool share_bytes(const OperandRuns& a, const OperandRuns& b);

}  // namespace spillway::ethosu::proof
