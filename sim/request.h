// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "hwmodels/program.h"
#include "sim/burst_cursor.h"

namespace spillway::sim {

/// Who asks. At equal times a port serves the lower one first, so this is also the fixed priority.
enum class Master : std::uint8_t {
  core,
  fetch,
  weights,
  scales,
  write_back,
  dma_read,
  dma_write,
  host,
  background
};
constexpr std::size_t master_count = 9;

/// Limits of outstanding bursts count per master, and per channel of the DMA.
constexpr std::size_t max_dma_channels = 8;
constexpr std::size_t window_count = master_count + max_dma_channels;

inline std::uint8_t window_of_channel(std::uint8_t channel) {
  return static_cast<std::uint8_t>(master_count + channel % max_dma_channels);
}

/// A list of accesses, all reads or all writes, that a master moves over one port. The master owns
/// it and leaves it alone until `complete`: all bursts are then granted and their completion times
/// known, though these may lie in the future. `finished` is notified no later than `granted`; a
/// master that waits for several requests with one event checks `complete` and waits on.
struct Request {
  // Filled in by the master.
  const Access* accesses = nullptr;
  std::uint32_t count = 0;
  Bytes first_part = 0;  // bytes after which first_part_done is taken
  OperatorIndex op = 0;  // whose traffic it is; -1 = no operator's
  Master master = Master::fetch;
  std::uint8_t window = 0;       // master, or window_of_channel()
  std::int32_t priority = 0;     // on ports that arbitrate by priority, lowest first
  std::int32_t burst_bytes = 0;  // 0 = the port's
  bool write = false;
  sc_core::sc_event* finished = nullptr;

  // Filled in by the port.
  Picoseconds arrival = 0;
  Picoseconds granted = 0;  // the port is free again after the last burst
  Picoseconds first_part_done = 0;
  Picoseconds done = 0;  // last completion
  bool complete = false;

  // The port's own.
  Picoseconds own_ready =
      -1;  // of the next burst, as far as its master's limits go; -1 = not known
  BurstCursor cursor;
  std::uint32_t next_access = 0;
  std::uint32_t in_flight = 0;  // bursts granted whose completion is not known yet
  Bytes total = 0;
  Bytes granted_bytes = 0;
  Bytes moved = 0;  // of completed bursts
};

}  // namespace spillway::sim
