// SPDX-License-Identifier: Apache-2.0
// The port's loop for in-order memories, in runs that record neither slices nor traffic. In all
// other runs, port_reordering.cpp makes the same grants. A burst needs no TLM transaction here,
// because its completion is known at its grant.
#include <algorithm>

#include "sim/port/grant_batch.h"

namespace spillway::sim {

// Whether all competing requests are to one memory.
inline bool Port::one_memory_competes() const {
  const std::vector<Request*>& requests = arbiter_.requests();
  const AttachedMemory* const memory = requests[0]->memory;
  return arbiter_.grants_whole_requests() ||
         std::all_of(requests.begin() + 1, requests.end(),
                     [&](const Request* request) { return request->memory == memory; });
}

// Makes the grant `next`, and further grants up to the time `last`. Stops earlier at the end of a
// request or of the longest run, or if a process may be resumed. Returns the request of the last
// grant.
template <typename Memory>
inline Request* Port::grant_alike(Grant next, Picoseconds last) {
  if (next.time <= last && one_memory_competes()) {
    return GrantBatch<Memory>(*this, *next.request->memory, last).run(next);
  }
  for (;;) {
    Request* const request = next.request;
    grant<Memory>(*request, next.time);
    const bool too_long = next.time > last || request->done >= longest_run;
    if (request->cursor.done() || too_long || delivery_ != never) return request;
    next = next_grant();
    if (next.time > last) return request;
  }
}

// Notes that a process may be resumed at `heard`. The process may make new requests, so arrivals
// from this time on are not known.
void Port::settle_before(Picoseconds heard) {
  if (grants_ahead_ || heard == never) return;
  settled_to_ = std::min(settled_to_, std::max(heard - 1, served_at_));
}

// Makes the grants up to `horizon`. Stops earlier if a process may make new requests. Returns the
// time of the next wake-up.
template <typename Memory>
Picoseconds Port::serve_alike(Picoseconds now, Picoseconds horizon) {
  served_at_ = now;
  settled_to_ = horizon;
  for (;;) {
    const Grant next = next_grant();
    Picoseconds last = settled_to_;
    if (!later_.empty()) {
      const Picoseconds requested = next_requested();
      const bool known = is_known(requested);
      if (requested < next.time && known) {
        take_later(requested);
        continue;
      }
      if (known) last = std::min(last, requested);
    }
    if (next.time == never || next.time > settled_to_) return before_next(next.time);
    // After longest_run, the simulation is being ended, and only grant() checks this.
    last = ledger_->overrun() ? -1 : std::min(last, longest_run);
    Request* const request = grant_alike<Memory>(next, last);
    if (delivery_ != never) settled_to_ = horizon_before_delivery(settled_to_, now);
    if (!request->cursor.done()) continue;
    settle_before(end_in_order(*request, now));
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

}  // namespace spillway::sim
