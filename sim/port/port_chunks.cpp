// SPDX-License-Identifier: Apache-2.0
// Transfers in chunks. The port knows when a master requests its next chunk, so the master's
// process is not resumed for every chunk. If takes_chunks() is false, as in runs that record slices
// or traffic, the process is resumed for each chunk, with the same results.
#include <algorithm>
#include <tuple>

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

// Returns the least time from the next grant until a process can be resumed. The port may postpone
// its next wake-up by this time. A process is resumed only when a request ends or its first part is
// delivered, and a request cannot end before its beats have passed the port.
Picoseconds Port::least_time_left() const {
  Picoseconds least = never;
  for (const Request* request : active_) least = std::min(least, time_left(*request));
  return least == never ? 0 : least;
}

// Returns what remains before a process is resumed because of a request: the bytes of the request
// and of its later chunks that must still be granted, and the least time from the end of these
// bytes until the process is resumed.
inline Port::WorkUntilResume Port::work_until_resume(const Request& request) const {
  const bool heard = request.first_came != nullptr && !request.first_known();
  const Bytes requested = heard ? std::min(request.first_part, request.total) : request.total;
  WorkUntilResume left{requested - request.granted_bytes, 0};
  if (request.chunks != nullptr) {
    left.bytes += request.chunks->bytes_until_resume();
    left.time = request.chunks->time_until_resume();
  }
  return left;
}

// Returns a lower bound of the time from the next grant until the request resumes a process. The
// port must wake up before the request ends, so the bound must be smaller than the time until this
// end.
inline Picoseconds Port::time_left(const WorkUntilResume& left) const {
  if (left.bytes < spec_.beat_bytes) return left.time;
  const Bytes beats =
      (beat_shift_ >= 0 ? left.bytes >> beat_shift_ : left.bytes / spec_.beat_bytes) / spec_.count;
  // The bursts take at least beats * beat_time_[1]: rounding down to picoseconds shortens n single
  // beats at least as much as a burst of n beats. One picosecond is subtracted so that the bound is
  // smaller than the time until the end.
  return std::max(beats * beat_time_[1] - 1, left.time);
}

Picoseconds Port::time_left(const Request& request) const {
  return spec_.beat_bytes <= 0 || has_foreign_memory_ ? 0 : time_left(work_until_resume(request));
}

// Returns a time before which this request resumes no process, if its next burst is granted at
// `next` or later. Unlike time_left(), the result also accounts for the memory: the last burst
// waits for a free place among the memory's bursts in flight.
inline Picoseconds Port::resumes_after(const Request& request, Picoseconds next) const {
  if (spec_.beat_bytes <= 0 || has_foreign_memory_) return next;
  const WorkUntilResume left = work_until_resume(request);
  const Picoseconds through = next + time_left(left);
  if (left.bytes <= 0) return through;
  const std::int32_t burst = burst_bytes(request);
  const std::int64_t bursts = (left.bytes + burst - 1) / burst;
  return std::max(through, request.places->least_next(bursts) + left.time);
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
  const std::size_t before = active_.size();
  std::size_t kept = 0;
  for (Request* request : later_) {
    if (request->arrival == time) {
      active_.push_back(request);
    } else {
      later_[kept++] = request;
    }
  }
  later_.resize(kept);
  sort_arrivals_from(before);
}

// Inserts the active requests from index `before` on, which have arrived at the same time, into the
// order of turns (Port::turn_of()). Requests of equal turn are sorted by master, window and lane.
void Port::sort_arrivals_from(std::size_t before) {
  if (active_.size() - before > 1) {
    std::sort(active_.begin() + static_cast<std::ptrdiff_t>(before), active_.end(),
              [](const Request* a, const Request* b) {
                return std::tie(a->master, a->window, a->lane) <
                       std::tie(b->master, b->window, b->lane);
              });
  }
  for (std::size_t i = before; i < active_.size(); ++i) put_in_turn(i);
}

// Moves the request at index `place` of active_ forward in the list, until all requests before it
// have the same or an earlier turn.
void Port::put_in_turn(std::size_t place) {
  Request* const request = active_[place];
  const std::int32_t turn = turn_of(*request);
  for (; place > 0 && turn < turn_of(*active_[place - 1]); --place) {
    active_[place] = active_[place - 1];
  }
  active_[place] = request;
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
  active_.erase(std::find(active_.begin(), active_.end(), &request));
  request.complete = true;
  const NextChunk next = request.chunks->next_chunk(request);
  if (next.ended) book_traffic(request);
  if (next.requested != never) queue_later(request, next.requested);
  if (!next.ended || request.finished == nullptr) return next.heard_at;
  request.finished->notify(std::max<Picoseconds>(0, last_grant_end - this->now()));
  return std::min(last_grant_end, next.heard_at);
}

// Returns a time before which no active request can resume a process. The requests of a group
// (Request::together) resume a process only when the last of them ends. If all requests of a group
// are at this port, they count as one request.
inline Picoseconds Port::active_requests_resume_after(Picoseconds next_grant) const {
  Picoseconds time = never;
  const Together* together = nullptr;
  std::size_t here = 0;
  Picoseconds first = never, last = 0;
  for (const Request* request : active_) {
    const Picoseconds until = resumes_after(*request, next_grant);
    const bool alone = request->together == nullptr || request->first_came != nullptr ||
                       (together != nullptr && request->together != together);
    if (alone) {
      time = std::min(time, until);
      continue;
    }
    together = request->together;
    ++here;
    first = std::min(first, until);
    last = std::max(last, until);
  }
  if (together == nullptr) return time;
  return std::min(time, here == together->open ? last : first);
}

// Returns a time before which neither the requests in active_ nor those in later_ can resume a
// process; `never` if there is no such request. `next_grant` is the time of the next grant; `never`
// if no request is active.
Picoseconds Port::before_next(Picoseconds next_grant) const {
  if (catches_up_) return never;
  Picoseconds time = next_grant == never ? never : active_requests_resume_after(next_grant);
  // If reads and writes share a limit of outstanding bursts, the port does not always make grants
  // in the order of their times. How far the port looks ahead then affects when a process is
  // resumed. Recording must not change results, so the port looks ahead here exactly as far as in
  // runs that record slices or traffic.
  if (shares_places_ && next_grant != never) time = next_grant + least_time_left();
  for (const Request* request : later_) {
    time = std::min(time, shares_places_ ? request->arrival + time_left(*request)
                                         : resumes_after(*request, request->arrival));
  }
  return time == never ? never : std::max(time, now());
}

}  // namespace spillway::sim
