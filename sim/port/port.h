// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <systemc>
#include <tlm>
#include <vector>

#include <tlm_utils/multi_passthrough_initiator_socket.h>

#include "hwmodels/target/target.h"
#include "sim/accounts/ledger.h"
#include "sim/accounts/slice_log.h"
#include "sim/kernel/saved_state.h"
#include "sim/port/attached_memory.h"
#include "sim/port/read_buffer.h"
#include "sim/port/request.h"
#include "traces/npu_counters.h"

namespace spillway::sim {

/// A port of the interconnect. Its arbiter grants the bursts of competing masters one after the
/// other, each for as many cycles as it has beats, and passes them to the memories behind the port.
///
/// The port has several arbitration loops, for different kinds of runs and memories; all of them
/// make the same grants (docs/internals/simulator.md). A burst may be granted as soon as four
/// conditions hold: its request has arrived; the limits of its master allow it (outstanding bursts,
/// free space in the read buffer); the previous burst on its channel has ended; and its memory
/// accepts it. The burst that may be granted first is granted; among equal times, the arbitration
/// decides (turn_of(), rank()). The burst then occupies the channel for its beats. It counts
/// towards the limits at least until its completion.
///
/// A burst needs no simulated event. At every arrival and every wake-up the port makes all grants
/// that are due, and also later grants, up to the next event of the simulation. A whole request is
/// granted at once if no later arrival can change a grant (first come first served on one channel,
/// in front of in-order memories).
class Port : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_initiator_socket<Port> socket;  // bound to every memory, by index

  SC_HAS_PROCESS(Port);
  explicit Port(const sc_core::sc_module_name& name);

  /// Puts the port into the reset state of `target.ports[index]` for a run that starts at SystemC
  /// time `origin`. If `slices` is not null, the port records its slices there, on `track`.
  void configure(const Target& target, std::size_t index, std::vector<AttachedMemory>& memories,
                 Ledger& ledger, Picoseconds origin, SliceLog* slices, Track track);

  /// Queues a request. Requests of equal turn (turn_of()) that arrive at the same time are served
  /// in the order of the values of Master.
  void submit(Request& request);

  /// Wakes the port, because a memory behind it that another model simulates has answered.
  void take_answers() { wake_.notify(); }
  /// Whether no request is waiting or in progress.
  bool idle() const { return arrivals_.empty() && active_.empty() && later_.empty(); }

  /// Whether a master can transfer in chunks without being resumed for each chunk. This requires
  /// in-order memories that Spillway itself simulates, a run that records neither slices nor
  /// traffic, and an arbitration other than first come first served.
  bool takes_chunks() const;
  /// Whether a read of at most `burst_bytes` from this memory is always delivered after the port
  /// has finished moving it.
  bool delivers_later(std::size_t memory, std::int32_t burst_bytes) const;
  /// Returns a lower bound of the time from the grant of a read until its delivery; 0 = not known.
  Picoseconds least_latency(std::size_t memory) const;
  /// Submits a request that arrives at `time`, in the future. Requires takes_chunks().
  void ask_later(Request& request, Picoseconds time);

  /// Sets when the master uses the bytes of a read with Request::kept: from `from` on, each part
  /// after its delivery and after the part before it, for its share of `duration`. Called once per
  /// request, in the order of its master's requests. `from` must not be before the delivery of the
  /// first part (Request::first_part).
  void use_from(Request& request, Picoseconds from, Picoseconds duration);

  /// Grants all bursts of one access without arbitration, at `at` or later, while no other master
  /// makes requests to the port. `at` may be later than the simulated time. Returns the last
  /// completion.
  Picoseconds transfer_alone(const Access& access, OperatorIndex op, Picoseconds at);

  /// Does the same as transfer_alone(), but a contiguous access is one burst, whatever its size.
  Picoseconds transfer_command(const Access& access, OperatorIndex op, Picoseconds at);

  /// Moves a whole chain of cache lines between `memory` and the only master on the port. If
  /// possible, the memory moves the chain without the port's loop; runs that record slices or
  /// traffic always use the loop.
  void move_chain(std::uint8_t memory, LineChain& chain, OperatorIndex op);

  /// Counts bytes that the processor moves without the port's timing (in a memory without a cache),
  /// and adds them to the bandwidth profiles, from `begin` to `end`.
  void count_untimed(std::size_t memory, OperatorIndex op, bool write, Bytes bytes,
                     Picoseconds begin, Picoseconds end);

