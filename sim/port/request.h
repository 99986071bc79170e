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

/// A time that is not known, because it depends on a decision that has still to be made.
constexpr Picoseconds never = std::numeric_limits<Picoseconds>::max();

/// What a master does at the end of a chunk. The port asks for it, so that the master's process
/// need not be resumed.
struct NextChunk {
  bool ended = false;  // this was the last chunk, so the request is finished
  // Arrival of the next chunk, whose request has been filled in; never = not known.
  Picoseconds asked = never;
  // From when the end of this chunk may cause a request at another port.
  Picoseconds heard_at = never;
};

/// A master that transfers in chunks and fills in the same request anew for every chunk. Requires a
/// port that takes_chunks().
class Chunks {
 public:
  virtual ~Chunks() = default;
  /// Called when all bursts of `request` have been granted and are done, possibly earlier than that
  /// in simulated time.
  virtual NextChunk next_chunk(Request& request) = 0;
  /// The bytes of all later chunks, if no process waits for the end of this chunk; else 0.
  virtual Bytes unheard_bytes() const = 0;
  /// The least time from the end of a chunk until a process can act on it.
  virtual Picoseconds unheard_time() const = 0;
};

/// Requests of one master, on any ports, whose ends are notified by one event.
struct Together {
  std::size_t open = 0;     // requests that have not ended
  Picoseconds granted = 0;  // latest grant of the requests that have ended
};

/// The part of the chip that requests bursts. A port serves requests that arrive at the same time
/// in the order of these values, which is also the order of fixed priorities.
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

/// Limits of outstanding bursts apply per window. Every master has a window, and so does every DMA
/// channel.
constexpr std::size_t max_dma_channels = 8;
constexpr std::size_t window_count = master_count + max_dma_channels;

inline std::uint8_t window_of_channel(std::uint8_t channel) {
  return static_cast<std::uint8_t>(master_count + channel % max_dma_channels);
}

/// A list of accesses, all reads or all writes, that a master moves over one port. The master owns
/// the request and must not change it until `complete`: then all bursts have been granted and their
/// completion times, which may lie in the future, are known. `finished` is notified no later than
/// `granted`. A master that waits for several requests with one event either checks `complete` and
/// waits again, or groups the requests by `together`.
struct Request {
  // These members are filled in by the master.
  const Access* accesses = nullptr;
  std::uint32_t count = 0;
  Bytes first_part = 0;  // first_part_done is the time at which this many bytes have been delivered
  OperatorIndex op = 0;  // operator to which the traffic belongs; -1 = none
  Master master = Master::fetch;
  std::uint8_t window = 0;    // the number of the master, or window_of_channel()
  std::uint8_t lane = 0;      // orders requests of one window that arrive at the same time
  std::int32_t priority = 0;  // for ports that arbitrate by priority; the lowest value goes first
  std::int32_t burst_bytes = 0;  // 0 = the port's burst size
  bool write = false;
  bool kept = false;  // the read occupies its buffer until the bytes are used, see Port::use_from()
  // The transfer to which this chunk belongs; `finished` is then notified after its last chunk.
  Chunks* chunks = nullptr;
  Event* finished = nullptr;
  bool awaited = true;           // false = no process waits for `finished`, so it is not notified
  Together* together = nullptr;  // the last request of this group to end notifies `finished`
  Event* first_came = nullptr;   // if not null, notified at first_part_done

  // These members are results that the port fills in.
  Picoseconds arrival = 0;
  Picoseconds granted = 0;  // when the port is free again after the last burst
  Picoseconds first_part_done = 0;
  Picoseconds done = 0;  // last completion
  Picoseconds used = 0;  // for a kept read: end of the use of the bytes delivered so far
  bool complete = false;
  bool first_known() const { return complete || moved >= std::max<Bytes>(first_part, 1); }

  // These members are internal to the port.
  struct Delivered {
    Bytes bytes;
    Picoseconds done;
  };
  std::vector<Delivered> delivered;  // for a kept read: deliveries before use_from() was called
  Picoseconds used_from = -1;        // -1 = use_from() has not been called
  Picoseconds use_time = 0;          // duration in which all bytes are used
  // When the master's limits allow the next burst; -1 = not known.
  Picoseconds own_ready = -1;
  BurstCursor cursor;
  AttachedMemory* memory = nullptr;     // memory of the access at which the cursor is
  OutstandingWindow* places = nullptr;  // limit of bursts in flight of this memory and direction
  OutstandingWindow* limit = nullptr;   // limit of bursts in flight of the master
  ReadBuffer* buffer = nullptr;  // buffer into which the reads are delivered; null = no limit
  std::uint8_t channel = 0;      // channel of the port
  bool bounded = false;          // limits of the master may delay the bursts
  std::uint32_t next_access = 0;
  std::uint32_t in_flight = 0;  // granted bursts whose completion is not known yet
  Bytes moved = 0;              // bytes of completed bursts
  Bytes first_bytes = 1;        // first_part, but at least 1
  Bytes granted_bytes = 0;
  Bytes total = 0;
  Traffic to_book;  // moved bytes that are not in the ledger yet
  // Links of a ring of the competing requests in the order of their turns.
  Request* next_in_turn = nullptr;
  Request* first_after = nullptr;  // the request that has the turn after a burst of this request
};

/// A request of a single access by a core.
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
