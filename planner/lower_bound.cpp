// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "planner/blocks.h"
#include "planner/placement.h"

namespace spillway {

Bytes lower_bound(const std::vector<Buffer>& buffers) {
  std::vector<Buffer> rounded = buffers;
  for (Buffer& buffer : rounded) {
    buffer.size = round_up(buffer.size, buffer.alignment);
  }
  return most_live_bytes(rounded);
}

Bytes most_live_bytes(const std::vector<Buffer>& buffers) {
  std::vector<std::pair<TimeStep, Bytes>> changes;  // ends sort before starts at the same step
  changes.reserve(2 * buffers.size());
  for (const Buffer& buffer : buffers) {
    if (buffer.lower < buffer.upper) {
      changes.emplace_back(buffer.lower, buffer.size);
      changes.emplace_back(buffer.upper, -buffer.size);
    }
  }
  std::sort(changes.begin(), changes.end());
  Bytes live = 0;
  Bytes most = 0;
  for (const auto& [step, bytes] : changes) {
    live += bytes;
    most = std::max(most, live);
  }
  return most;
}

}  // namespace spillway
