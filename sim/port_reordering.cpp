// SPDX-License-Identifier: Apache-2.0
// What a port does in front of memories that reorder: it hands them bursts, and they decide one by
// one which comes next.
#include <algorithm>
#include <utility>

#include "sim/port.h"

namespace spillway::sim {

// As serve(). Of a master that is alone it is known when its next burst goes until that has gone.
Picoseconds Port::serve_reordering(Picoseconds now, Picoseconds horizon) {
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
      if (next.request == nullptr || active_.size() > 1) next = next_grant();
    }
    decision = next_decision();
  }
}

void Port::queue_in_memory(AttachedMemory& memory, Request& request, Picoseconds time,
                           std::int32_t bytes) {
  if (memory.free_tags.empty()) {
    memory.free_tags.push_back(static_cast<std::uint32_t>(memory.in_flight.size()));
    memory.in_flight.emplace_back();
  }
  Burst burst;
  burst.tag = memory.free_tags.back();
  memory.free_tags.pop_back();
  burst.address = request.cursor.address();
  burst.bytes = bytes;
  burst.write = request.write;
  burst.source = static_cast<std::uint16_t>(request.master);
  burst.arrival = time;
  memory.in_flight[burst.tag] = {&request, bytes, burst.write, next_taken_};
  ++request.in_flight;
  memory.submit(burst);
}

// Returns from when on somebody may ask for more because of that.
Picoseconds Port::decide(const Decision& decision) {
  AttachedMemory& memory = *decision.memory;
  Completion completion = memory.complete_one();
  const AttachedMemory::InFlight burst = memory.in_flight[completion.tag];
  if (foreign_) completion.done = std::max(completion.done, burst.through);
  memory.free_tags.push_back(completion.tag);
  Request& request = *burst.request;
  memory.completed(burst.write, completion, completion.done, burst.bytes);
  request.limit->complete(completion.done);
  if (!burst.write) finish_read(request, burst.bytes, completion.done);
  --request.in_flight;
  const Picoseconds done = std::max(completion.done, decision.time);
  complete_burst(request, burst.bytes, ledger_->within_limit(done, request.op));
  if (request.cursor.done()) retire(request, decision.time);
  return std::min(std::exchange(told_, never),
                  request.complete ? std::max(request.granted, decision.time) : never);
}

}  // namespace spillway::sim
