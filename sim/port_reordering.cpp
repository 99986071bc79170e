// SPDX-License-Identifier: Apache-2.0
// What a port does in front of memories that reorder: it hands them bursts, and they decide one by
// one which comes next.
#include <algorithm>
#include <utility>

#include "sim/port_grants.h"

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
