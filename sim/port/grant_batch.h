// SPDX-License-Identifier: Apache-2.0
// A loop that grants bursts to one in-order memory. It makes the same grants as Port::grant(), but
// needs fewer instructions: all reads have one earliest time at the bus and the memory, and so have
// all writes. Totals and bandwidth profiles are updated once, at the end of the loop.
#pragma once

#include <algorithm>
#include <array>

#include "sim/port/port_grants.h"

namespace spillway::sim {

template <typename Memory>
class Port::GrantBatch {
 public:
  /// Requires that all competing requests are to `memory`. Bursts are granted up to the time
  /// `last`.
  GrantBatch(Port& port, AttachedMemory& memory, Picoseconds last);

  /// Makes the grant `next` and those after it. Stops after `last`, at the end or change of memory
  /// of a request, or if a process may be resumed. Returns the request of the last grant.
  Request* run(Grant next);

 private:
  /// What was moved in one direction.
  struct Moved {
    Counted counted;
    Bytes useful = 0;
  };

  [[gnu::always_inline]] bool move(Request& request, Picoseconds time);
  [[gnu::always_inline]] Picoseconds serve(const Request& request, const OnBus& burst,
                                           Picoseconds time);
  Picoseconds add_alone_to_profiles(const OnBus& burst, Picoseconds time, Picoseconds first_data,
                                    Picoseconds done, OperatorIndex op);
  void add_to_profiles();
  void find_bucket_interval();
  void end_first_part(Request& request);
  void take_limits(Request& request, const OnBus& burst, Bytes bytes, Picoseconds done);
  [[gnu::always_inline]] Picoseconds open_from(bool write) const;
  void open_ring();
  [[gnu::always_inline]] Grant next_in_ring(Request* request) const;
  [[gnu::always_inline]] void bound_next(Request& moved) const;
  void end(const Request& last);