  /// Saves all members that change while a program runs. Must not be used in runs that record
  /// slices or traffic, because further members change in these runs.
  void save_in(SavedState& state);

  Picoseconds busy() const { return busy_; }
  PortCounters counters(ClockDomain processor) const;
  BandwidthProfile& profile() { return profile_; }

 private:
  struct Grant {
    Request* request = nullptr;
    Picoseconds time = std::numeric_limits<Picoseconds>::max();
  };
  /// A possible grant to the request `active_[turn]`. `time` is the earliest time of the grant.
  /// `own` is the time at which the limits of the request's master allow the grant.
  struct Turn {
    std::size_t turn = 0;
    Picoseconds time = std::numeric_limits<Picoseconds>::max();
    Picoseconds own = 0;
  };
  /// A burst as the bus moves it, in whole beats: the first and the last beat may carry bytes that
  /// were not requested. Time, bandwidth profiles, totals and energy count whole beats.
  struct OnBus {
    Address address = 0;
    std::int32_t bytes = 0;
    // The time for which the burst occupies the port.
    Picoseconds time = 0;
  };
  struct Decision {
    AttachedMemory* memory = nullptr;
    Picoseconds time = std::numeric_limits<Picoseconds>::max();
  };

  bool moves_chains(const AttachedMemory& memory, const LineChain& chain) const;
  void book_lines(std::uint8_t memory, LineChain& chain, OperatorIndex op, Picoseconds at);
  /// Counters of one direction.
  struct Counted {
    std::int64_t bursts = 0;
    Bytes bytes = 0;
    Picoseconds stalled = 0;
  };

