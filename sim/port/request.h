// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "hwmodels/program.h"
#include "sim/accounts/traffic.h"
#include "sim/kernel/event.h"
#include "sim/port/burst_cursor.h"
#include "sim/port/outstanding_window.h"
#include "sim/port/read_buffer.h"

namespace spillway::sim {

struct AttachedMemory;
struct Request;

/// A time that is not known, because it depends on a decision still to be made.
constexpr Picoseconds never = std::numeric_limits<Picoseconds>::max();

/// What a master does at the end of a chunk: the port asks it without waking up its process.
struct NextChunk {
  bool ended = false;  // that was the last chunk: the request is finished
  Picoseconds asked =
      never;  // arrival of the next chunk, whose request is filled in; never = not known
  Picoseconds heard_at = never;  // from then on another port may act on the end of this chunk
};

/// A master that transfers chunk by chunk: it fills in the same request for every chunk. Requires a
/// port that takes_chunks().
class Chunks {
 public:
  virtual ~Chunks() = default;
  /// All bursts of `request` have been granted and are done. The port may call this ahead of
  /// simulated time.
  virtual NextChunk next_chunk(Request& request) = 0;
  /// Bytes of the chunks after this one, if no process waits for the end of this one.
  virtual Bytes unheard_bytes() const = 0;
  /// Time from the end of a chunk until a process hears of it, at least.
  virtual Picoseconds unheard_time() const = 0;
};

/// Requests of one master, on any ports, whose ends are notified as one event.
struct Together {
  std::size_t open = 0;     // requests that have not ended
  Picoseconds granted = 0;  // of the last request that has ended
};

/// The part of the chip that requests bursts. At equal times a port serves the master with the
/// lower value first, so the order is also the fixed priority.
enum class Master : std::uint8_t {
  core,
  fetch,
  weights,
  scales,
  write_back,
  dma_read,
  dma_write,
  commands,
  host,
  background
};
constexpr std::size_t master_count = 10;

/// Limits of outstanding bursts hold per window: one window per master, one per DMA channel.
constexpr std::size_t max_dma_channels = 8;
constexpr std::size_t window_count = master_count + max_dma_channels;

inline std::uint8_t window_of_channel(std::uint8_t channel) {
  return static_cast<std::uint8_t>(master_count + channel % max_dma_channels);
}

/// A list of accesses, all reads or all writes, that a master moves over one port. The master owns
/// the request and leaves it alone until `complete`: all bursts are then granted and their
/// completion times known, though these may lie in the future. `finished` is notified no later than
/// `granted`. A master that waits for several requests with one event either checks `complete` and
/// waits again, or puts the requests together.
struct Request {
  // Filled in by the master.
  const Access* accesses = nullptr;
  std::uint32_t count = 0;
  Bytes first_part = 0;  // bytes after which first_part_done is taken
  OperatorIndex op = 0;  // whose traffic it is; -1 = no operator's
  Master master = Master::fetch;
  std::uint8_t window = 0;       // master, or window_of_channel()
  std::uint8_t lane = 0;         // orders requests of one window that arrive at the same time
  std::int32_t priority = 0;     // on ports that arbitrate by priority, lowest first
  std::int32_t burst_bytes = 0;  // 0 = the port's
  bool write = false;
  bool kept = false;  // a read occupies its buffer until it is used: Port::use_from()
  Chunks* chunks =
      nullptr;  // the transfer of which this is a chunk; `finished` then means the last chunk
  Event* finished = nullptr;
  bool awaited = true;           // false = no process waits for `finished`, which is not notified
  Together* together = nullptr;  // the last of these requests to end notifies `finished`
  Event* first_came = nullptr;   // notified at first_part_done, where it is wanted

  // Filled in by the port.
  Picoseconds arrival = 0;
  Picoseconds granted = 0;  // the port is free again after the last burst
  Picoseconds first_part_done = 0;
  Picoseconds done = 0;  // last completion
  Picoseconds used = 0;  // of a kept read: end of the use of what has come so far
  bool complete = false;
  bool first_known() const { return complete || moved >= std::max<Bytes>(first_part, 1); }

  // The port's own.
  struct Delivered {
    Bytes bytes;
    Picoseconds done;
  };
  std::vector<Delivered> delivered;  // of a kept read, before it is known when it is used
  Picoseconds used_from = -1;        // -1 = not known yet
  Picoseconds use_time = 0;          // of all bytes together
  Picoseconds own_ready =
      -1;  // of the next burst, as far as its master's limits go; -1 = not known
  BurstCursor cursor;
  AttachedMemory* memory = nullptr;     // of the cursor's access
  OutstandingWindow* places = nullptr;  // of bursts in flight there, in its direction
  OutstandingWindow* limit = nullptr;   // of its master's bursts in flight
  ReadBuffer* buffer = nullptr;  // that its reads arrive in, if there is less than endless room
  std::uint8_t channel = 0;      // of the port
  bool bounded = false;          // limits of its master's may hold its bursts back
  std::uint32_t next_access = 0;
  std::uint32_t in_flight = 0;  // bursts granted whose completion is not known yet
  Bytes moved = 0;              // of completed bursts
  Bytes first_bytes = 1;        // first_part, one at least
  Bytes granted_bytes = 0;
  Bytes total = 0;
  Traffic to_book;  // moved, not yet in the ledger
  // A ring of the competing requests in the order of their turns.
  Request* next_in_turn = nullptr;
  Request* first_after = nullptr;  // has the turn after a burst of this request
};

/// What a core asks a port for on its own: one access.
inline Request core_request(const Access& access, OperatorIndex op) {
  Request request;
  request.accesses = &access;
  request.count = 1;
  request.op = op;
  request.master = Master::core;
  request.window = static_cast<std::uint8_t>(Master::core);
  request.write = access.write;
  return request;
}

}  // namespace spillway::sim
