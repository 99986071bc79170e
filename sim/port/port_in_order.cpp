// SPDX-License-Identifier: Apache-2.0
// The port's loop for in-order memories, in runs that record neither slices nor traffic. In all
// other runs, port.cpp makes the same grants. A burst needs no TLM transaction here, because its
// completion is known at its grant.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "sim/port/port.h"

namespace spillway::sim {
namespace {

// Whether a burst has to wait for the next clock cycle of the memory.
template <typename Memory>
constexpr bool waits_for_cycles = std::is_same_v<Memory, TimingAdapterMemory>;

// Whether the memory limits outstanding reads and outstanding writes separately, without a common
// limit, and a burst counts as outstanding until it is done.
template <typename Memory>
constexpr bool places_are_plain = std::is_same_v<Memory, LatencyBandwidthMemory>;

}  // namespace

// Returns the time from which the limits of the request's master allow its next burst.
inline Picoseconds Port::own_grant(Request& request) const {
  if (request.buffer == nullptr) return std::max(request.arrival, request.limit->next());
  if (request.own_ready < 0) {
    const Picoseconds buffer_free = request.buffer->next(bytes_in_buffer(request));
    if (buffer_free == never) return never;
    request.own_ready = std::max({request.arrival, request.limit->next(), buffer_free});
  }
  return request.own_ready;
}

// Returns the earliest time at which the next burst of the request can be granted: the master, the
// port and the memory must all be ready.
inline Picoseconds Port::in_order_grant(Request& request) const {
  const Picoseconds own = own_grant(request);
  if (own == never) return never;
  request.own_ready = own;
  return std::max({own, next_free_[request.channel], request.memory->next(request.write)});
}

// Moves one burst, a read or a write, between its master and the memory through the port.
template <typename Memory>
inline void Port::move_burst(Request& request, Picoseconds time) {
  if (time > longest_run || ledger_->overrun()) return grant_too_late(request);
  AttachedMemory& memory = *request.memory;
  Memory& model = memory.model<Memory>();
  const bool write = request.write;
  const std::int32_t bytes = request.cursor.bytes();
  const OnBus burst = on_bus(request.cursor);
  count_burst(request, time, burst.bytes);
  take_port(request.channel, time, burst.time);
  request.last_grant_end = std::max(request.last_grant_end, last_grant_end_);
  last_window_ = request.window;

  const Completion served =
      serve_burst(model, {burst.address, burst.bytes, write, 0, time + wait_for_cycle(model, time)},
                  beat_shift_ >= 0 ? burst.bytes >> beat_shift_ : 0);
  const Picoseconds done =
      ledger_->within_limit(std::max(served.done, request.last_grant_end), request.op);
  memory.moved(write, served, done, burst.bytes);
  request.limit->move(done);
  if (request.buffer != nullptr) reserve_buffer(request, burst.bytes);
  if (request.buffer != nullptr || request.kept) finish_read(request, bytes, done);
  ++memory.bursts;
  memory.count(write, {burst.bytes, bytes});
  profile_.add(time, last_grant_end_, burst.bytes);
  request.to_book += {burst.bytes, bytes};
  request.granted_bytes += bytes;
  complete_burst(request, bytes, done);
  request.cursor.advance(bytes);
  if (request.cursor.done()) next_access(request);
}

// Returns the index in active_ of the request that has the next turn.
inline std::size_t Port::first_turn() const {
  if (spec_.arbitration != Arbitration::round_robin) return 0;
  for (std::size_t turn = 0; turn < active_.size(); ++turn) {
    if (active_[turn]->window > last_window_) return turn;
  }
  return 0;
}

inline Port::Turn Port::next_in_order() {
  if (active_.size() == 1 || grants_ahead_) {
    const Picoseconds time = in_order_grant(*active_[0]);
    return {0, time, active_[0]->own_ready};
  }
  std::size_t turn = first_turn();
  Turn best;
  for (std::size_t left = active_.size(); left > 0; --left) {
    const Picoseconds time = in_order_grant(*active_[turn]);
    if (time < best.time) best = {turn, time, active_[turn]->own_ready};
    if (++turn == active_.size()) turn = 0;
  }
  return best;
}

// Returns the number of beats that carry `bytes` from `address` on.
inline std::int64_t Port::beats_of(Address address, std::int32_t bytes) const {
  const auto last = static_cast<std::uint32_t>(spec_.beat_bytes) - 1;
  const std::uint32_t into = static_cast<std::uint32_t>(address) & last;
  return (into + static_cast<std::uint32_t>(bytes) + last) >> beat_shift_;
}

inline Port::Beats Port::beats_of(const BurstCursor& cursor) const {
  const std::int32_t bytes = cursor.bytes();
  const auto beats = static_cast<std::uint32_t>(beats_of(cursor.address(), bytes));
  return {bytes, static_cast<std::int64_t>(beats),
          beats < beat_time_.size()
              ? beat_time_[beats]
              : ClockDomain{spec_.clock_khz}.to_time(static_cast<Cycles>(beats))};
}

// Finds an interval within the current buckets of the bandwidth profiles of port and memory, up to
// longest_run. add_to_profiles() adds the bytes of all bursts within this interval together.
inline void Port::find_bucket_interval(GrantBatch& batch) const {
  const BandwidthProfile& memory = batch.memory.profile;
  batch.bucket_begin = std::max(profile_.bucket_begin(), memory.bucket_begin());
  batch.bucket_end = std::min({profile_.bucket_end(), memory.bucket_end(), longest_run});
}

// Adds to the bandwidth profiles the bursts that `batch` has counted but not yet added.
void Port::add_to_profiles(GrantBatch& batch) {
  const std::int64_t beats = batch.beats[0] + batch.beats[1];
  const Bytes bytes = (beats - batch.profiled_beats) << beat_shift_;
  profile_.add_in_bucket(bytes);
  batch.memory.profile.add_in_bucket(bytes);
  batch.profiled_beats = beats;
}

// Handles a burst outside of the interval of find_bucket_interval(). If it still lies in the
// current buckets of both profiles, add_to_profiles() will add its bytes; otherwise this function
// adds them to the profiles. Returns the time at which the burst is complete, at most longest_run.
Picoseconds Port::add_alone_to_profiles(GrantBatch& batch, const Beats& burst, const Passed& passed,
                                        OperatorIndex op) {
  const Picoseconds through = passed.time + burst.time;
  if (profile_.in_bucket(passed.time, through) && passed.done < longest_run &&
      batch.memory.profile.in_bucket(passed.first_data, passed.done)) {
    return passed.done;
  }
  batch.profiled_beats += burst.count;
  add_to_profiles(batch);
  const Picoseconds done = ledger_->within_limit(passed.done, op);
  const Bytes bytes = burst.count << beat_shift_;
  profile_.add(passed.time, through, bytes);
  batch.memory.profile.add(passed.first_data, done, bytes);
  find_bucket_interval(batch);
  if (done >= longest_run) batch.last = -1;
  return done;
}

// Passes a burst to the memory, with its grant at `time`. Returns the completion of the burst.
template <typename Memory>
inline Picoseconds Port::pass(GrantBatch& batch, Memory& model, const Request& request,
                              const Beats& burst, Picoseconds time) {
  const bool write = request.write;
  const Address first_beat = request.cursor.address() >> beat_shift_;
  const Completion served =
      serve_burst(model,
                  {first_beat << beat_shift_, static_cast<std::int32_t>(burst.count << beat_shift_),
                   write, 0, waits_for_cycles<Memory> ? time + batch.wait[request.channel] : time},
                  burst.count);
  Picoseconds done = std::max(served.done, time + burst.time);
  if (done > batch.bucket_end || time < batch.bucket_begin) {
    done = add_alone_to_profiles(batch, burst, {time, served.first_data, done}, request.op);
  }
  if (places_are_plain<Memory>) {
    batch.memory.pass_row(write, request.places->move(done), served.first_data, done);
  } else {
    batch.memory.pass(*request.places, write, served, done);
  }
  return done;
}

// Notes the delivery of a burst of the request's first part. If this may resume a process, which
// may make new requests, no further bursts are granted ahead.
inline void Port::end_first_part(GrantBatch& batch, Request& request) {
  request.first_part_done = request.done;
  if (request.first_came == nullptr) return;
  notify_first_part(request);
  if (delivery_ != never) batch.last = -1;
}

// Grants the next burst of the request at `time`. Returns whether this burst is the last one of a
// contiguous run (bytes at consecutive addresses).
template <typename Memory>
inline bool Port::move_in_turn(GrantBatch& batch, Memory& model, Request& request,
                               Picoseconds time) {
  const std::size_t way = request.write ? 1 : 0;
  const Beats burst = beats_of(request.cursor);
  Picoseconds& free = next_free_[request.channel];
  ++batch.bursts[way];
  batch.beats[way] += burst.count;
  batch.useful[way] += burst.bytes;
  if (time != free) {
    batch.stalled[way] += time - std::max(request.own_ready, free);
    batch.wait[request.channel] = wait_for_cycle(model, time);
  }
  busy_ += burst.time;
  request.last_grant_end = free = time + burst.time;
  request.to_book += {burst.count << beat_shift_, burst.bytes};
  const Picoseconds done = pass(batch, model, request, burst, time);
  request.done = std::max(request.done, done);
  request.moved += burst.bytes;
  if (request.moved - burst.bytes < request.first_bytes) end_first_part(batch, request);
  if (request.bounded) take_limits(request, burst, done);
  return request.cursor.advance(burst.bytes);
}

// Occupies a place among the master's outstanding bursts until `done`, and the bytes of a read in
// its read buffer until `done` or, for kept reads, until they are used.
inline void Port::take_limits(Request& request, const Beats& burst, Picoseconds done) {
  request.limit->move(done);
  if (request.buffer == nullptr) return;
  request.own_ready = -1;
  const Bytes bytes = burst.count << beat_shift_;
  if (!request.kept) return request.buffer->move(bytes, done);
  request.buffer->submit(bytes);
  keep(request, burst.bytes, done);
}

// Returns when port and memory accept a burst of direction `way` (0 = read, 1 = write).
inline Picoseconds Port::open_from(const AttachedMemory& memory, std::size_t way) const {
  const bool write = way == 1;
  return std::max(next_free_[channel_of(write)], memory.next(write));
}

// Links the competing requests into a ring in the order of their turns, and finds their times
// (Request::own_ready, `open`). If `grants_ahead_`, only the first request competes.
void Port::arrange_turns(const AttachedMemory& memory, Open& open) {
  const std::size_t competing = grants_ahead_ ? 1 : active_.size();
  Request* after = active_.front();
  for (std::size_t i = competing; i > 0; --i) {
    Request* const request = active_[i - 1];
    Request* const next = i < competing ? active_[i] : active_.front();
    if (spec_.arbitration == Arbitration::round_robin && next->window != request->window) {
      after = next;
    }
    request->next_in_turn = next;
    request->first_after = after;
    request->own_ready = own_grant(*request);
    const std::size_t way = request->write ? 1 : 0;
    open[way] = open_from(memory, way);
  }
}

// Returns the next grant. `request` is the request that has the turn. `open` has the times from
// which port and memory accept a read and a write.
inline Port::Grant Port::next_turn(Request* request, const Open& open) const {
  const Picoseconds first = std::min(open[0], open[1]);
  Grant best{request, std::max(request->own_ready, open[request->write ? 1 : 0])};
  Request* const end = request;
  while (best.time > first && (request = request->next_in_turn) != end) {
    const Picoseconds time = std::max(request->own_ready, open[request->write ? 1 : 0]);
    if (time < best.time) best = {request, time};
  }
  return best;
}

// Updates, after a burst of the request `moved`, the times from which the limits of its master
// allow the next burst. `shared_master`: whether some master has several competing requests.
inline void Port::bound_next(Request& moved, bool shared_master) const {
  if (shared_master) {
    forget_ready(moved);
    for (Request* request : active_) {
      if (request->window == moved.window) request->own_ready = own_grant(*request);
    }
  }
  moved.own_ready = own_grant(moved);
}

// Whether several of the competing requests belong to one master.
bool Port::master_has_several_requests() const {
  if (spec_.arbitration == Arbitration::round_robin) {
    // active_ is in the order of turns, so requests of one master are neighbours.
    const auto alike = [](const Request* a, const Request* b) { return a->window == b->window; };
    return std::adjacent_find(active_.begin(), active_.end(), alike) != active_.end();
  }
  for (std::size_t i = 1; i < active_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (active_[i]->window == active_[j]->window) return true;
    }
  }
  return false;
}