  void arbitrate();
  Picoseconds serve(Picoseconds now, Picoseconds quiet);
  Picoseconds serve_with_decisions(Picoseconds now, Picoseconds horizon);
  [[gnu::always_inline]] Picoseconds grant_one(const Grant& next, Picoseconds horizon,
                                               Picoseconds now);
  [[gnu::always_inline]] Grant next_grant();
  Grant first_come_grant();
  [[gnu::always_inline]] Decision next_decision();
  [[gnu::always_inline]] Picoseconds earliest_grant(Request& request) const;
  [[gnu::always_inline]] Picoseconds own_ready(const Request& request) const;
  void forget_ready(Request& granted) const;
  void grant(Request& request, Picoseconds time);
  void grant_too_late(Request& request);
  void move_in_order(AttachedMemory& memory, Request& request, const OnBus& burst,
                     Picoseconds time);
  void move_afterwards(AttachedMemory& memory, Request& request, const OnBus& burst,
                       Picoseconds time);
  [[gnu::always_inline]] void queue_in_memory(AttachedMemory& memory, Request& request,
                                              const OnBus& burst, Picoseconds time);
  [[gnu::always_inline]] Picoseconds decide(const Decision& decision);
  void use(Request& request, Bytes bytes, Picoseconds done);
  void finish_read(Request& request, Bytes bytes, Picoseconds done);
  void keep(Request& request, Bytes bytes, Picoseconds done);
  void complete_burst(Request& request, std::int32_t bytes, Picoseconds done);
  void notify_first_part(const Request& request);
  Picoseconds horizon_before_delivery(Picoseconds horizon, Picoseconds now);
  Picoseconds retire(Request& request, Picoseconds at);
  void wake_at(Picoseconds time);
  void begin(Request& request);
  void route(Request& request);
  void next_access(Request& request);
  void book_traffic(Request& request);
  bool settles_at_once() const;
  static Picoseconds quiet_until(Picoseconds now);
  Picoseconds serve_in_order(Picoseconds now, Picoseconds horizon);
  void settle_before(Picoseconds heard);
  bool is_known(Picoseconds requested) const;
  Picoseconds end_in_order(Request& request, Picoseconds now);
  void queue_later(Request& request, Picoseconds time);
  Picoseconds next_requested() const;
  void take_later(Picoseconds time);
  void sort_arrivals_from(std::size_t before);
  void put_in_turn(std::size_t place);
  std::int32_t turn_of(const Request& request) const;
  void catch_up(Picoseconds now);
  void take_arrivals(Picoseconds now);
  Picoseconds before_next(Picoseconds next_grant) const;
  /// What remains until a request can resume a process. `bytes` is the number of bytes that must
  /// still be granted. `time` is the least time from the end of these bytes until a process is
  /// resumed.
  struct WorkUntilResume {
    Bytes bytes;
    Picoseconds time;
  };
  WorkUntilResume work_until_resume(const Request& request) const;
  Picoseconds time_left(const WorkUntilResume& left) const;
  Picoseconds time_left(const Request& request) const;
  Picoseconds resumes_after(const Request& request, Picoseconds next) const;
  Picoseconds active_requests_resume_after(Picoseconds next_grant) const;
  std::size_t first_turn() const;
  [[gnu::always_inline]] Turn next_in_order();
  template <typename Memory>
  Picoseconds serve_alike(Picoseconds now, Picoseconds horizon);
  [[gnu::always_inline]] Picoseconds own_grant(Request& request) const;
  [[gnu::always_inline]] Picoseconds in_order_grant(Request& request) const;
  template <typename Memory>
  [[gnu::always_inline]] void move_burst(Request& request, Picoseconds time);
  /// A sequence of bursts of one memory whose counts are booked together; arrays are {read, write}.
  struct GrantBatch {
    AttachedMemory& memory;
    // Bursts of the sequence are granted up to this time.
    Picoseconds last;
    // An interval that lies in the current bucket of each bandwidth profile. The bytes of all
    // bursts within it are added to the profiles together, see find_bucket_interval().
    Picoseconds bucket_begin = 0, bucket_end = 0;
    // Per channel: the time that the next grant waits for the beginning of a cycle of the memory,
    // see wait_for_cycle().
    std::array<Picoseconds, 2> wait{};
    std::array<std::int64_t, 2> bursts{}, beats{};
    std::array<Picoseconds, 2> stalled{};
    std::array<Bytes, 2> useful{};
    // Beats that have been added to the bandwidth profiles.
    std::int64_t profiled_beats = 0;
  };
  /// Bytes, beats and time of a burst on the port.
  struct Beats {
    std::int32_t bytes;
    std::int64_t count;
    Picoseconds time;
  };
  struct Passed {
    Picoseconds time, first_data, done;
  };
  /// The times from which port and memory accept the next read and the next write; `never` = no
  /// active request reads, or no active request writes.
  using Open = std::array<Picoseconds, 2>;
  [[gnu::always_inline]] std::int64_t beats_of(Address address, std::int32_t bytes) const;
  [[gnu::always_inline]] Beats beats_of(const BurstCursor& cursor) const;
  void find_bucket_interval(GrantBatch& batch) const;
  void add_to_profiles(GrantBatch& batch);
  Picoseconds add_alone_to_profiles(GrantBatch& batch, const Beats& burst, const Passed& passed,
                                    OperatorIndex op);
  template <typename Memory>
  [[gnu::always_inline]] Picoseconds pass(GrantBatch& batch, Memory& model, const Request& request,
                                          const Beats& burst, Picoseconds time);
  template <typename Memory>
  [[gnu::always_inline]] bool move_in_turn(GrantBatch& batch, Memory& model, Request& request,
                                           Picoseconds time);
  [[gnu::always_inline]] void end_first_part(GrantBatch& batch, Request& request);
  [[gnu::always_inline]] void take_limits(Request& request, const Beats& burst, Picoseconds done);
  [[gnu::always_inline]] Picoseconds open_from(const AttachedMemory& memory, std::size_t way) const;
  void arrange_turns(const AttachedMemory& memory, Open& open);
  [[gnu::always_inline]] Grant next_turn(Request* request, const Open& open) const;
  [[gnu::always_inline]] void bound_next(Request& moved, bool shared_master) const;
  bool master_has_several_requests() const;
  template <typename Memory>
  Request* move_turns(Grant next, Picoseconds last);
  void end_turns(GrantBatch& batch, const Request& last);
  void count(const GrantBatch& batch);
  template <typename Memory>
  Request* move_mixed(Turn next, Picoseconds last);
  template <typename Memory>
  Request* move(const Turn& next, Picoseconds last);
  bool takes_turns() const;
  void reserve_buffer(Request& request, Bytes bytes);
  Picoseconds move_in_order_alone(Request& request);
  void count_burst(const Request& request, Picoseconds time, Bytes moved);
  void take_port(std::size_t channel, Picoseconds time, Picoseconds duration);
  void reset_windows(const Target& target);
  std::int32_t limit_that_binds(std::int32_t limit, bool write) const;
  std::int32_t burst_bytes(const Request& request) const {
    return request.burst_bytes > 0 ? request.burst_bytes : spec_.burst_bytes;
  }
  std::size_t first_free(std::size_t channel) const;
  std::size_t channel_of(bool write) const { return spec_.separate_channels && write ? 1 : 0; }
  [[gnu::always_inline]] Bytes bytes_in_buffer(const Request& request) const;
  std::int32_t rank(const Request& request) const;
  Request begun_core_request(const Access& access, OperatorIndex op);
  Picoseconds grant_alone(Request& request, Picoseconds at);
  void wait_for_foreign(Picoseconds until);
  void count(std::size_t memory, OperatorIndex op, bool write, const Traffic& traffic);
  OnBus on_bus(Address address, std::int32_t bytes) const;
  OnBus on_bus(const BurstCursor& cursor) const { return on_bus(cursor.address(), cursor.bytes()); }
  Picoseconds least_time_left() const;
  Picoseconds now() const;
  OutstandingWindow& window_of(const Request& request) {
    return windows_[request.window][request.write ? 1 : 0];
  }

