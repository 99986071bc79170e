// SPDX-License-Identifier: Apache-2.0
// Functions of the loops that make one grant after the other, for memories that reorder and for
// runs that record slices or traffic.
#pragma once

#include <algorithm>
#include <utility>

#include "sim/port/port.h"

namespace spillway::sim {

// Returns the rank of a request. If several requests could be granted at the same time, the request
// with the lowest rank is granted. Requests with equal ranks are served in order of arrival.
inline std::int32_t Port::rank(const Request& request) const {
  const std::int32_t turn = turn_of(request);
  if (spec_.arbitration != Arbitration::round_robin) return turn;
  const std::int32_t after = turn - last_window_ - 1;
  return after < 0 ? after + static_cast<std::int32_t>(window_count) : after;
}

// Returns the time from which the limits of the request's master allow its next burst; `never` =
// not known yet. A known time does not change before the next grant to that master.
inline Picoseconds Port::own_ready(const Request& request) const {
  if (!request.limit->known()) return never;
  const Picoseconds ready = std::max(request.arrival, request.limit->ready());
  if (request.buffer == nullptr) return ready;
  const Bytes bytes = bytes_in_buffer(request);
  return request.buffer->known(bytes) ? std::max(ready, request.buffer->ready(bytes)) : never;
}

// Returns the earliest time of the request's next grant; `never` if this time depends on a decision
// that a memory has not made yet, or on a use of kept bytes (Port::use_from()) that is not known.
inline Picoseconds Port::earliest_grant(Request& request) const {
  const AttachedMemory& memory = *request.memory;
  if (!memory.known(request.write)) return never;
  if (memory.reorders && memory.full()) return never;
  if (request.own_ready < 0) {
    const Picoseconds own = own_ready(request);
    if (own == never) return never;
    request.own_ready = own;
  }
  return std::max(std::max(request.own_ready, next_free_[request.channel]),
                  memory.ready(request.write));
}

inline Port::Grant Port::next_grant() {
  if (active_.empty()) return {};
  if (grants_ahead_) return first_come_grant();
  if (active_.size() == 1 && !active_[0]->cursor.done()) {
    const Picoseconds time = earliest_grant(*active_[0]);
    return time == never ? Grant{} : Grant{active_[0], time};
  }
  Grant best;
  for (Request* request : active_) {
    if (request->cursor.done()) continue;
    const Picoseconds time = earliest_grant(*request);
    if (time == never) continue;
    const bool earlier = time < best.time;
    const bool tie =
        best.request != nullptr && time == best.time && rank(*request) < rank(*best.request);
    if (earlier || tie) best = {request, time};
  }
  return best;
}

inline Port::Decision Port::next_decision() {
  if (reordering_.size() == 1) {
    AttachedMemory* const memory = reordering_.front();
    return memory->pending() ? Decision{memory, memory->next_decision()} : Decision{};
  }
  Decision first;
  for (AttachedMemory* const memory : reordering_) {
    if (!memory->pending()) continue;
    const Picoseconds time = memory->next_decision();
    if (time < first.time) first = {memory, time};
  }
  return first;
}

// Makes the grant `next`. Returns the new horizon: the time up to which all arrivals are known.
inline Picoseconds Port::grant_one(const Grant& next, Picoseconds horizon, Picoseconds now) {
  Request& request = *next.request;
  grant(request, next.time);
  if (request.cursor.done()) retire(request, now);
  // If this is the last grant of a request, a process is resumed at the time `last_grant_end`. This
  // process may make new requests, so arrivals are known only up to one picosecond before this
  // time. If the port grants whole requests ahead (grants_ahead_), later arrivals change no grant,
  // so the horizon stays.
  const bool ends = request.complete && !grants_ahead_;
  if (ends) horizon = std::min(horizon, std::max(request.last_grant_end - 1, now));
  return delivery_ == never ? horizon : horizon_before_delivery(horizon, now);
}

// Lets a memory with reordering (the memory chooses which burst it serves next) complete the burst
// that it has chosen. A process may then be resumed and make new requests. Returns the time from
// which it may do so; `never` if no process is resumed.
inline Picoseconds Port::decide(const Decision& decision) {
  AttachedMemory& memory = *decision.memory;
  Completion completion = memory.complete_one();
  const AttachedMemory::InFlight burst = memory.in_flight[completion.tag];
  if (has_foreign_memory_) completion.done = std::max(completion.done, burst.through);
  memory.free_tags.push_back(completion.tag);
  Request& request = *burst.request;
  memory.completed(burst.write, completion, completion.done, burst.moved);
  request.limit->complete(completion.done);
  if (!burst.write) finish_read(request, burst.bytes, completion.done);
  --request.in_flight;
  const Picoseconds done = std::max(completion.done, decision.time);
  complete_burst(request, burst.bytes, ledger_->within_limit(done, request.op));
  if (request.cursor.done()) retire(request, decision.time);
  return std::min(std::exchange(delivery_, never),
                  request.complete ? std::max(request.last_grant_end, decision.time) : never);
}

}  // namespace spillway::sim