  Port& port_;
  AttachedMemory& memory_;
  Memory& model_;
  Picoseconds last_;
  // Arrays are {reads, writes}.
  std::array<Moved, 2> moved_{};
  // The times from which bus and memory accept the next read and the next write; `never` = no
  // request reads, or no request writes.
  std::array<Picoseconds, 2> open_{never, never};
  // Whether some master has several competing requests.
  bool shared_master_ = false;
  // An interval that lies in the current bucket of each bandwidth profile. The bytes of all bursts
  // within it are added to the profiles together.
  Picoseconds bucket_begin_ = 0, bucket_end_ = 0;
  // The bytes that are not yet in the bandwidth profiles.
  Bytes unprofiled_ = 0;
};

template <typename Memory>
Port::GrantBatch<Memory>::GrantBatch(Port& port, AttachedMemory& memory, Picoseconds last)
    : port_(port), memory_(memory), model_(memory.model<Memory>()), last_(last) {
  find_bucket_interval();
  open_ring();
  shared_master_ =
      !port.arbiter_.grants_whole_requests() && port.arbiter_.window_has_several_requests();
}

// Finds an interval within the current buckets of the bandwidth profiles of port and memory, up to
// longest_run.
template <typename Memory>
inline void Port::GrantBatch<Memory>::find_bucket_interval() {
  const BandwidthProfile& port = port_.profile_;
  const BandwidthProfile& memory = memory_.profile;
  bucket_begin_ = std::max(port.bucket_begin(), memory.bucket_begin());
  bucket_end_ = std::min({port.bucket_end(), memory.bucket_end(), longest_run});
}

template <typename Memory>
void Port::GrantBatch<Memory>::add_to_profiles() {
  port_.profile_.add_in_bucket(unprofiled_);
  memory_.profile.add_in_bucket(unprofiled_);
  unprofiled_ = 0;
}

// Handles a burst outside of the interval of find_bucket_interval(). If it still lies in the
// current buckets of both profiles, add_to_profiles() will add its bytes; otherwise this function
// adds them to the profiles. Returns the time at which the burst is complete, at most longest_run.
template <typename Memory>
Picoseconds Port::GrantBatch<Memory>::add_alone_to_profiles(const OnBus& burst, Picoseconds time,
                                                            Picoseconds first_data,
                                                            Picoseconds done, OperatorIndex op) {
  const Picoseconds through = time + burst.time;
  if (port_.profile_.in_bucket(time, through) && done < longest_run &&
      memory_.profile.in_bucket(first_data, done)) {
    return done;
  }
  unprofiled_ -= burst.bytes;
  add_to_profiles();
  done = port_.ledger_->within_limit(done, op);
  port_.profile_.add(time, through, burst.bytes);
  memory_.profile.add(first_data, done, burst.bytes);
  find_bucket_interval();
  if (done >= longest_run) last_ = -1;
  return done;
}

// Passes a burst to the memory, with its grant at `time`. Returns the completion of the burst.
template <typename Memory>
inline Picoseconds Port::GrantBatch<Memory>::serve(const Request& request, const OnBus& burst,
                                                   Picoseconds time) {
  const Completion served = serve_burst(
      model_, {burst.address, burst.bytes, request.write, 0, time + wait_for_cycle(model_, time)},
      burst.beats);
  Picoseconds done = std::max(served.done, request.last_grant_end);
  if (done > bucket_end_ || time < bucket_begin_) {
    done = add_alone_to_profiles(burst, time, served.first_data, done, request.op);
  }
  memory_.pass(*request.places, request.write, served, done);
  return done;
}

// Notes the delivery of a burst of the request's first part. If this may resume a process, which
// may make new requests, no further bursts are granted ahead.
template <typename Memory>
inline void Port::GrantBatch<Memory>::end_first_part(Request& request) {
  request.first_part_done = request.done;
  if (request.first_came == nullptr) return;
  port_.notify_first_part(request);
  if (port_.delivery_ != never) last_ = -1;
}

// Occupies a place among the master's outstanding bursts until `done`, and the bytes of a read in
// its read buffer until `done` or, for kept reads, until they are used.
template <typename Memory>
inline void Port::GrantBatch<Memory>::take_limits(Request& request, const OnBus& burst, Bytes bytes,
                                                  Picoseconds done) {
  request.limit->move(done);
  if (request.buffer == nullptr) return;
  request.own_ready = -1;
  if (!request.kept) return request.buffer->move(burst.bytes, done);
  request.buffer->submit(burst.bytes);
  port_.keep(request, bytes, done);
}

// Grants the next burst of the request at `time`. Returns whether this burst is the last one of a
// contiguous run (bytes at consecutive addresses).
template <typename Memory>
inline bool Port::GrantBatch<Memory>::move(Request& request, Picoseconds time) {
  const OnBus burst = port_.bus_.burst(request.cursor);
  const std::int32_t bytes = request.cursor.bytes();
  Moved& moved = moved_[request.write ? 1 : 0];
  ++moved.counted.bursts;
  moved.counted.bytes += burst.bytes;
  moved.useful += bytes;
  unprofiled_ += burst.bytes;
  moved.counted.stalled +=
      time - std::max(request.own_ready, port_.bus_.free_from(request.channel));
  port_.bus_.take(request.channel, time, burst.time);
  request.last_grant_end = std::max(request.last_grant_end, port_.bus_.last_end());
  request.to_book += {burst.bytes, bytes};
  const Picoseconds done = serve(request, burst, time);
  request.done = std::max(request.done, done);
  request.moved += bytes;
  if (request.moved - bytes < request.first_bytes) end_first_part(request);
  if (request.bounded) take_limits(request, burst, bytes, done);
  return request.cursor.advance(bytes);
}

// Returns the time from which bus and memory accept a burst of this direction.
template <typename Memory>
inline Picoseconds Port::GrantBatch<Memory>::open_from(bool write) const {
  return std::max(port_.bus_.free_from(port_.bus_.channel_of(write)), memory_.next(write));
}

// Links the competing requests, and finds the times from which they can be granted
// (Request::own_ready, open_).
template <typename Memory>
void Port::GrantBatch<Memory>::open_ring() {
  port_.arbiter_.link_ring();
  Request* const first = port_.arbiter_.requests().front();
  Request* request = first;
  do {
    request->own_ready = port_.own_ready(*request);
    open_[request->write ? 1 : 0] = open_from(request->write);
    request = request->next_in_turn;
  } while (request != first);
}

// Returns the next grant. `request` is the request that has the first turn.
template <typename Memory>
inline Grant Port::GrantBatch<Memory>::next_in_ring(Request* request) const {
  const Picoseconds first = std::min(open_[0], open_[1]);
  Grant best{request, std::max(request->own_ready, open_[request->write ? 1 : 0])};
  Request* const end = request;
  while (best.time > first && (request = request->next_in_turn) != end) {
    const Picoseconds time = std::max(request->own_ready, open_[request->write ? 1 : 0]);
    if (time < best.time) best = {request, time};
  }
  return best;
}

// Updates, after a burst of the request `moved`, the times from which the limits of its master
// allow the next burst.
template <typename Memory>
inline void Port::GrantBatch<Memory>::bound_next(Request& moved) const {
  if (shared_master_) {
    port_.arbiter_.forget_ready(moved);
    for (Request* request : port_.arbiter_.requests()) {
      if (request->window == moved.window) request->own_ready = port_.own_ready(*request);
    }
  }
  moved.own_ready = port_.own_ready(moved);
}

template <typename Memory>
Request* Port::GrantBatch<Memory>::run(Grant next) {
  const bool both_directions = open_[0] != never && open_[1] != never;
  // Whether a burst of one direction can delay the next burst of the other direction.
  const bool together =
      both_directions && (!port_.spec_.separate_channels || memory_.both.limited());
  Request* request = nullptr;
  do {
    request = next.request;
    const bool run_ends = move(*request, next.time);
    if (run_ends && request->cursor.done()) {
      port_.next_access(*request);
      if (request->memory != &memory_ || request->cursor.done()) break;
    }
    if (request->bounded) bound_next(*request);
    const bool write = request->write;
    open_[write ? 1 : 0] = open_from(write);
    if (together) open_[write ? 0 : 1] = open_from(!write);
    next = next_in_ring(request->first_after);
  } while (next.time <= last_);
  end(*request);
  return request;
}

template <typename Memory>
void Port::GrantBatch<Memory>::end(const Request& last) {
  add_to_profiles();
  for (const std::size_t way : {0U, 1U}) {
    const Counted& counted = moved_[way].counted;
    port_.counted_[way] += counted;
    memory_.bursts += counted.bursts;
    memory_.count(way == 1, {counted.bytes, moved_[way].useful});
  }
  for (Request* request : port_.arbiter_.requests()) {
    request->granted_bytes = request->moved;
    // The time is not known if the master's read buffer was full, and must be found again if
    // another request of the same master was granted.
    if (request->own_ready == never || shared_master_) request->own_ready = -1;
  }
  port_.arbiter_.granted(last.window);
  port_.last_done_ = std::max(port_.last_done_, memory_.busy_until);
}

}  // namespace spillway::sim
