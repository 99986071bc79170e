// SPDX-License-Identifier: Apache-2.0
// A single grant: when it may be made, and what it does. All loops of the port use these functions,
// except GrantBatch, which makes the same grants and books them together.
#pragma once

#include <algorithm>

#include "sim/port/port.h"

namespace spillway::sim {

// Returns the time from which the limits of the request's master allow its next burst; `never` =
// not known yet. A known time does not change before the next grant to that master.
inline Picoseconds Port::own_ready(Request& request) const {
  if (request.buffer == nullptr) return std::max(request.arrival, request.limit->next());
  if (request.own_ready < 0) {
    const Picoseconds buffer_free = request.buffer->next(bus_.burst(request.cursor).bytes);
    const Picoseconds ready = std::max({request.arrival, request.limit->next(), buffer_free});
    if (ready == never) return never;
    request.own_ready = ready;
  }
  return request.own_ready;
}

// Returns the earliest time at which the next burst of the request can be granted: the master, the
// bus and the memory must all be ready. Returns `never` if this time depends on a decision that a
// memory has not made yet, or on a use of kept bytes (Port::use_from()) that is not known.
inline Picoseconds Port::earliest_grant(Request& request) const {
  const AttachedMemory& memory = *request.memory;
  if (memory.reorders && memory.target->timing().full()) return never;
  const Picoseconds own = own_ready(request);
  if (own == never) return never;
  request.own_ready = own;
  return std::max({own, bus_.free_from(request.channel), memory.next(request.write)});
}

inline Grant Port::next_grant() const {
  return arbiter_.next([this](Request& request) { return earliest_grant(request); });
}

// Lets an in-order memory serve a burst that is granted at `time`. Where the port grants each burst
// by itself, this is a TLM transaction. A transaction cannot begin in the past; such bursts go to
// the timing model directly.
template <typename Memory>
inline Completion Port::serve_now(const Request& request, const OnBus& burst, Picoseconds time) {
  if (!uses_in_order_loop_ && time >= now()) return transact(request, burst, time);
  Memory& model = request.memory->model<Memory>();
  return serve_burst(
      model, {burst.address, burst.bytes, request.write, 0, time + wait_for_cycle(model, time)},
      burst.beats);
}

// Notes that a burst has left its memory and the limits of its master at `done`.
inline void Port::release(AttachedMemory& memory, const AttachedMemory::InFlight& burst,
                          const Completion& completion, Picoseconds done) {
  Request& request = *burst.request;
  memory.completed(burst.write, completion, done, burst.moved);
  request.limit->complete(done);
  if (!burst.write) finish_read(request, burst.bytes, done);
}

// Grants the next burst of the request at `time`: occupies the bus, counts the burst towards all
// limits, adds it to all totals, and passes it to its memory. An in-order memory completes it at
// once; a memory that reorders decides later.
template <typename Memory>
inline void Port::grant(Request& request, Picoseconds time) {
  if (time > longest_run || ledger_->overrun()) return grant_too_late(request);
  AttachedMemory& memory = *request.memory;
  const OnBus on_bus = bus_.burst(request.cursor);
  AttachedMemory::InFlight burst{&request, request.cursor.bytes(), on_bus.bytes, request.write};
  if (!uses_in_order_loop_) record(request, on_bus, time);
  count_burst(request, time, burst.moved);
  bus_.take(request.channel, time, on_bus.time);
  request.last_grant_end = std::max(request.last_grant_end, bus_.last_end());
  arbiter_.granted(request.window);
  request.limit->submit();
  if (request.buffer != nullptr) {
    arbiter_.forget_ready(request);
    request.buffer->submit(burst.moved);
  }
  memory.submitted(burst.write);
  ++memory.bursts;
  memory.count(burst.write, {burst.moved, burst.bytes});
  request.to_book += {burst.moved, burst.bytes};
  profile_.add(time, bus_.last_end(), burst.moved);
  if (memory.reorders) {
    queue_in_memory(memory, burst, on_bus.address, time);
  } else {
    const Completion served = serve_now<Memory>(request, on_bus, time);
    const Picoseconds done =
        ledger_->within_limit(std::max(served.done, request.last_grant_end), request.op);
    release(memory, burst, served, done);
    complete_burst(request, burst.bytes, done);
  }
  request.granted_bytes += burst.bytes;
  request.cursor.advance(burst.bytes);
  if (request.cursor.done()) next_access(request);
}

}  // namespace spillway::sim
