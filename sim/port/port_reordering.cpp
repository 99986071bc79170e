// SPDX-License-Identifier: Apache-2.0
// In front of memories that reorder, the port passes bursts on and the memories decide their order.
// The same loop serves recorded runs in front of memories that serve bursts in order.
#include <algorithm>

#include "sim/port/port_grants.h"

namespace spillway::sim {

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
      if (next.request == nullptr || active_.size() > 1) next = next_grant();
    }
    decision = next_decision();
  }
}

}  // namespace spillway::sim
