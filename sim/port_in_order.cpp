// SPDX-License-Identifier: Apache-2.0
// Grants in front of in-order memories while nobody records slices or traffic. A burst is then
// decided and done in one go, so that all limits are known at any time, and it needs no
// transaction. The grants are those of port.cpp, which runs that are recorded take.
#include <algorithm>
#include <limits>

#include "sim/port.h"

namespace spillway::sim {
bool Port::settles_at_once() const {
  if (reorders_ || slices_ != nullptr) return false;
  return std::none_of(own_memories_.begin(), own_memories_.end(),
                      [&](std::size_t m) { return (*memories_)[m].traffic != nullptr; });
}

// When the next burst of a request can be granted, all bursts so far being done.
inline Picoseconds Port::in_order_grant(Request& request) const {
  if (request.buffer == nullptr) {
    request.own_ready = std::max(request.arrival, request.limit->next());
  } else if (request.own_ready < 0) {
    const Bytes room = room_for(request);
    if (!request.buffer->known(room)) return never;
    request.own_ready =
        std::max({request.arrival, request.limit->next(), request.buffer->ready(room)});
  }
  const Picoseconds port = std::max(request.own_ready, next_free_[request.channel]);
  return std::max(port, request.memory->next(request.write));
}

// One burst, from the port through the memory to its master.
template <typename Memory>
inline void Port::move_burst(Request& request, Picoseconds time) {
  if (time > longest_run || ledger_->overrun()) return grant_too_late(request);
  AttachedMemory& memory = *request.memory;
  const bool write = request.write;
  const Address address = request.cursor.address();
  const std::int32_t bytes = request.cursor.bytes();
  std::int32_t moved = 0;
  const Picoseconds duration = beats_time(address, bytes, moved);
  count_burst(request, time, moved);
  take_port(request.channel, time, duration);
  request.granted = std::max(request.granted, next_taken_);
  last_window_ = request.window;

  const Completion served =
      memory.serve<Memory>({address, bytes, write, static_cast<std::uint16_t>(index_), 0, time});
  const Picoseconds done =
      ledger_->within_limit(std::max(served.done, request.granted), request.op);
  memory.moved(write, served, done, bytes);
  request.limit->move(done);
  if (request.buffer != nullptr) take_room(request, moved);
  if (request.buffer != nullptr || request.kept) finish_read(request, bytes, done);
  ++memory.bursts;
  (write ? memory.write_bytes : memory.read_bytes) += moved;
  profile_.add(time, next_taken_, moved);
  request.to_book += moved;
  request.granted_bytes += bytes;
  complete_burst(request, bytes, done);
  request.cursor.advance(bytes);
  if (request.cursor.done()) next_access(request);
}

inline Port::Grant Port::next_in_order() {
  Request* best = active_.front();
  Picoseconds time = in_order_grant(*best);
  if (grants_ahead_) return {best, time};
  for (std::size_t i = 1; i < active_.size(); ++i) {
    Request* const request = active_[i];
    const Picoseconds own = in_order_grant(*request);
    if (own > time || (own == time && rank(*request) >= rank(*best))) continue;
    best = request;
    time = own;
  }
  return {best, time};
}

// Until `horizon`, or until a master that hears of its last grant may ask for more.
template <typename Memory>
void Port::serve_alike(Picoseconds now, Picoseconds horizon) {
  for (;;) {
    const Grant next = active_.empty() ? Grant{} : next_in_order();
    if (!later_.empty()) {
      const Picoseconds asked = next_asked();
      // Who asks at `now` may not be known yet: arbitrate() takes those.
      const bool known = asked < now || (asked <= horizon && horizon > now);
      if (asked < next.time && known) {
        take_later(asked);
        continue;
      }
    }
    if (next.time == never || next.time > horizon) return wake_for_later(next.time);
    Request& request = *next.request;
    move_burst<Memory>(request, next.time);
    if (!request.cursor.done()) continue;
    const Picoseconds heard = end_in_order(request, now);
    if (grants_ahead_ || heard == never) continue;
    horizon = std::min(horizon, std::max(heard - 1, now));
  }
}

void Port::serve_in_order(Picoseconds now, Picoseconds horizon) {
  serving_ = true;
  switch (serves_) {
    case Serves::rate:
      serve_alike<LatencyBandwidthMemory>(now, horizon);
      break;
    case Serves::adapter:
      serve_alike<TimingAdapterMemory>(now, horizon);
      break;
    case Serves::any:
      serve_alike<MemoryTiming>(now, horizon);
      break;
  }
  serving_ = false;
}

void Port::take_room(Request& request, Bytes bytes) {
  forget_ready(request);
  request.buffer->submit(bytes);
}

Picoseconds Port::move_in_order_alone(Request& request) {
  while (!request.cursor.done()) move_burst<MemoryTiming>(request, in_order_grant(request));
  book_traffic(request);
  return request.done;
}

PortCounters Port::counters(ClockDomain processor) const {
  const Bytes beat = std::max(spec_.beat_bytes, 1);
  PortCounters counters;
  counters.name = spec_.name;
  counters.read_bursts = counted_[0].bursts;
  counters.write_bursts = counted_[1].bursts;
  counters.read_beats = counted_[0].bytes / beat;
  counters.write_beats = counted_[1].bytes / beat;
  counters.reads_stalled = processor.to_cycles(counted_[0].stalled);
  counters.writes_stalled = processor.to_cycles(counted_[1].stalled);
  return counters;
}

void Port::book_traffic(Request& request) {
  if (request.op >= 0 && request.to_book > 0) {
    const std::size_t memory = static_cast<std::size_t>(request.memory - memories_->data());
    ledger_->add_traffic(request.op, memory, request.write, request.to_book);
  }
  request.to_book = 0;
}

}  // namespace spillway::sim
