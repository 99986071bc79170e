// SPDX-License-Identifier: Apache-2.0
// Transfers in chunks. The port knows when a master requests its next chunk, so the master's
// process is not resumed for every chunk. If takes_chunks() is false, as in runs that record slices
// or traffic, the process is resumed for each chunk, with the same results.
#include <algorithm>
#include <vector>

#include "sim/port/port.h"

namespace spillway::sim {

bool Port::takes_chunks() const {
  return spec_.arbitration != Arbitration::fifo && uses_in_order_loop_;
}

bool Port::delivers_later(std::size_t memory, std::int32_t burst_bytes) const {
  if (spec_.beat_bytes <= 0) return false;
  const std::int32_t bytes = burst_bytes > 0 ? burst_bytes : spec_.burst_bytes;
  // Two beats are added: one because a burst may begin inside a beat, one because the port may wait
  // for the memory's clock cycle.
  const Picoseconds longest =
      ClockDomain{spec_.clock_khz}.to_time(Cycles{bytes / spec_.beat_bytes} + 2);
  return least_latency(memory) > longest;
}

Picoseconds Port::least_latency(std::size_t memory) const {
  return (*memories_)[memory].least_read_latency();
}

void Port::ask_later(Request& request, Picoseconds time) {
  queue_later(request, time);
  if (!serving_) wake_at(time + time_left(request));
}

void Port::queue_later(Request& request, Picoseconds time) {
  begin(request);
  request.arrival = time;
  later_.push_back(&request);
}

Picoseconds Port::next_requested() const {
  Picoseconds first = never;
  for (const Request* request : later_) first = std::min(first, request->arrival);
  return first;
}

// Makes the requests of later_ that arrive at `time` active, in the order of their turns.
void Port::take_later(Picoseconds time) {
  std::size_t kept = 0;
  for (Request* request : later_) {
    if (request->arrival == time) {
      due_.push_back(request);
    } else {
      later_[kept++] = request;
    }
  }
  later_.resize(kept);
  arbiter_.add(due_);
}

// Whether all requests that arrive up to the time `requested` are known. Those that arrive at the
// time `served_at_` itself are known only if `settled_to_` is later: otherwise, more requests may
// arrive in the same delta cycle.
bool Port::is_known(Picoseconds requested) const {
  return requested < served_at_ || (requested <= settled_to_ && settled_to_ > served_at_);
}

// Ends a request to an in-order memory after its last grant. The end may resume a process. Returns
// the time from which this process may make new requests.
Picoseconds Port::end_in_order(Request& request, Picoseconds now) {
  const Picoseconds last_grant_end = request.last_grant_end;
  if (request.chunks == nullptr) {
    const Picoseconds heard = retire(request, now);
    return shares_places_ ? last_grant_end : heard;
  }
  arbiter_.remove(request);
  request.complete = true;
  const NextChunk next = request.chunks->next_chunk(request);
  if (next.ended) book_traffic(request);
  if (next.requested != never) queue_later(request, next.requested);
  if (!next.ended || request.finished == nullptr) return next.heard_at;
  request.finished->notify(std::max<Picoseconds>(0, last_grant_end - this->now()));
  return std::min(last_grant_end, next.heard_at);
}

}  // namespace spillway::sim