// Grants bursts of requests to one memory, from `next` on. Stops after `last`, at the end or change
// of memory of a request, or if a process may be resumed. Returns the request of the last grant.
template <typename Memory>
Request* Port::move_turns(Grant next, Picoseconds last) {
  AttachedMemory& memory = *next.request->memory;
  Memory& model = memory.model<Memory>();
  GrantBatch batch{memory, last};
  for (const std::size_t channel : {0U, 1U}) {
    batch.wait[channel] = wait_for_cycle(model, next_free_[channel]);
  }
  find_bucket_interval(batch);
  Open open{never, never};
  arrange_turns(memory, open);
  const bool shared_master = !grants_ahead_ && master_has_several_requests();
  const bool together =
      open[0] != never && open[1] != never && (!spec_.separate_channels || memory.both.limited());
  Request* request = nullptr;
  do {
    request = next.request;
    const bool row_ends = move_in_turn(batch, model, *request, next.time);
    if (row_ends && request->cursor.done()) {
      next_access(*request);
      if (request->memory != &memory || request->cursor.done()) break;
    }
    if (request->bounded) bound_next(*request, shared_master);
    const std::size_t way = request->write ? 1 : 0;
    open[way] = std::max(next_free_[request->channel], memory.next(request->write));
    if (together) open[1 - way] = open_from(memory, 1 - way);
    next = next_turn(request->first_after, open);
  } while (next.time <= batch.last);
  if (shared_master) forget_ready(*request);
  end_turns(batch, *request);
  return request;
}

