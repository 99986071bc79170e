// SPDX-License-Identifier: Apache-2.0
// Bursts that come one right behind the other in front of a memory in step with the port: a timing
// adapter of its clock, or a memory of its rate. All that they leave beside their requests is then
// known from the first and the last one. A part of port_in_order.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "sim/port/port.h"

namespace spillway::sim {

// The first burst of those of a direction is granted at `time`.
template <typename Memory>
inline void Port::begin_flow(Stretch& stretch, const Memory& model, const Request& request,
                             Picoseconds time) {
  const Picoseconds free = next_free_[request.channel];
  if (time == free) return;
  stretch.stalled[request.write ? 1 : 0] += time - std::max(request.own_ready, free);
  stretch.wait[request.channel] = wait_for_cycle(model, time);
}

// The bursts of a direction from the one on that is granted at `time`.
inline Port::Flow Port::flow_from(const Stretch& stretch, const TimingAdapterMemory& model,
                                  bool write, Picoseconds time) const {
  const std::size_t channel = channel_of(write);
  const Picoseconds wait =
      time == next_free_[channel] ? stretch.wait[channel] : wait_for_cycle(model, time);
  const TimingAdapterMemory::Row row = model.row_from(write, time + wait);
  const Picoseconds last = std::min(row.last - wait, stretch.last);
  return {time, time, last, row.data - time, row.data - time + row.after};
}

inline Port::Flow Port::flow_from(const Stretch& stretch, const LatencyBandwidthMemory& model,
                                  bool write, Picoseconds time) const {
  const LatencyBandwidthMemory::Row row = model.row_from(write, time);
  return {time, time, stretch.last, row.data - time, row.after};
}

inline void Port::take_flow(TimingAdapterMemory& model, const Flow& flow, bool write,
                            std::int64_t beats) {
  model.take_row(write, beats, flow.through + flow.data);
}
inline void Port::take_flow(LatencyBandwidthMemory& model, const Flow& flow, bool /*write*/,
                            std::int64_t /*beats*/) {
  model.take_row(flow.begin, flow.through - flow.begin);
}

// What the bursts leave beside their requests.
template <typename Memory>
inline void Port::book_flow(Stretch& stretch, Memory& model, const Flow& flow, bool write) {
  if (flow.bursts == 0) return;
  const std::size_t way = write ? 1 : 0;
  const Picoseconds duration = flow.through - flow.begin;
  const std::int64_t beats = duration / beat_time_[1];
  stretch.bursts[way] += flow.bursts;
  stretch.beats[way] += beats;
  busy_ += duration;
  next_free_[channel_of(write)] = flow.through;
  take_flow(model, flow, write, beats);
  AttachedMemory& memory = stretch.memory;
  memory.pass_row(write, memory.way(write).next(), flow.begin + flow.data,
                  flow.through + flow.done);
}

// Of a request that is alone, the bursts of the access of which each is granted when the one before
// has passed the port, one at least. What they leave is known from the first and the last one.
template <typename Memory>
inline bool Port::move_row(Stretch& stretch, Memory& model, Request& request, Picoseconds time) {
  if (!stretch.in_rows) return move_in_turn(stretch, model, request, time);
  BurstCursor& cursor = request.cursor;
  const std::int32_t size = burst_bytes(request);
  const std::int32_t within = spec_.beat_bytes - 1;
  Bytes first_bytes = request.first_bytes - request.moved;
  const bool first_ends = first_bytes > 0 && first_bytes <= cursor.bytes();
  if (first_ends) first_bytes = 0;
  Bytes all_bytes = 0;
  // A row with a burst that ends the first part, and is not the first one, and bursts after that.
  const auto parted = [&] {
    return all_bytes < first_bytes && first_bytes < all_bytes + cursor.left();
  };
  constexpr bool adapter = std::is_same_v<Memory, TimingAdapterMemory>;
  const bool bounded = adapter ? request.bounded : request.buffer != nullptr;
  if (bounded || (size & within) != 0 || parted()) {
    return move_in_turn(stretch, model, request, time);
  }
  Flow flow = flow_from(stretch, model, request.write, time);
  const Picoseconds beat = beat_time_[1];
  const Picoseconds whole = (size >> beat_shift_) * beat;
  const Picoseconds last = std::min(flow.last, stretch.plain - flow.done - whole);
  if (time > last || time < stretch.plain_from) {
    return move_in_turn(stretch, model, request, time);
  }
  begin_flow(stretch, model, request, time);
  const auto passed = [&](std::int32_t moved) {
    const std::int32_t into = static_cast<std::int32_t>(cursor.address()) & within;
    return static_cast<Picoseconds>((into + moved + within) >> beat_shift_) * beat;
  };
  if (first_ends) {
    request.first_part_done = std::max(request.done, time + passed(cursor.bytes()) + flow.done);
  }
  const bool limited = !adapter && request.bounded;
  bool follows = true, row_ends = false;
  do {
    const std::int32_t left = cursor.left();
    const Picoseconds begin = flow.through;
    std::int32_t moved = cursor.bytes();
    flow.through = begin + passed(moved);
    for (;;) {
      ++flow.bursts;
      const Picoseconds done = flow.through + flow.done;
      follows = request.places->move(done) <= flow.through && flow.through <= last;
      if (limited && request.limit->move(done) > flow.through) follows = false;
      if (!follows || moved == left) break;
      flow.through += whole;
      moved += size;
      if (moved <= left) continue;
      moved = left;
      flow.through = begin + passed(left);
    }
    all_bytes += moved;
    row_ends = cursor.advance(moved);
  } while (follows && row_ends && !cursor.done() && all_bytes != first_bytes && !parted());
  // Where places in flight hold every burst back, there are no rows.
  stretch.in_rows = flow.bursts > 1 || row_ends;

  request.granted = flow.through;
  request.to_book += {(flow.through - time) / beat << beat_shift_, all_bytes};
  request.done = std::max(request.done, flow.through + flow.done);
  if (first_bytes > 0 && all_bytes <= first_bytes) request.first_part_done = request.done;
  request.moved += all_bytes;
  stretch.useful[request.write ? 1 : 0] += all_bytes;
  book_flow(stretch, model, flow, request.write);
  return row_ends;
}

// Bursts of requests that compete, from `next` on, as long as each comes right behind the one
// before in its direction and none is the last one of an access; one at least. What they leave
// beside their requests is known from the first and the last one. Returns what move_in_turn() does,
// of the last one, which is of `request`.
inline bool Port::move_flows(Stretch& stretch, TimingAdapterMemory& model, Grant next, Open& open,
                             Request*& request) {
  const bool first_write = next.request->write;
  const std::size_t first_way = first_write ? 1 : 0;
  std::array<Flow, 2> flows;
  Flow& first = flows[first_way];
  first = flow_from(stretch, model, first_write, next.time);
  std::int64_t room = model.room();
  const bool late = next.time > first.last || room <= 0 || next.time < stretch.plain_from;
  const Beats burst = beats_of(next.request->cursor);
  if (late || next.time + burst.time + first.done > stretch.plain) {
    return move_in_turn(stretch, model, *next.request, next.time);
  }
  begin_flow(stretch, model, *next.request, next.time);
  const Picoseconds data = next.time + first.data;
  // The other direction, where it is under way and the memory, too.
  const std::size_t other = 1 - first_way;
  if (open[other] != never && open[other] == next_free_[channel_of(!first_write)]) {
    const Flow flow = flow_from(stretch, model, !first_write, open[other]);
    if (flow.begin + flow.data <= std::max(data, stretch.memory.busy_until)) flows[other] = flow;
  }

  const Picoseconds beat = beat_time_[1];
  bool row_ends = false;
  for (;;) {
    Request& moved = *next.request;
    const std::size_t way = moved.write ? 1 : 0;
    Flow& flow = flows[way];
    if (next.time != flow.through || next.time > flow.last || room <= 0) break;
    const std::int32_t bytes = moved.cursor.bytes();
    const std::int64_t beats = beats_of(moved.cursor.address(), bytes);
    const Picoseconds through = next.time + beats * beat;
    const Picoseconds done = through + flow.done;
    if (done > stretch.plain) break;
    request = &moved;
    flow.through = moved.granted = through;
    ++flow.bursts;
    stretch.useful[way] += bytes;
    room -= beats;
    open[way] = std::max(through, moved.places->move(done));
    moved.to_book += {beats << beat_shift_, bytes};
    moved.done = std::max(moved.done, done);
    if (moved.moved < moved.first_bytes) moved.first_part_done = moved.done;
    moved.moved += bytes;
    row_ends = moved.cursor.advance(bytes);
    if (row_ends && moved.cursor.done()) break;
    next = next_turn(moved.first_after, open);
  }
  // In the order in which they began, as the memory's idle time goes.
  book_flow(stretch, model, flows[first_way], first_write);
  book_flow(stretch, model, flows[other], !first_write);
  return row_ends;
}

}  // namespace spillway::sim
