// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/stronger.h"

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/target/peak_rate.h"

namespace spillway {
namespace {

/// The properties by which memories are compared. A larger value is always better.
struct Strength {
  Bytes capacity = 0;
  std::int64_t bytes_per_second = 0;
  // The time of a single read and of a single write as negative numbers, so that a larger value is
  // better.
  Picoseconds read = 0, write = 0;
  std::int32_t reads = 0, writes = 0, both = 0;  // the largest numbers of bursts in flight

  bool beats(const Strength& other) const {
    return capacity > other.capacity || bytes_per_second > other.bytes_per_second ||
           read > other.read || write > other.write || reads > other.reads ||
           writes > other.writes || both > other.both;
  }
};

// Returns the smaller of two limits. An argument of 0 means no limit. If both are 0, returns the
// largest std::int32_t.
std::int32_t smaller_limit(std::int32_t a, std::int32_t b) {
  constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();
  return std::min(a > 0 ? a : none, b > 0 ? b : none);
}

Picoseconds time_alone(const MemorySpec& memory, std::int32_t bytes, bool write) {
  const auto timing = make_memory_timing(memory);
  timing->reset();
  Burst burst;
  burst.bytes = bytes;
  burst.write = write;
  return timing->serve_at_once(burst).done;
}

Strength strength_of(const Target& target, const MemorySpec& memory) {
  const PortSpec& port = at(target.ports, memory.port);
  constexpr std::int32_t burst = 64;  // bytes
  Strength strength;
  strength.capacity = memory.capacity;
  strength.bytes_per_second = peak_bytes_per_second(target, memory);
  if (strength.bytes_per_second == 0) {
    strength.bytes_per_second = std::numeric_limits<std::int64_t>::max();
  }
  strength.read = -time_alone(memory, burst, false);
  if (!memory.read_only) strength.write = -time_alone(memory, burst, true);
  const OutstandingLimits limits = make_memory_timing(memory)->outstanding();
  strength.reads = smaller_limit(limits.reads, port.max_reads);
  strength.writes = smaller_limit(limits.writes, port.max_writes);
  strength.both = smaller_limit(limits.both, 0);
  return strength;
}

}  // namespace

bool is_stronger(const Target& other, const Target& target) {
  if (other.name != target.name || other.clock_khz > target.clock_khz) return true;
  return std::any_of(other.memories.begin(), other.memories.end(), [&](const MemorySpec& memory) {
    const auto same = std::find_if(target.memories.begin(), target.memories.end(),
                                   [&](const MemorySpec& own) { return own.name == memory.name; });
    return same == target.memories.end() ||
           strength_of(other, memory).beats(strength_of(target, *same));
  });
}

}  // namespace spillway