// Notes that a process may be resumed at `heard`. The process may make new requests, so arrivals
// from this time on are not known.
void Port::settle_before(Picoseconds heard) {
  if (grants_ahead_ || heard == never) return;
  settled_to_ = std::min(settled_to_, std::max(heard - 1, served_at_));
}

void Port::end_turns(GrantBatch& batch, const Request& last) {
  add_to_profiles(batch);
  count(batch);
  for (Request* request : active_) {
    request->granted_bytes = request->moved;
    if (request->own_ready == never) request->own_ready = -1;  // the master's read buffer was full
  }
  for (const std::size_t channel : {0U, 1U}) free_[channel][0] = next_free_[channel];
  last_grant_end_ = last.last_grant_end;
  last_window_ = last.window;
  last_done_ = std::max(last_done_, batch.memory.busy_until);
}

void Port::count(const GrantBatch& batch) {
  AttachedMemory& memory = batch.memory;
  for (const std::size_t way : {0U, 1U}) {
    if (batch.bursts[way] == 0) continue;
    const Bytes bytes = batch.beats[way] << beat_shift_;
    counted_[way].bursts += batch.bursts[way];
    counted_[way].bytes += bytes;
    counted_[way].stalled += batch.stalled[way];
    memory.bursts += batch.bursts[way];
    memory.count(way == 1, {bytes, batch.useful[way]});
  }
}

