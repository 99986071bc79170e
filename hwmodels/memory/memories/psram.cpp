// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/psram.h"

#include <algorithm>

#include "hwmodels/memory/memories/serial_bus.h"

namespace spillway {
namespace {

Bytes to_boundary(Address address, Bytes boundary) {
  return boundary - static_cast<Bytes>(address % static_cast<Address>(boundary));
}

}  // namespace

PsramMemory::PsramMemory(const PsramParameters& parameters)
    : parameters_(parameters), clock_{parameters.clock_khz} {}

std::int64_t PsramMemory::peak_bytes_per_second() const {
  return data_rate(parameters_.clock_khz, parameters_.lanes, parameters_.double_rate);
}

Cycles PsramMemory::overhead_clocks(Picoseconds start, bool write) const {
  const PsramParameters& p = parameters_;
  const bool collides =
      p.refresh_interval > 0 && start % p.refresh_interval >= p.refresh_interval - p.refresh_time;
  const Cycles once = write ? p.write_latency : p.read_latency;
  return p.command_clocks + (p.fixed_latency || collides ? 2 * once : once);
}

Bytes PsramMemory::transaction_bytes(Address address, Bytes left, Cycles overhead) const {
  const PsramParameters& p = parameters_;
  Bytes bytes = left;
  if (p.page_bytes > 0) bytes = std::min(bytes, to_boundary(address, p.page_bytes));
  if (p.wrap_bytes > 0) bytes = std::min(bytes, to_boundary(address, p.wrap_bytes));
  if (p.select_limit > 0) {
    // The number of clocks for which chip select can be low. A transaction moves data in at least
    // one clock, even if its command and latency alone exceed the limit.
    const Cycles selected = p.select_limit * p.clock_khz / 1'000'000'000;
    const Cycles data = std::max<Cycles>(1, selected - overhead);
    const Bytes bits_per_clock = Bytes{p.lanes} * (p.double_rate ? 2 : 1);
    bytes = std::min(bytes, std::max<Bytes>(1, data * bits_per_clock / 8));
  }
  return bytes;
}

Completion PsramMemory::serve(const Burst& burst) {
  Completion completion;
  Picoseconds start = std::max(burst.arrival, ready_);
  Address address = burst.address;
  Bytes left = burst.bytes;
  bool first = true;
  while (left > 0) {
    const Cycles overhead = overhead_clocks(start, burst.write);
    const Bytes bytes = transaction_bytes(address, left, overhead);
    const Cycles clocks = overhead + data_clocks(bytes, parameters_.lanes, parameters_.double_rate);
    if (first) completion.first_data = start + clock_.to_time(overhead);
    first = false;
    completion.done = start + clock_.to_time(clocks);
    active_ += completion.done - start;
    start = completion.done + parameters_.gap;
    address += static_cast<Address>(bytes);
    left -= bytes;
  }
  ready_ = start;
  return completion;
}

}  // namespace spillway
