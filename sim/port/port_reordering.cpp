// SPDX-License-Identifier: Apache-2.0
// In front of memories that reorder, the port passes bursts on and the memories decide their order.
// The same loop serves recorded runs in front of memories that serve bursts in order. A master that
// is alone on the port has a loop of its own here, because it waits for the end of its bursts.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/port/port_grants.h"

namespace spillway::sim {

inline Port::Decision Port::next_decision() {
  Decision first;
  for (AttachedMemory* const memory : reordering_) {
    const MemoryTiming& timing = memory->target->timing();
    if (timing.pending() == 0) continue;
    const Picoseconds time = timing.next_decision();
    if (time < first.time) first = {memory, time};
  }
  return first;
}

// Lets a memory with reordering (the memory chooses which burst it serves next) complete the burst
// that it has chosen. A process may then be resumed and make new requests. Returns the time from
// which it may do so; `never` if no process is resumed.
inline Picoseconds Port::decide(const Decision& decision) {
  AttachedMemory& memory = *decision.memory;
  Completion completion = memory.target->timing().complete_one();
  const AttachedMemory::InFlight burst = memory.in_flight[completion.tag];
  if (has_foreign_memory_) completion.done = std::max(completion.done, burst.through);
  memory.free_tags.push_back(completion.tag);
  Request& request = *burst.request;
  release(memory, burst, completion, completion.done);
  --request.in_flight;
  const Picoseconds done = std::max(completion.done, decision.time);
  complete_burst(request, burst.bytes, ledger_->within_limit(done, request.op));
  if (request.cursor.done()) retire(request, decision.time);
  return std::min(std::exchange(delivery_, never),
                  request.complete ? std::max(request.last_grant_end, decision.time) : never);
}

// Makes the grant `next`. Returns the new horizon: the time up to which all arrivals are known.
inline Picoseconds Port::grant_one(const Grant& next, Picoseconds horizon, Picoseconds now) {
  Request& request = *next.request;
  grant<MemoryTiming>(request, next.time);
  if (request.cursor.done()) retire(request, now);
  // If this is the last grant of a request, a process is resumed at the time `last_grant_end`. This
  // process may make new requests, so arrivals are known only up to one picosecond before this
  // time. If the port grants whole requests ahead (grants_ahead_), later arrivals change no grant,
  // so the horizon stays.
  const bool ends = request.complete && !grants_ahead_;
  if (ends) horizon = std::min(horizon, std::max(request.last_grant_end - 1, now));
  return delivery_ == never ? horizon : horizon_before_delivery(horizon, now);
}

// Makes all grants up to the horizon (the time up to which all arrivals are known), and lets the
// memories decide which bursts they serve next; memories that serve bursts in order make no
// decisions. If only one request is active, such a decision does not change the time of the
// request's next grant, so this time is not computed again.
Picoseconds Port::serve_with_decisions(Picoseconds now, Picoseconds horizon) {
  Decision decision = next_decision();
  Grant next = next_grant();
  for (;;) {
    if (next.request != nullptr && next.time <= decision.time) {
      if (next.time > horizon) return next.time + least_time_left();
      horizon = grant_one(next, horizon, now);
      next = next_grant();
    } else {
      if (decision.memory == nullptr) return never;
      if (decision.time > horizon) return decision.time + least_time_left();
      horizon = std::min(horizon, std::max(decide(decision) - 1, now));
      if (next.request == nullptr || arbiter_.requests().size() > 1) next = next_grant();
    }
    decision = next_decision();
  }
}

// Suspends the master until `until`. If `until` is `never`, suspends the master until a foreign
// memory (simulated by another model) answers. Such a memory answers only when simulated time has
// reached the answer, so the port cannot compute the time of the answer ahead.
void Port::wait_for_foreign(Picoseconds until) {
  if (until != never) {
    if (until > now()) await(until - now());
    return;
  }
  sc_core::sc_event_or_list answers;
  for (const std::size_t m : own_memories_) {
    const ForeignMemory* const memory = (*memories_)[m].target->foreign();
    if (memory != nullptr) answers |= memory->answered();
  }
  sc_core::wait(answers);
}

Picoseconds Port::grant_alone(Request& request, Picoseconds at) {
  request.arrival = at;
  while (!request.cursor.done() || request.in_flight > 0) {
    const Picoseconds time = request.cursor.done() ? never : earliest_grant(request);
    if (time != never) {
      if (has_foreign_memory_) wait_for_foreign(time);
      grant<MemoryTiming>(request, time);
      continue;
    }
    const Decision next = next_decision();
    if (next.memory != nullptr) {
      decide(next);
    } else if (has_foreign_memory_) {
      wait_for_foreign(never);
    } else {
      throw std::logic_error("bursts in flight in no memory");
    }
  }
  book_traffic(request);
  return request.done;
}

}  // namespace spillway::sim