  Event wake_;
  tlm::tlm_generic_payload payload_;

  PortSpec spec_;
  // The logarithm of beat_bytes to base 2; -1 = beat_bytes is no power of two.
  int beat_shift_ = -1;
  Picoseconds origin_ = 0;
  std::vector<AttachedMemory>* memories_ = nullptr;
  std::vector<std::size_t> own_memories_;    // indices of the memories behind this port
  std::vector<AttachedMemory*> reordering_;  // the memories behind this port that reorder
  Ledger* ledger_ = nullptr;
  SliceLog* slices_ = nullptr;
  Track track_{};
  /// The kind of the memories behind the port. rate: all have AttachedMemory::rate. adapter: all
  /// have AttachedMemory::adapter with the word size and clock of the port (see
  /// kind_of_memories()). Both are called without virtual calls. any: all other cases.
  enum class Serves : std::uint8_t { rate, adapter, any };
  Serves kind_of_memories() const;
  Serves serves_ = Serves::any;
  /// Whether this is a single port (not several parallel ports) whose beat size is a power of two.
  /// move_turns() requires this.
  bool plain_ = true;
  // Whether later arrivals cannot change a grant, so that whole requests are granted ahead.
  bool grants_ahead_ = true;
  // Whether the port uses the faster loop for in-order memories (port_in_order.cpp).
  bool uses_in_order_loop_ = true;
  // Whether reads and writes of a memory share a limit of outstanding bursts.
  bool shares_places_ = false;
  bool reorders_ = false;                     // whether a memory behind the port reorders bursts
  bool has_foreign_memory_ = false;           // another model simulates a memory behind the port
  bool keeps_reads_ = false;                  // some reads stay in their buffer until used
  std::array<Picoseconds, 257> beat_time_{};  // element n is the duration of n beats

  std::vector<Request*> arrivals_;  // requests that arrived at the present time
  // Requests in progress, in the order of their turns (Port::turn_of()). If the arbitration has no
  // turns, in the order of their arrival.
  std::vector<Request*> active_;
  std::vector<Request*> later_;  // requests for chunks that will arrive at a known later time
  // Whether serve() only makes the grants that are due and schedules no wake-up.
  bool catches_up_ = false;
  bool serving_ = false;  // true while serve_in_order() runs
  // The present time of serve_in_order(), and the time up to which serve_in_order() knows all
  // arrivals.
  Picoseconds served_at_ = 0, settled_to_ = 0;
  bool arrived_at_once_ = false;  // arrivals_ came in the first delta cycle of their time
  // Limits of outstanding reads and writes, for each master and DMA channel (see window_count).
  std::array<std::array<OutstandingWindow, 2>, window_count> windows_;
  std::array<ReadBuffer, window_count> read_buffers_;
  using Lanes = std::array<Picoseconds, most_ports_side_by_side>;
  // For each channel and each of its parallel ports: the time at which the last burst of this port
  // ends.
  std::array<Lanes, 2> free_{};
  // For each channel: the time from which at least one of the parallel ports is free.
  std::array<Picoseconds, 2> next_free_{};
  Picoseconds last_grant_end_ = 0;  // end of the burst that was granted last
  std::uint8_t last_window_ = 0;    // window of the last grant, for round robin
  Picoseconds last_done_ = 0;       // latest completion that is known so far
  // The earliest time at which a process is notified that the first part of a read
  // (Request::first_part) has come.
  Picoseconds delivery_ = std::numeric_limits<Picoseconds>::max();
  Picoseconds busy_ = 0;
  std::array<Counted, 2> counted_{};  // index 0: reads, index 1: writes
  BandwidthProfile profile_;
};

