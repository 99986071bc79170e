// SPDX-License-Identifier: Apache-2.0
#include "sim/port/port.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/index.h"

namespace spillway::sim {

Port::Port(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
  SPILLWAY_METHOD(arbitrate, wake_);
}

void Port::configure(const Target& target, std::size_t index, std::vector<AttachedMemory>& memories,
                     Ledger& ledger, Picoseconds origin, SliceLog* slices, Track track) {
  spec_ = target.ports[index];
  bus_.reset(spec_);
  origin_ = origin;
  memories_ = &memories;
  ledger_ = &ledger;
  slices_ = slices;
  track_ = track;
  own_memories_.clear();
  grants_ahead_ = spec_.arbitration == Arbitration::fifo && !spec_.separate_channels;
  reordering_.clear();
  has_foreign_memory_ = false;
  for (std::size_t m = 0; m < memories.size(); ++m) {
    if (target.memories[m].port != static_cast<std::int32_t>(index)) continue;
    own_memories_.push_back(m);
    if (!memories[m].target->in_order()) reordering_.push_back(&memories[m]);
    has_foreign_memory_ = has_foreign_memory_ || memories[m].target->foreign() != nullptr;
  }
  reorders_ = !reordering_.empty();
  grants_ahead_ = grants_ahead_ && !reorders_;
  arbiter_.reset(spec_.arbitration, grants_ahead_);
  serves_ = kind_of_memories();
  uses_in_order_loop_ = settles_at_once();
  shares_places_ = std::any_of(own_memories_.begin(), own_memories_.end(),
                               [&](std::size_t m) { return (*memories_)[m].both.limited(); });
  keeps_reads_ = target.npu.weight_reads > 0 && spec_.arbitration != Arbitration::fifo;
  reset_windows(target);
  arrivals_.clear();
  later_.clear();
  last_done_ = 0;
  delivery_ = never;
  counted_ = {};
  profile_.reset(BandwidthProfile::first_width(ClockDomain{target.clock_khz}));
}

Port::Serves Port::kind_of_memories() const {
  const auto all = [&](auto is) {
    return std::all_of(own_memories_.begin(), own_memories_.end(),
                       [&](std::size_t m) { return is((*memories_)[m]); });
  };
  if (all([](const AttachedMemory& m) { return m.rate != nullptr; })) return Serves::rate;
  const auto counts_beats = [&](const AttachedMemory& m) {
    const Picoseconds beat = FastClock{ClockDomain{spec_.clock_khz}}.period();
    return m.adapter != nullptr && m.adapter->word_bytes() == spec_.beat_bytes && beat > 0 &&
           m.adapter->whole_period() == beat;
  };
  if (all(counts_beats)) return Serves::adapter;
  return Serves::any;
}

void Port::reset_windows(const Target& target) {
  const DmaSpec& dma = target.dma;
  for (std::size_t w = 0; w < window_count; ++w) {
    const bool channel = w >= master_count;
    const bool own_reads = channel && dma.max_reads > 0;
    const bool own_writes = channel && dma.max_writes > 0;
    windows_[w][0].reset(limit_that_binds(own_reads ? dma.max_reads : spec_.max_reads, false));
    windows_[w][1].reset(limit_that_binds(own_writes ? dma.max_writes : spec_.max_writes, true));
    read_buffers_[w].reset(channel ? target.npu.dma_reads : 0);
  }
  at(read_buffers_, Master::fetch).reset(target.npu.feature_map_reads);
  at(read_buffers_, Master::weights).reset(target.npu.weight_reads);
  at(read_buffers_, Master::scales).reset(target.npu.scale_reads);
}

// Returns the limit of a master's outstanding bursts; 0 if this limit never delays a burst and can
// be ignored. It can be ignored if a single port leads to a single memory that has a smaller limit
// and completes the bursts of a direction in order. Runs that record slices keep all limits.
std::int32_t Port::limit_that_binds(std::int32_t limit, bool write) const {
  if (slices_ != nullptr || serves_ == Serves::any || own_memories_.size() != 1) return limit;
  const OutstandingLimits of_memory = (*memories_)[own_memories_[0]].target->timing().outstanding();
  const std::int32_t fewer = write ? of_memory.writes : of_memory.reads;
  return spec_.count == 1 && fewer > 0 && fewer < limit ? 0 : limit;
}

void Port::save_in(SavedState& state) {
  state.save(arrivals_, later_, serving_, served_at_, settled_to_, arrived_at_once_, windows_,
             read_buffers_, last_done_, delivery_, counted_, profile_);
  arbiter_.save_in(state);
  bus_.save_in(state);
}

void Port::submit(Request& request) {
  begin(request);
  arrived_at_once_ = first_delta();
  arrivals_.push_back(&request);
  // Grants are made in the next delta cycle. By then all requests of the present delta cycle have
  // arrived, in whatever order the processes ran.
  wake_.notify();
}

void Port::begin(Request& request) {
  request.next_access = 0;
  request.in_flight = 0;
  request.moved = request.granted_bytes = 0;
  request.last_grant_end = request.first_part_done = request.done = 0;
  request.own_ready = -1;
  request.complete = false;
  request.first_bytes = std::max<Bytes>(request.first_part, 1);
  request.total = request.accesses[0].bytes();
  for (std::uint32_t i = 1; i < request.count; ++i) request.total += request.accesses[i].bytes();
  request.cursor = BurstCursor(request.accesses[0], burst_bytes(request));
  // All chunks (parts) of a transfer use the same memory, limits and buffer, so these are set only
  // once.
  if (request.chunks == nullptr || request.memory == nullptr) route(request);
}

void Port::route(Request& request) {
  request.to_book = {};
  request.kept = request.kept && keeps_reads_;
  request.delivered.clear();
  request.used_from = -1;
  request.used = 0;
  request.memory = &(*memories_)[request.accesses[0].memory];
  request.places = &request.memory->way(request.write);
  request.limit = &windows_[request.window][request.write ? 1 : 0];
  ReadBuffer& buffer = read_buffers_[request.window];
  request.buffer = !request.write && buffer.limited() ? &buffer : nullptr;
  request.bounded = request.limit->limited() || request.buffer != nullptr;
  request.channel = static_cast<std::uint8_t>(bus_.channel_of(request.write));
}

// Begins the next access of a request, if the request has another access.
void Port::next_access(Request& request) {
  if (++request.next_access >= request.count) return;
  const Access& access = request.accesses[request.next_access];
  request.cursor = BurstCursor(access, burst_bytes(request));
  AttachedMemory* const memory = &(*memories_)[access.memory];
  if (memory != request.memory) book_traffic(request);
  request.memory = memory;
  request.places = &memory->way(request.write);
}

void Port::arbitrate() {
  const Picoseconds now = this->now();
  // Grants that are due before the new requests arrive must not depend on these requests, so they
  // are made first.
  const bool others = !arbiter_.empty() || !later_.empty();
  if (others && (!arrivals_.empty() || !later_.empty())) catch_up(now);
  if (next_requested() == now) {
    // In the first delta cycle of a time, more requests may still arrive; they count as
    // simultaneous.
    if (first_delta()) return wake_at(serve(now, now));
    if (arrivals_.empty() || !arrived_at_once_) {
      take_later(now);
      if (!arrivals_.empty()) catch_up(now);
    }
  }
  take_arrivals(now);
  wake_at(serve(now, quiet_until(now)));
}

// Makes all grants up to `now`, but schedules no wake-up.
void Port::catch_up(Picoseconds now) {
  catches_up_ = true;
  serve(now, now);
  catches_up_ = false;
}

// Makes the new requests active, and also the requests for chunks (parts of a transfer) in later_
// that arrive at the same time.
void Port::take_arrivals(Picoseconds now) {
  if (arrivals_.empty()) return;
  for (Request* request : arrivals_) request->arrival = now;
  if (later_.empty()) return arbiter_.add(arrivals_);
  later_.insert(later_.end(), arrivals_.begin(), arrivals_.end());
  arrivals_.clear();
  take_later(now);
}

bool Port::settles_at_once() const {
  if (reorders_ || slices_ != nullptr) return false;
  return std::none_of(own_memories_.begin(), own_memories_.end(),
                      [&](std::size_t m) { return (*memories_)[m].traffic != nullptr; });
}

// Makes all grants up to a horizon: the time up to which all arrivals of requests are known. There
// is no horizon if later arrivals cannot change a grant. In front of memories that other models
// simulate, the horizon is `now`; in all other cases it is `quiet`. Returns the time of the next
// wake-up.
Picoseconds Port::serve(Picoseconds now, Picoseconds quiet) {
  if (reorders_) return serve_with_decisions(now, has_foreign_memory_ ? now : quiet);
  const Picoseconds horizon = grants_ahead_ ? never : quiet;
  return uses_in_order_loop_ ? serve_in_order(now, horizon) : serve_with_decisions(now, horizon);
}

// Returns the time up to which no process runs, so that no further request can arrive.
Picoseconds Port::quiet_until(Picoseconds now) {
  if (FastKernel* const kernel = FastKernel::running()) {
    if (kernel->pending_now()) return now;
    const Picoseconds next = kernel->next_time();
    return next < 0 ? never : next - 1;
  }
  if (sc_core::sc_pending_activity_at_current_time()) return now;
  if (!sc_core::sc_pending_activity_at_future_time()) return never;
  return now + from_sc(sc_core::sc_time_to_pending_activity()) - 1;
}

void Port::wake_at(Picoseconds time) {
  if (time != never) wake_.notify(time - now());
}

Picoseconds Port::now() const { return time_of_run(origin_); }

// Ends the next burst of `request` after the simulation has exceeded the simulated time
// longest_run. Such bursts take no time and are not passed to a memory, so that the simulation ends
// soon and then fails.
void Port::grant_too_late(Request& request) {
  ledger_->within_limit(longest_run + 1, request.op);
  request.last_grant_end = longest_run;
  request.granted_bytes += request.cursor.bytes();
  complete_burst(request, request.cursor.bytes(), longest_run);
  request.cursor.advance();
  if (request.cursor.done()) next_access(request);
}

// Records a burst in the timeline and in the traffic, if the run keeps them.
void Port::record(const Request& request, const OnBus& burst, Picoseconds time) {
  if (slices_ != nullptr) {
    slices_->add(track_, bus_.lane(request.channel), request.op, time, time + burst.time);
  }
  if (std::vector<TrafficRecord>* const traffic = request.memory->traffic) {
    traffic->push_back({time, burst.address, request.write, burst.bytes});
  }
}

// Passes a burst to a memory that reorders. The memory decides later when it serves the burst.
void Port::queue_in_memory(AttachedMemory& memory, const AttachedMemory::InFlight& in_flight,
                           Address address, Picoseconds time) {
  if (memory.free_tags.empty()) {
    memory.free_tags.push_back(static_cast<std::uint32_t>(memory.in_flight.size()));
    memory.in_flight.emplace_back();
  }
  Burst burst;
  burst.tag = memory.free_tags.back();
  memory.free_tags.pop_back();
  burst.address = address;
  burst.bytes = in_flight.moved;
  burst.write = in_flight.write;
  burst.arrival = time;
  memory.in_flight[burst.tag] = in_flight;
  memory.in_flight[burst.tag].through = bus_.last_end();
  ++in_flight.request->in_flight;
  memory.target->timing().submit(burst);
}

// Lets an in-order memory serve a burst by a TLM transaction.
Completion Port::transact(const Request& request, const OnBus& burst, Picoseconds time) {
  payload_.set_command(request.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload_.set_address(burst.address);
  payload_.set_data_length(static_cast<unsigned>(burst.bytes));
  sc_core::sc_time delay = to_sc(time - now());
  socket[static_cast<int>(request.cursor.access().memory)]->b_transport(payload_, delay);
  return request.memory->target->completion();
}

void Port::notify_first_part(const Request& request) {
  if (!request.first_known()) return;
  request.first_came->notify(std::max<Picoseconds>(0, request.done - now()));
  delivery_ = std::min(delivery_, request.done);
}

// Returns the new horizon, the time up to which all arrivals are known. If a process is notified of
// the delivery of a read's first part (Request::first_part), it may make new requests, so the
// horizon must end before this delivery.
Picoseconds Port::horizon_before_delivery(Picoseconds horizon, Picoseconds now) {
  const Picoseconds delivery = std::exchange(delivery_, never);
  if (delivery == never || grants_ahead_) return horizon;
  return std::min(horizon, std::max(delivery - 1, now));
}

// Returns a request to its master if its last burst has been granted and all its completions are
// known. A process of the master may then be resumed and make new requests. Returns the time from
// which it may do so; `never` if no process is resumed.
Picoseconds Port::retire(Request& request, Picoseconds at) {
  if (!request.cursor.done() || request.in_flight > 0) return never;
  request.complete = true;
  book_traffic(request);
  if (request.finished == nullptr) return never;
  arbiter_.remove(request);
  if (!request.awaited) return never;
  Picoseconds time = std::max(request.last_grant_end, at);
  if (request.together != nullptr) {
    Together& together = *request.together;
    time = together.last_grant_end = std::max(together.last_grant_end, time);
    if (--together.open > 0) return never;
  }
  request.finished->notify(std::max<Picoseconds>(0, time - now()));
  return time;
}

void Port::count_untimed(std::size_t memory, OperatorIndex op, bool write, Bytes bytes,
                         Picoseconds begin, Picoseconds end) {
  counted_[write ? 1 : 0].bytes += bytes;
  count(memory, op, write, {bytes, bytes});
  (*memories_)[memory].profile.add(begin, end, bytes);
  profile_.add(begin, end, bytes);
}

void Port::book_traffic(Request& request) {
  if (request.op >= 0 && request.to_book.moved > 0) {
    const std::size_t memory = static_cast<std::size_t>(request.memory - memories_->data());
    ledger_->add_traffic(request.op, memory, request.write, request.to_book);
  }
  request.to_book = {};
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

}  // namespace spillway::sim
