// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

/// What a master does at the end of a chunk of a transfer. The port gets this answer from
/// Chunks::next_chunk(), without resuming the master's process.
struct NextChunk {
  // Whether the chunk that has ended was the last chunk, so that the request is finished.
  bool ended = false;
  // The time at which the request for the next chunk arrives; `never` = not known yet. The master
  // has already filled in the access of this request.
  Picoseconds requested = never;
  // The earliest time at which the end of this chunk may lead to a request at another port.
  Picoseconds heard_at = never;
};

/// A master that moves a transfer in chunks. All chunks use the same Request object; for every
/// chunk, the master replaces its access. Requires a port that takes_chunks().
class Chunks {
 public:
  virtual ~Chunks() = default;
  /// Returns what the master does after the chunk of `request`. Called when the ends of all bursts
  /// of the chunk are known, even if simulated time has not reached these ends yet.
  virtual NextChunk next_chunk(Request& request) = 0;
  /// Returns the bytes of all later chunks of the transfer; 0 if the writer of a DMA transfer waits
  /// for the end of this chunk.
  virtual Bytes bytes_until_resume() const = 0;
  /// Returns the least time from the end of a chunk until a process can react to this end.
  virtual Picoseconds time_until_resume() const = 0;
};

/// A group of requests of one master, at any ports. One event is notified when all requests of the
/// group have ended.
struct Together {
  std::size_t open = 0;            // requests that have not ended
  Picoseconds last_grant_end = 0;  // latest Request::last_grant_end of the requests that have ended
};

/// The part of the chip that requests bursts. A port serves requests that arrive at the same time
/// in the order of these values, if they have equal turns in the arbitration (Arbiter::turn_of()).
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

/// A window limits the number of outstanding bursts. Every master has a window, and every DMA
/// channel has a window of its own.
constexpr std::size_t max_dma_channels = 8;
constexpr std::size_t window_count = master_count + max_dma_channels;

inline std::uint8_t window_of_channel(std::uint8_t channel) {
  return static_cast<std::uint8_t>(master_count + channel % max_dma_channels);
}

/// What remains until a request can resume a process. `bytes` is the number of bytes that must
/// still be granted. `time` is the least time from the end of these bytes until a process is
/// resumed.
struct WorkUntilResume {
  Bytes bytes;
  Picoseconds time;
};

/// A list of accesses, all reads or all writes, that a master moves over one port. The master owns
/// the request and must not change it before `complete` is true: all bursts have been granted, and
/// their completion times, which may lie in the future, are known. `finished` is notified at the
/// time `last_grant_end`, or when the request becomes complete if that is later. If several
/// requests share one event, the first of them to end notifies it. So a master that waits for all
/// of them must wait for the event again until `complete` is true in each request, or put the
/// requests into one group (`together`).
struct Request {
  // The members from here to `first_came` are filled in by the master.
  const Access* accesses = nullptr;
  std::uint32_t count = 0;
  // The number of bytes in the first part of a read. When these bytes have been delivered, the port
  // sets first_part_done.
  Bytes first_part = 0;
  // The operator to which the traffic belongs; -1 = none.
  OperatorIndex op = 0;
  Master master = Master::fetch;
  std::uint8_t window = 0;  // the number of the master, or window_of_channel()
  // The order of requests of one master or DMA channel that arrive at the same time; the lowest
  // value goes first.
  std::uint8_t lane = 0;
  std::int32_t priority = 0;  // for ports that arbitrate by priority; the lowest value goes first
  std::int32_t burst_bytes = 0;  // 0 = the port's burst size
  bool write = false;
  bool kept = false;  // the read occupies its buffer until the bytes are used, see Port::use_from()
  // The transfer to which this chunk belongs; null for a request that is no chunk. `finished` is
  // notified only after the last chunk of the transfer.
  Chunks* chunks = nullptr;
  Event* finished = nullptr;
  bool awaited = true;           // false = no process waits for `finished`, so it is not notified
  Together* together = nullptr;  // the last request of this group to end notifies `finished`
  Event* first_came = nullptr;   // if not null, notified at first_part_done

  // The members from here to `complete` are results that the port fills in.
  Picoseconds arrival = 0;
  // The time at which the port is free again after the last burst.
  Picoseconds last_grant_end = 0;
  Picoseconds first_part_done = 0;
  // The completion of the last burst.
  Picoseconds done = 0;
  // For a read whose bytes stay in the master's buffer: the time at which the master has used all
  // bytes that were delivered so far.
  Picoseconds used = 0;
  bool complete = false;
  bool first_known() const { return complete || moved >= std::max<Bytes>(first_part, 1); }

  // The members from here on are internal to the port.
  struct Delivered {
    Bytes bytes;
    Picoseconds done;
  };
  // For a read with `kept`: the deliveries before use_from() was called.
  std::vector<Delivered> delivered;
  Picoseconds used_from = -1;  // -1 = use_from() has not been called
  // The time in which all bytes are used, see Port::use_from().
  Picoseconds use_time = 0;
  // The time from which the master's limits allow the next burst; -1 = not known.
  Picoseconds own_ready = -1;
  BurstCursor cursor;
  // The memory of the access that the cursor splits.
  AttachedMemory* memory = nullptr;
  // Limits the bursts in flight at the memory, in the direction of the request.
  OutstandingWindow* places = nullptr;
  // Limits the bursts in flight of the master.
  OutstandingWindow* limit = nullptr;
  // Buffer into which the reads are delivered; null = no buffer limits the reads.
  ReadBuffer* buffer = nullptr;
  std::uint8_t channel = 0;  // channel of the port
  // Whether limits of the master may delay the bursts.
  bool bounded = false;
  std::uint32_t next_access = 0;
  std::uint32_t in_flight = 0;  // granted bursts whose completion is not known yet
  Bytes moved = 0;              // number of bytes of completed bursts
  Bytes first_bytes = 1;        // first_part, but at least 1
  Bytes granted_bytes = 0;
  Bytes total = 0;
  Traffic to_book;  // bytes that were moved, but are not in the ledger (accounts/ledger.h) yet
  // The competing requests form a ring in the order in which the arbitration serves them (their
  // turns).
  Request* next_in_turn = nullptr;
  Request* first_after = nullptr;  // the request that has the turn after a burst of this request

  /// Returns what remains before a process is resumed because of this request or of later chunks of
  /// its transfer.
  WorkUntilResume work_until_resume() const {
    const bool heard = first_came != nullptr && !first_known();
    const Bytes requested = heard ? std::min(first_part, total) : total;
    WorkUntilResume left{requested - granted_bytes, 0};
    if (chunks != nullptr) {
      left.bytes += chunks->bytes_until_resume();
      left.time = chunks->time_until_resume();
    }
    return left;
  }
};

/// Returns a request of a single access by a core.
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
