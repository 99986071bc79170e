// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/memory/make_memory_timing.h"

namespace spillway::test {

constexpr Picoseconds ns = 1000;
constexpr Picoseconds cycle = 2000;  // clock period at 500 MHz

inline Burst read_of(Address address, std::int32_t bytes, Picoseconds arrival = 0) {
  Burst burst;
  burst.address = address;
  burst.bytes = bytes;
  burst.arrival = arrival;
  return burst;
}

inline Burst write_of(Address address, std::int32_t bytes, Picoseconds arrival = 0) {
  Burst burst = read_of(address, bytes, arrival);
  burst.write = true;
  return burst;
}

inline Completion serve(MemoryTiming& memory, const Burst& burst) {
  memory.submit(burst);
  return memory.complete_one();
}

/// Reads or writes `count` bursts of `bytes` bytes at consecutive addresses. All bursts arrive at
/// time 0. Returns the time at which the last burst is completed.
inline Picoseconds stream(MemoryTiming& memory, int count, std::int32_t bytes, bool write = false) {
  Picoseconds done = 0;
  for (int i = 0; i < count; ++i) {
    Burst burst = read_of(static_cast<Address>(i) * static_cast<Address>(bytes), bytes);
    burst.write = write;
    done = serve(memory, burst).done;
  }
  return done;
}

}  // namespace spillway::test
