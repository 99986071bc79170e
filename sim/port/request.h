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

/// No time at which something happens: what it waits for is not decided yet.
constexpr Picoseconds never = std::numeric_limits<Picoseconds>::max();

/// What a master does when one of its requests has been granted to its end, where it need not be
/// woken up for that.
struct NextPiece {
  bool ended = false;            // there is no more: the request is finished
  Picoseconds asked = never;     // of the next piece, which is filled in; never = not known yet
  Picoseconds heard_at = never;  // from which another port may act on what is known now
};

/// A master that asks for one piece after the other: a request that is filled in again and again.
/// Only for ports that take_pieces().
class Pieces {
 public:
  virtual ~Pieces() = default;
  /// `request` has been granted to its end and its bursts are done. May be called ahead of
  /// simulated time.
  virtual NextPiece next_piece(Request& request) = 0;
  /// What is asked for after the piece under way, where nobody hears of the end of that one.
  virtual Bytes unheard_bytes() const = 0;
  /// For so long after its end nobody hears of a piece.
  virtual Picoseconds unheard_time() const = 0;
};

/// Requests of one master that tells of their ends together, whatever ports they go to.
struct Together {
  std::size_t open = 0;     // so many have not ended
  Picoseconds granted = 0;  // of the last of the others
};

/// The part of the chip that asks a port for bursts. At equal times a port serves the lower one
/// first, so this is also the fixed priority.
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

/// Limits of outstanding bursts count per master, and per channel of the DMA.
constexpr std::size_t max_dma_channels = 8;
constexpr std::size_t window_count = master_count + max_dma_channels;

inline std::uint8_t window_of_channel(std::uint8_t channel) {
  return static_cast<std::uint8_t>(master_count + channel % max_dma_channels);
}

/// A list of accesses, all reads or all writes, that a master moves over one port. The master owns
/// it and leaves it alone until `complete`: all bursts are then granted and their completion times
/// known, though these may lie in the future. `finished` is notified no later than `granted`; a
/// master that waits for several requests with one event checks `complete` and waits on, or has
/// them told of together.
struct Request {
  // Filled in by the master.
  const Access* accesses = nullptr;
  std::uint32_t count = 0;
  Bytes first_part = 0;  // bytes after which first_part_done is taken
  OperatorIndex op = 0;  // whose traffic it is; -1 = no operator's
  Master master = Master::fetch;
  std::uint8_t window = 0;       // master, or window_of_channel()
  std::uint8_t lane = 0;         // tells requests of one window apart that come at one instant
  std::int32_t priority = 0;     // on ports that arbitrate by priority, lowest first
  std::int32_t burst_bytes = 0;  // 0 = the port's
  bool write = false;
  bool kept = false;  // a read keeps its room in the buffer until it is used: Port::use_from()
  Pieces* pieces = nullptr;  // whose piece this is; `finished` then means all of them
  Event* finished = nullptr;
  bool awaited = true;           // false = nobody waits for `finished`, which is not notified
  Together* together = nullptr;  // the last one that ends notifies `finished`, for all of them
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
  // Among those that compete, in the order of their turns, round and round.
  Request* next_in_turn = nullptr;
  Request* first_after = nullptr;  // whose turn it is after a burst of this one
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
