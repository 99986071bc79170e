// SPDX-License-Identifier: Apache-2.0
// How far a port can look ahead. A process that is resumed can make new requests, and the port does
// not know these requests yet. So these functions return times before which no request of the port
// resumes a process.
#include <algorithm>

#include "sim/port/port.h"

namespace spillway::sim {

// Returns the least time from the next grant until a process can be resumed. The port may postpone
// its next wake-up by this time. A process is resumed only when a request ends or its first part is
// delivered, and a request cannot end before its beats have passed the port.
Picoseconds Port::least_time_left() const {
  Picoseconds least = never;
  for (const Request* request : arbiter_.requests()) least = std::min(least, time_left(*request));
  return least == never ? 0 : least;
}

// Returns a lower bound of the time from the next grant until the request resumes a process. The
// port must wake up before the request ends, so the bound must be smaller than the time until this
// end.
inline Picoseconds Port::time_left(const WorkUntilResume& left) const {
  if (left.bytes < spec_.beat_bytes) return left.time;
  const Bytes beats = bus_.whole_beats(left.bytes);
  // The bursts take at least beats * beat_time(): rounding down to picoseconds shortens n single
  // beats at least as much as a burst of n beats. One picosecond is subtracted so that the bound is
  // smaller than the time until the end.
  return std::max(beats * bus_.beat_time() - 1, left.time);
}

Picoseconds Port::time_left(const Request& request) const {
  return spec_.beat_bytes <= 0 || has_foreign_memory_ ? 0 : time_left(request.work_until_resume());
}

// Returns a time before which this request resumes no process, if its next burst is granted at
// `next` or later. Unlike time_left(), the result also accounts for the memory: the last burst
// waits for a free place among the memory's bursts in flight.
inline Picoseconds Port::resumes_after(const Request& request, Picoseconds next) const {
  if (spec_.beat_bytes <= 0 || has_foreign_memory_) return next;
  const WorkUntilResume left = request.work_until_resume();
  const Picoseconds through = next + time_left(left);
  if (left.bytes <= 0) return through;
  const std::int32_t burst = burst_bytes(request);
  const std::int64_t bursts = (left.bytes + burst - 1) / burst;
  return std::max(through, request.places->least_next(bursts) + left.time);
}

// Returns a time before which no active request can resume a process. The requests of a group
// (Request::together) resume a process only when the last of them ends. If all requests of a group
// are at this port, they count as one request.
inline Picoseconds Port::active_requests_resume_after(Picoseconds next_grant) const {
  Picoseconds time = never;
  const Together* together = nullptr;
  std::size_t here = 0;
  Picoseconds first = never, last = 0;
  for (const Request* request : arbiter_.requests()) {
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

// Returns a time before which neither the competing requests nor those in later_ can resume a
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