// Does the same as move_turns(), without its requirements (takes_turns()). Stops after `last`, at
// the end of a request or of the longest run, or if a process may be resumed.
template <typename Memory>
Request* Port::move_mixed(Turn next, Picoseconds last) {
  for (;;) {
    Request* const request = active_[next.turn];
    move_burst<Memory>(*request, next.time);
    const bool too_long = request->done >= longest_run;
    if (request->cursor.done() || too_long || delivery_ != never) return request;
    next = next_in_order();
    if (next.time > last) return request;
  }
}

// Whether move_turns() can grant the next bursts: `plain_` is true, and all competing requests are
// to one memory. If `grants_ahead_`, only the first request competes.
inline bool Port::takes_turns() const {
  const AttachedMemory* const memory = active_[0]->memory;
  return plain_ && (grants_ahead_ ||
                    std::all_of(active_.begin() + 1, active_.end(),
                                [&](const Request* request) { return request->memory == memory; }));
}

// Grants the burst of `next`, and further bursts up to the time `last`. Returns the request of the
// last granted burst.
template <typename Memory>
inline Request* Port::move(const Turn& next, Picoseconds last) {
  Request* const request = active_[next.turn];
  if (next.time > last) {
    move_burst<Memory>(*request, next.time);
    return request;
  }
  if (takes_turns()) return move_turns<Memory>({request, next.time}, last);
  return move_mixed<Memory>(next, last);
}

// Makes the grants up to `horizon`. Stops earlier if a process may make new requests. Returns the
// time of the next wake-up.
template <typename Memory>
Picoseconds Port::serve_alike(Picoseconds now, Picoseconds horizon) {
  served_at_ = now;
  settled_to_ = horizon;
  for (;;) {
    const Turn next = active_.empty() ? Turn{} : next_in_order();
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
    // After longest_run, the simulation is being ended, and only move_burst() checks this.
    last = ledger_->overrun() ? -1 : std::min(last, longest_run);
    Request* const request = move<Memory>(next, last);
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

Picoseconds Port::move_in_order_alone(Request& request) {
  while (!request.cursor.done()) move_burst<MemoryTiming>(request, in_order_grant(request));
  book_traffic(request);
  return request.done;
}

}  // namespace spillway::sim
