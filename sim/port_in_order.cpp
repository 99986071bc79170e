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

// Whether move_run() can take the next bursts of a request.
inline bool Port::runs(const Request& request) const {
  return (active_.size() == 1 || grants_ahead_) && request.buffer == nullptr && spec_.count == 1;
}

// The bursts of requests that compete, from `next` on, as far as they are granted up to `last` and
// until one of the requests is through. Returns the request of the last one.
template <typename Memory>
Request* Port::move_turns(Grant next, Picoseconds last) {
  for (;;) {
    Request* const request = next.request;
    move_burst<Memory>(*request, next.time);
    if (request->cursor.done() || request->done >= longest_run) return request;
    next = next_in_order();
    if (next.time > last) return request;
  }
}

// On to the next access, if it is one of the same memory.
inline bool Port::goes_on(Request& request, BurstCursor& cursor) const {
  if (request.next_access + 1 >= request.count) return false;
  const Access& next = request.accesses[request.next_access + 1];
  if (next.memory != request.accesses[request.next_access].memory) return false;
  ++request.next_access;
  cursor = BurstCursor(next, burst_bytes(request));
  return !cursor.done();
}

// The bursts of a request that nobody competes with, as far as they are granted up to `last`: what
// move_burst() does for one after the other, but looked up and counted once for all.
template <typename Memory>
void Port::move_run(Request& request, Picoseconds last) {
  AttachedMemory& memory = *request.memory;
  OutstandingWindow& limit = *request.limit;
  const bool write = request.write;
  const Bytes first_part = std::max<Bytes>(request.first_part, 1);
  BurstCursor cursor = request.cursor;
  Run run;
  run.free = next_free_[request.channel];
  run.granted_bytes = request.granted_bytes;
  run.done = request.done;
  Picoseconds done = 0;
  do {
    const Picoseconds wanted = std::max({request.arrival, limit.next(), run.free});
    const Picoseconds time = std::max(wanted, memory.next(write));
    if (time > last) break;
    const Address address = cursor.address();
    const std::int32_t bytes = cursor.bytes();
    std::int32_t moved = 0;
    const Picoseconds duration = beats_time(address, bytes, moved);
    run.add(time - wanted, duration, moved);
    run.free = time + duration;
    const Completion served =
        memory.serve<Memory>({address, bytes, write, static_cast<std::uint16_t>(index_), 0, time});
    done = ledger_->within_limit(std::max(served.done, run.free), request.op);
    memory.moved(write, served, done, bytes);
    limit.move(done);
    profile_.add(time, run.free, moved);
    run.done = std::max(run.done, done);
    if (run.granted_bytes < first_part) request.first_part_done = run.done;
    run.granted_bytes += bytes;
    cursor.advance(bytes);
  } while ((!cursor.done() || goes_on(request, cursor)) && done < longest_run);
  request.cursor = cursor;
  book_run(request, run);
  if (cursor.done()) next_access(request);
}

void Port::book_run(Request& request, const Run& run) {
  AttachedMemory& memory = *request.memory;
  Counted& counted = counted_[request.write ? 1 : 0];
  counted.bursts += run.bursts;
  counted.bytes += run.moved;
  counted.stalled += run.stalled;
  busy_ += run.duration;
  next_taken_ = next_free_[request.channel] = free_[request.channel][0] = run.free;
  last_window_ = request.window;
  last_done_ = std::max(last_done_, run.done);
  memory.bursts += run.bursts;
  (request.write ? memory.write_bytes : memory.read_bytes) += run.moved;
  request.to_book += run.moved;
  request.granted_bytes = request.moved = run.granted_bytes;
  request.granted = run.free;
  request.done = run.done;
}

// Until `horizon`, or until a master that hears of its last grant may ask for more. Returns when to
// go on.
template <typename Memory>
Picoseconds Port::serve_alike(Picoseconds now, Picoseconds horizon) {
  for (;;) {
    const Grant next = active_.empty() ? Grant{} : next_in_order();
    Picoseconds last = horizon;
    if (!later_.empty()) {
      const Picoseconds asked = next_asked();
      // Who asks at `now` may not be known yet: arbitrate() takes those.
      const bool known = asked < now || (asked <= horizon && horizon > now);
      if (asked < next.time && known) {
        take_later(asked);
        continue;
      }
      if (known) last = std::min(last, asked);
    }
    if (next.time == never || next.time > horizon) return before_next(next.time);
    Request* request = next.request;
    // Whoever hears of first parts, or of a run that ends here, comes next.
    last = tells_of_first_parts_ || ledger_->overrun() ? -1 : std::min(last, longest_run);
    if (next.time <= last && runs(*request)) {
      move_run<Memory>(*request, last);
    } else {
      request = move_turns<Memory>(next, last);
    }
    if (!request->cursor.done()) continue;
    const Picoseconds heard = end_in_order(*request, now);
    if (grants_ahead_ || heard == never) continue;
    horizon = std::min(horizon, std::max(heard - 1, now));
  }
}

Picoseconds Port::serve_in_order(Picoseconds now, Picoseconds horizon) {
  serving_ = true;
  Picoseconds wake = never;
  switch (serves_) {
    case Serves::rate:
      wake = serve_alike<LatencyBandwidthMemory>(now, horizon);
      break;
    case Serves::adapter:
      wake = serve_alike<TimingAdapterMemory>(now, horizon);
      break;
    case Serves::any:
      wake = serve_alike<MemoryTiming>(now, horizon);
      break;
  }
  serving_ = false;
  return wake;
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
