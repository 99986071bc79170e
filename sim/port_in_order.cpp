// SPDX-License-Identifier: Apache-2.0
// Grants in front of in-order memories while nobody records slices or traffic. A burst is then
// decided and done in one go, so that all limits are known at any time, and it needs no
// transaction. The grants are those of port.cpp, which runs that are recorded take.
#include <algorithm>
#include <limits>

#include "sim/port.h"

namespace spillway::sim {
bool Port::settles_at_once() const {
  if (reorders_ || slices_ != nullptr) return false;
  return std::none_of(own_memories_.begin(), own_memories_.end(),
                      [&](std::size_t m) { return (*memories_)[m].traffic != nullptr; });
}

// When its master's limits let the next burst of a request go, all bursts so far being done.
inline Picoseconds Port::own_grant(Request& request) const {
  if (request.buffer == nullptr) return std::max(request.arrival, request.limit->next());
  if (request.own_ready < 0) {
    const Bytes room = room_for(request);
    if (!request.buffer->known(room)) return never;
    request.own_ready =
        std::max({request.arrival, request.limit->next(), request.buffer->ready(room)});
  }
  return request.own_ready;
}

// When the port and the memory do, too.
inline Picoseconds Port::in_order_grant(Request& request) const {
  const Picoseconds own = own_grant(request);
  if (own == never) return never;
  request.own_ready = own;
  return std::max({own, next_free_[request.channel], request.memory->next(request.write)});
}

// One burst, from the port through the memory to its master.
template <typename Memory>
inline void Port::move_burst(Request& request, Picoseconds time) {
  if (time > longest_run || ledger_->overrun()) return grant_too_late(request);
  AttachedMemory& memory = *request.memory;
  const bool write = request.write;
  const Address address = request.cursor.address();
  const std::int32_t bytes = request.cursor.bytes();
  std::int32_t moved = 0;
  const Picoseconds duration = beats_time(address, bytes, moved);
  count_burst(request, time, moved);
  take_port(request.channel, time, duration);
  request.granted = std::max(request.granted, next_taken_);
  last_window_ = request.window;

  const Completion served =
      memory.serve<Memory>({address, bytes, write, static_cast<std::uint16_t>(index_), 0, time});
  const Picoseconds done =
      ledger_->within_limit(std::max(served.done, request.granted), request.op);
  memory.moved(write, served, done, bytes);
  request.limit->move(done);
  if (request.buffer != nullptr) take_room(request, moved);
  if (request.buffer != nullptr || request.kept) finish_read(request, bytes, done);
  ++memory.bursts;
  (write ? memory.write_bytes : memory.read_bytes) += moved;
  profile_.add(time, next_taken_, moved);
  request.to_book += moved;
  request.granted_bytes += bytes;
  complete_burst(request, bytes, done);
  request.cursor.advance(bytes);
  if (request.cursor.done()) next_access(request);
}

// Who may go first after a request: active_ is in the order of turns.
inline std::size_t Port::turn_after(std::size_t turn) const {
  if (spec_.arbitration != Arbitration::round_robin) return 0;
  const std::uint8_t window = active_[turn]->window;
  do {
    if (++turn == active_.size()) return 0;
  } while (active_[turn]->window == window);
  return turn;
}

// The same after the last burst on the port.
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

inline Port::Beats Port::beats_of(Address address, std::int32_t bytes) const {
  const Address beat = Address{1} << beat_shift_;
  const Address end = address + static_cast<Address>(bytes) + beat - 1;
  const Address beats = (end >> beat_shift_) - (address >> beat_shift_);
  return {static_cast<std::int32_t>(beats << beat_shift_),
          beats < beat_time_.size()
              ? beat_time_[beats]
              : ClockDomain{spec_.clock_khz}.to_time(static_cast<Cycles>(beats))};
}

// Until when bursts that begin at `from` or later may be done without a look at what follows from
// their times: they lie in the buckets of the last ones, and within what a run may last.
inline Picoseconds Port::plain_until(const AttachedMemory& memory, Picoseconds from) const {
  return std::min({profile_.bucket_end(from), memory.profile.bucket_end(from), longest_run});
}

void Port::show(Stretch& stretch) {
  profile_.add_in_bucket(stretch.moved);
  stretch.memory.profile.add_in_bucket(stretch.bytes);
  stretch.moved = stretch.bytes = 0;
}

// A burst that is not done before plain_until(). Returns when it is done, as far as a run goes.
Picoseconds Port::show_alone(Stretch& stretch, const Shown& burst, OperatorIndex op) {
  show(stretch);
  const Picoseconds done = ledger_->within_limit(burst.done, op);
  profile_.add(burst.time, burst.free, burst.moved);
  stretch.memory.profile.add(burst.first_data, done, burst.bytes);
  stretch.plain = plain_until(stretch.memory, burst.time);
  if (done >= longest_run) stretch.last = -1;
  return done;
}

// What of a request's bursts does not depend on who else moves some.
template <typename Memory>
inline Picoseconds Port::pass(Stretch& stretch, const Request& request, const BurstCursor& cursor,
                              std::int32_t bytes, Beats beats, Picoseconds time) {
  AttachedMemory& memory = stretch.memory;
  const bool write = request.write;
  const Picoseconds free = time + beats.time;
  const Completion served = memory.serve<Memory>(
      {cursor.address(), bytes, write, static_cast<std::uint16_t>(index_), 0, time});
  Picoseconds done = std::max(served.done, free);
  if (done <= stretch.plain) {
    stretch.moved += beats.bytes;
    stretch.bytes += bytes;
  } else {
    done = show_alone(stretch, {time, free, beats.bytes, bytes, served.first_data, done},
                      request.op);
  }
  memory.pass(write, served, done);
  return done;
}

template <typename Memory>
inline void Port::move_in_turn(Stretch& stretch, Request& request, const Turn& turn) {
  const std::int32_t bytes = request.cursor.bytes();
  const Beats beats = beats_of(request.cursor.address(), bytes);
  Counted& counted = counted_[request.write ? 1 : 0];
  Picoseconds& free = next_free_[request.channel];
  ++counted.bursts;
  counted.bytes += beats.bytes;
  counted.stalled += turn.time - std::max(turn.own, free);
  busy_ += beats.time;
  request.granted = free = turn.time + beats.time;
  const Picoseconds done =
      pass<Memory>(stretch, request, request.cursor, bytes, beats, turn.time);
  request.limit->move(done);
  if (request.buffer != nullptr) {
    take_room(request, beats.bytes);
    request.buffer->complete(done);
  }
  request.to_book += beats.bytes;
  request.done = std::max(request.done, done);
  if (request.moved < request.first_bytes) request.first_part_done = request.done;
  request.granted_bytes = request.moved += bytes;
  request.cursor.advance(bytes);
}

// From when on port and memory take bursts of a direction.
inline Picoseconds Port::open_from(const AttachedMemory& memory, std::size_t way) const {
  const bool write = way == 1;
  return std::max(next_free_[channel_of(write)], memory.next(write));
}

inline Port::Turn Port::next_turn(std::size_t turn, const std::array<Picoseconds, 2>& open) const {
  const Picoseconds first = std::min(open[0], open[1]);
  Turn best;
  for (std::size_t left = active_.size(); left > 0; --left) {
    Request& request = *active_[turn];
    const Picoseconds own = own_grant(request);
    const Picoseconds time = std::max(own, open[request.write ? 1 : 0]);
    if (time < best.time) best = {turn, time, own};
    if (time <= first) break;
    if (++turn == active_.size()) turn = 0;
  }
  return best;
}

// The bursts of requests of one memory that compete, from `next` on, as far as they are granted up
// to `last` and until one of the requests is through. Returns the request of the last one.
template <typename Memory>
Request* Port::move_turns(Turn next, Picoseconds last) {
  AttachedMemory& memory = *active_[next.turn]->memory;
  Stretch stretch{memory, last, plain_until(memory, next.time)};
  std::array<Picoseconds, 2> open{never, never};
  for (const Request* request : active_) {
    const std::size_t way = request->write ? 1 : 0;
    open[way] = open_from(memory, way);
  }
  const std::array<bool, 2> used{open[0] != never, open[1] != never};
  const bool together = used[0] && used[1] && (!spec_.separate_channels || memory.both.limited());
  const std::array<Counted, 2> before = counted_;
  Request* request = nullptr;
  do {
    request = active_[next.turn];
    move_in_turn<Memory>(stretch, *request, next);
    if (request->cursor.done()) {
      next_access(*request);
      if (request->cursor.done() || request->memory != &memory) break;
    }
    const std::size_t way = request->write ? 1 : 0;
    open[way] = open_from(memory, way);
    if (together) open[1 - way] = open_from(memory, 1 - way);
    next = next_turn(turn_after(next.turn), open);
  } while (next.time <= stretch.last);
  end_turns(stretch, *request, before);
  return request;
}

void Port::end_turns(Stretch& stretch, const Request& last, const std::array<Counted, 2>& before) {
  AttachedMemory& memory = stretch.memory;
  show(stretch);
  memory.bursts += counted_[0].bursts + counted_[1].bursts - before[0].bursts - before[1].bursts;
  memory.read_bytes += counted_[0].bytes - before[0].bytes;
  memory.write_bytes += counted_[1].bytes - before[1].bytes;
  for (const std::size_t channel : {0U, 1U}) free_[channel][0] = next_free_[channel];
  next_taken_ = last.granted;
  last_window_ = last.window;
  last_done_ = std::max(last_done_, memory.busy_until);
}

// The same whatever there is between them, one by one.
template <typename Memory>
Request* Port::move_mixed(Turn next, Picoseconds last) {
  for (;;) {
    Request* const request = active_[next.turn];
    move_burst<Memory>(*request, next.time);
    if (request->cursor.done() || request->done >= longest_run) return request;
    next = next_in_order();
    if (next.time > last) return request;
  }
}

// Whether move_turns() can take the next bursts.
inline bool Port::takes_turns() const {
  if (grants_ahead_ || !plain_) return false;
  const AttachedMemory* const memory = active_[0]->memory;
  return std::all_of(active_.begin() + 1, active_.end(),
                     [&](const Request* request) { return request->memory == memory; });
}

// Whether move_run() can.
inline bool Port::runs(const Request& request) const {
  return (active_.size() == 1 || grants_ahead_) && request.buffer == nullptr && plain_;
}

// On to the next access, if it is one of the same memory.
inline bool Port::goes_on(Request& request, BurstCursor& cursor) const {
  if (request.next_access + 1 >= request.count) return false;
  const Access& next = request.accesses[request.next_access + 1];
  if (next.memory != request.accesses[request.next_access].memory) return false;
  ++request.next_access;
  cursor = BurstCursor(next, burst_bytes(request));
  return !cursor.done();
}

// The bursts of a request that nobody competes with, as far as they are granted up to `last`: looked
// up and counted once for all.
template <typename Memory>
void Port::move_run(Request& request, Picoseconds time, Picoseconds last) {
  AttachedMemory& memory = *request.memory;
  OutstandingWindow& limit = *request.limit;
  Stretch stretch{memory, last, plain_until(memory, time)};
  BurstCursor cursor = request.cursor;
  Run run;
  run.free = std::max(request.arrival, next_free_[request.channel]);
  run.granted_bytes = request.granted_bytes;
  run.done = request.done;
  do {
    const Picoseconds wanted = std::max(limit.next(), run.free);
    time = std::max(wanted, memory.next(request.write));
    if (time > stretch.last) break;
    const std::int32_t bytes = cursor.bytes();
    const Beats beats = beats_of(cursor.address(), bytes);
    run.add(time - wanted, beats.time, beats.bytes);
    run.free = time + beats.time;
    const Picoseconds done = pass<Memory>(stretch, request, cursor, bytes, beats, time);
    limit.move(done);
    run.done = std::max(run.done, done);
    if (run.granted_bytes < request.first_bytes) request.first_part_done = run.done;
    run.granted_bytes += bytes;
    cursor.advance(bytes);
  } while (!cursor.done() || goes_on(request, cursor));
  request.cursor = cursor;
  show(stretch);
  book_run(request, run);
  if (cursor.done()) next_access(request);
}

void Port::book_run(Request& request, const Run& run) {
  AttachedMemory& memory = *request.memory;
  Counted& counted = counted_[request.write ? 1 : 0];
  counted.bursts += run.bursts;
  counted.bytes += run.moved;
  counted.stalled += run.stalled;
  busy_ += run.duration;
  next_taken_ = next_free_[request.channel] = free_[request.channel][0] = run.free;
  last_window_ = request.window;
  last_done_ = std::max(last_done_, run.done);
  memory.bursts += run.bursts;
  (request.write ? memory.write_bytes : memory.read_bytes) += run.moved;
  request.to_book += run.moved;
  request.granted_bytes = request.moved = run.granted_bytes;
  request.granted = run.free;
  request.done = run.done;
}

// The next bursts, as far as they are granted up to `last`, one at least. Returns the request of the
// last one.
template <typename Memory>
inline Request* Port::move(const Turn& next, Picoseconds last) {
  Request* const request = active_[next.turn];
  if (next.time > last) {
    move_burst<Memory>(*request, next.time);
    return request;
  }
  if (runs(*request)) {
    move_run<Memory>(*request, next.time, last);
    return request;
  }
  return takes_turns() ? move_turns<Memory>(next, last) : move_mixed<Memory>(next, last);
}

// Until `horizon`, or until a master that hears of its last grant may ask for more. Returns when to
// go on.
template <typename Memory>
Picoseconds Port::serve_alike(Picoseconds now, Picoseconds horizon) {
  for (;;) {
    const Turn next = active_.empty() ? Turn{} : next_in_order();
    Picoseconds last = horizon;
    if (!later_.empty()) {
      const Picoseconds asked = next_asked();
      // Who asks at `now` may not be known yet: arbitrate() takes those.
      const bool known = asked < now || (asked <= horizon && horizon > now);
      if (asked < next.time && known) {
        take_later(asked);
        continue;
      }
      if (known) last = std::min(last, asked);
    }
    if (next.time == never || next.time > horizon) return before_next(next.time);
    // Whoever hears of first parts, or of a run that ends here, comes next.
    last = tells_of_first_parts_ || ledger_->overrun() ? -1 : std::min(last, longest_run);
    Request* const request = move<Memory>(next, last);
    if (!request->cursor.done()) continue;
    const Picoseconds heard = end_in_order(*request, now);
    if (grants_ahead_ || heard == never) continue;
    horizon = std::min(horizon, std::max(heard - 1, now));
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

void Port::take_room(Request& request, Bytes bytes) {
  forget_ready(request);
  request.buffer->submit(bytes);
}

Picoseconds Port::move_in_order_alone(Request& request) {
  while (!request.cursor.done()) move_burst<MemoryTiming>(request, in_order_grant(request));
  book_traffic(request);
  return request.done;
}

PortCounters Port::counters(ClockDomain processor) const {
  const Bytes beat = std::max(spec_.beat_bytes, 1);
  PortCounters counters;
  counters.name = spec_.name;
  counters.read_bursts = counted_[0].bursts;
  counters.write_bursts = counted_[1].bursts;
  counters.read_beats = counted_[0].bytes / beat;
  counters.write_beats = counted_[1].bytes / beat;
  counters.reads_stalled = processor.to_cycles(counted_[0].stalled);
  counters.writes_stalled = processor.to_cycles(counted_[1].stalled);
  return counters;
}

void Port::book_traffic(Request& request) {
  if (request.op >= 0 && request.to_book > 0) {
    const std::size_t memory = static_cast<std::size_t>(request.memory - memories_->data());
    ledger_->add_traffic(request.op, memory, request.write, request.to_book);
  }
  request.to_book = 0;
}

}  // namespace spillway::sim
