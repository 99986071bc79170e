// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <systemc>
#include <tlm>
#include <vector>

#include <tlm_utils/multi_passthrough_initiator_socket.h>

#include "hwmodels/target/target.h"
#include "sim/accounts/ledger.h"
#include "sim/accounts/slice_log.h"
#include "sim/kernel/saved_state.h"
#include "sim/port/arbiter.h"
#include "sim/port/attached_memory.h"
#include "sim/port/bus.h"
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
/// decides (Arbiter). The burst then occupies the channel for its beats. It counts
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

  /// Queues a request. Requests of equal turn (Arbiter::turn_of()) that arrive at the same time are
  /// served in the order of the values of Master.
  void submit(Request& request);

  /// Wakes the port, because a memory behind it that another model simulates has answered.
  void take_answers() { wake_.notify(); }
  /// Whether no request is waiting or in progress.
  bool idle() const { return arrivals_.empty() && arbiter_.empty() && later_.empty(); }

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

  Picoseconds busy() const { return bus_.busy(); }
  PortCounters counters(ClockDomain processor) const;
  BandwidthProfile& profile() { return profile_; }

 private:
  /// The next burst that a memory with reordering serves, at `time`.
  struct Decision {
    AttachedMemory* memory = nullptr;
    Picoseconds time = never;
  };

  /// Counters of one direction.
  struct Counted {
    std::int64_t bursts = 0;
    Bytes bytes = 0;
    Picoseconds stalled = 0;

    Counted& operator+=(const Counted& more) {
      bursts += more.bursts;
      bytes += more.bytes;
      stalled += more.stalled;
      return *this;
    }
  };

  void arbitrate();
  Picoseconds serve(Picoseconds now, Picoseconds quiet);
  Picoseconds serve_with_decisions(Picoseconds now, Picoseconds horizon);
  [[gnu::always_inline]] Picoseconds grant_one(const Grant& next, Picoseconds horizon,
                                               Picoseconds now);
  [[gnu::always_inline]] Decision next_decision();
  [[gnu::always_inline]] Picoseconds decide(const Decision& decision);
  Picoseconds serve_in_order(Picoseconds now, Picoseconds horizon);
  template <typename Memory>
  Picoseconds serve_alike(Picoseconds now, Picoseconds horizon);
  template <typename Memory>
  [[gnu::always_inline]] Request* grant_alike(Grant next, Picoseconds last);
  bool one_memory_competes() const;
  /// Grants bursts of competing requests to one memory in a tight loop (grant_batch.h).
  template <typename Memory>
  class GrantBatch;

  [[gnu::always_inline]] Picoseconds own_ready(Request& request) const;
  [[gnu::always_inline]] Picoseconds earliest_grant(Request& request) const;
  [[gnu::always_inline]] Grant next_grant() const;
  template <typename Memory>
  [[gnu::always_inline]] void grant(Request& request, Picoseconds time);
  void grant_too_late(Request& request);
  void record(const Request& request, const OnBus& burst, Picoseconds time);
  void count_burst(const Request& request, Picoseconds time, Bytes moved);
  template <typename Memory>
  [[gnu::always_inline]] Completion serve_now(const Request& request, const OnBus& burst,
                                              Picoseconds time);
  Completion transact(const Request& request, const OnBus& burst, Picoseconds time);
  void queue_in_memory(AttachedMemory& memory, const AttachedMemory::InFlight& burst,
                       Address address, Picoseconds time);
  void release(AttachedMemory& memory, const AttachedMemory::InFlight& burst,
               const Completion& completion, Picoseconds done);
  void complete_burst(Request& request, std::int32_t bytes, Picoseconds done);

  void use(Request& request, Bytes bytes, Picoseconds done);
  void finish_read(Request& request, Bytes bytes, Picoseconds done);
  void keep(Request& request, Bytes bytes, Picoseconds done);
  void notify_first_part(const Request& request);
  Picoseconds horizon_before_delivery(Picoseconds horizon, Picoseconds now);
  Picoseconds retire(Request& request, Picoseconds at);
  Picoseconds end_in_order(Request& request, Picoseconds now);
  void wake_at(Picoseconds time);
  void begin(Request& request);
  void route(Request& request);
  void next_access(Request& request);
  void book_traffic(Request& request);
  bool settles_at_once() const;
  static Picoseconds quiet_until(Picoseconds now);
  void settle_before(Picoseconds heard);
  bool is_known(Picoseconds requested) const;
  void queue_later(Request& request, Picoseconds time);
  Picoseconds next_requested() const;
  void take_later(Picoseconds time);
  void catch_up(Picoseconds now);
  void take_arrivals(Picoseconds now);

  Picoseconds before_next(Picoseconds next_grant) const;
  Picoseconds time_left(const WorkUntilResume& left) const;
  Picoseconds time_left(const Request& request) const;
  Picoseconds least_time_left() const;
  Picoseconds resumes_after(const Request& request, Picoseconds next) const;
  Picoseconds active_requests_resume_after(Picoseconds next_grant) const;

  void reset_windows(const Target& target);
  std::int32_t limit_that_binds(std::int32_t limit, bool write) const;
  std::int32_t burst_bytes(const Request& request) const {
    return request.burst_bytes > 0 ? request.burst_bytes : spec_.burst_bytes;
  }
  Request begun_core_request(const Access& access, OperatorIndex op);
  Picoseconds grant_alone(Request& request, Picoseconds at);
  bool moves_chains(const AttachedMemory& memory, const LineChain& chain) const;
  void book_lines(std::uint8_t memory, LineChain& chain, OperatorIndex op, Picoseconds at);
  void wait_for_foreign(Picoseconds until);
  void count(std::size_t memory, OperatorIndex op, bool write, const Traffic& traffic);
  Picoseconds now() const;

  Event wake_;
  tlm::tlm_generic_payload payload_;

  PortSpec spec_;
  Bus bus_;
  Arbiter arbiter_;
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
  // Whether later arrivals cannot change a grant, so that whole requests are granted ahead.
  bool grants_ahead_ = true;
  // Whether the port uses the faster loop for in-order memories (port_in_order.cpp).
  bool uses_in_order_loop_ = true;
  // Whether reads and writes of a memory share a limit of outstanding bursts.
  bool shares_places_ = false;
  bool reorders_ = false;            // whether a memory behind the port reorders bursts
  bool has_foreign_memory_ = false;  // another model simulates a memory behind the port
  bool keeps_reads_ = false;         // some reads stay in their buffer until used

  std::vector<Request*> arrivals_;  // requests that arrived at the present time
  std::vector<Request*> due_;       // requests of later_ that arrive now; empty between calls
  std::vector<Request*> later_;     // requests for chunks that will arrive at a known later time
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
  Picoseconds last_done_ = 0;  // latest completion that is known so far
  // The earliest time at which a process is notified that the first part of a read
  // (Request::first_part) has come.
  Picoseconds delivery_ = never;
  std::array<Counted, 2> counted_{};  // index 0: reads, index 1: writes
  BandwidthProfile profile_;
};

// Counts a burst, and the time for which it waited only because of the memory. This time begins
// when the master could send the burst and the port was free.
inline void Port::count_burst(const Request& request, Picoseconds time, Bytes moved) {
  Counted& counted = counted_[request.write ? 1 : 0];
  ++counted.bursts;
  counted.bytes += moved;
  const Picoseconds wanted = std::max(request.own_ready, bus_.free_from(request.channel));
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

inline void Port::count(std::size_t memory, OperatorIndex op, bool write, const Traffic& traffic) {
  (*memories_)[memory].count(write, traffic);
  if (op >= 0) ledger_->add_traffic(op, memory, write, traffic);
}

}  // namespace spillway::sim