// Returns the turn of a request: its position in the order in which the arbitration serves
// competing requests. Requests with equal turns are served in order of arrival. A new kind of
// arbitration begins with a case here; HACKING.md lists the other places that it changes.
inline std::int32_t Port::turn_of(const Request& request) const {
  switch (spec_.arbitration) {
    case Arbitration::fifo:
      return 0;
    case Arbitration::priority:
      return request.priority;
    case Arbitration::round_robin:
      break;
  }
  return request.window;
}

// Makes the time `own_ready` unknown for `granted` and for all requests with the same window, that
// is, of the same master or DMA channel. The grant changes the number of outstanding bursts in the
// window. So the time from which the window permits the next burst must be computed again.
inline void Port::forget_ready(Request& granted) const {
  granted.own_ready = -1;
  if (active_.size() < 2) return;
  for (Request* request : active_) {
    if (request->window == granted.window) request->own_ready = -1;
  }
}

inline Port::OnBus Port::on_bus(Address address, std::int32_t bytes) const {
  if (spec_.beat_bytes <= 0) return {address, bytes, 0};
  const auto beat = static_cast<Address>(spec_.beat_bytes);
  const Address end = address + static_cast<Address>(bytes) + beat - 1;
  const Address first = beat_shift_ >= 0 ? address >> beat_shift_ : address / beat;
  const Address beats = (beat_shift_ >= 0 ? end >> beat_shift_ : end / beat) - first;
  return {first * beat, static_cast<std::int32_t>(beats * beat),
          beats < beat_time_.size()
              ? beat_time_[beats]
              : ClockDomain{spec_.clock_khz}.to_time(static_cast<Cycles>(beats))};
}

// Returns the bytes that the next burst occupies in the master's read buffer.
inline Bytes Port::bytes_in_buffer(const Request& request) const {
  return on_bus(request.cursor).bytes;
}

// Counts a burst, and the time for which it waited only because of the memory. This time begins
// when the master could send the burst and the port was free.
inline void Port::count_burst(const Request& request, Picoseconds time, Bytes moved) {
  Counted& counted = counted_[request.write ? 1 : 0];
  ++counted.bursts;
  counted.bytes += moved;
  const Picoseconds wanted = std::max(request.own_ready, next_free_[request.channel]);
  counted.stalled += std::max<Picoseconds>(0, time - wanted);
}

inline void Port::complete_burst(Request& request, std::int32_t bytes, Picoseconds done) {
  request.done = std::max(request.done, done);
  last_done_ = std::max(last_done_, done);
  const bool first = request.moved < std::max<Bytes>(request.first_part, 1);
  request.moved += bytes;
  if (!first) return;
  request.first_part_done = request.done;
  if (request.first_came != nullptr) notify_first_part(request);
}

// Frees the place of a delivered read in its buffer. A read with Request::kept keeps its place
// until it has been used.
inline void Port::finish_read(Request& request, Bytes bytes, Picoseconds done) {
  if (request.kept) return keep(request, bytes, done);
  read_buffers_[request.window].complete(done);
}

// Occupies a channel of the port, or of the parallel port that is free first, for one burst.
inline void Port::take_port(std::size_t channel, Picoseconds time, Picoseconds duration) {
  last_grant_end_ = time + duration;
  if (spec_.count == 1) {
    busy_ += duration;
    next_free_[channel] = free_[channel][0] = last_grant_end_;
    return;
  }
  busy_ += duration / spec_.count;
  free_[channel][first_free(channel)] = last_grant_end_;
  // Grants of parallel ports are in order of time: no grant is earlier than the previous one.
  next_free_[channel] = std::max(time, free_[channel][first_free(channel)]);
}

inline void Port::count(std::size_t memory, OperatorIndex op, bool write, const Traffic& traffic) {
  (*memories_)[memory].count(write, traffic);
  if (op >= 0) ledger_->add_traffic(op, memory, write, traffic);
}

}  // namespace spillway::sim
