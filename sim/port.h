// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <systemc>
#include <tlm>
#include <vector>

#include <tlm_utils/multi_passthrough_initiator_socket.h>

#include "hwmodels/target/target.h"
#include "sim/attached_memory.h"
#include "sim/ledger.h"
#include "sim/read_buffer.h"
#include "sim/request.h"
#include "sim/slice_log.h"

namespace spillway::sim {

/// A port of the interconnect: grants the bursts of competing masters one after the other, each for
/// as many cycles as it has beats, and hands them to the memories behind it.
///
/// Nothing happens per burst in simulated time: on every arrival and at every wake-up all grants up
/// to the current time are made up for in one go. Where nothing that arrives later can change a
/// grant (first come first served, in front of in-order memories) a request is granted to its end
/// at once.
class Port : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_initiator_socket<Port> socket;  // bound to every memory, by index

  SC_HAS_PROCESS(Port);
  explicit Port(const sc_core::sc_module_name& name);

  /// Reset state of `target.ports[index]` for a run that starts at SystemC time `origin`.
  /// `slices` may be null.
  void configure(const Target& target, std::size_t index, std::vector<AttachedMemory>& memories,
                 Ledger& ledger, Picoseconds origin, SliceLog* slices);

  /// Queues a request. Requests of one instant are served in order of master.
  void submit(Request& request);

  /// Grants all bursts of one access at `at` or later without looking at the queue, for a master
  /// that is alone on the port; `at` may lie ahead of simulated time. Returns the last completion.
  Picoseconds transfer_alone(const Access& access, OperatorIndex op, Picoseconds at);

  /// The same for all bytes of one contiguous access as a single burst, whatever the port's size.
  Picoseconds transfer_command(const Access& access, OperatorIndex op, Picoseconds at);

  /// Up to `count` bursts of a line each, all reads or all writes, at consecutive addresses.
  struct Run {
    std::uint8_t memory = 0;
    Address address = 0;
    std::int32_t line_bytes = 0;
    std::int32_t count = 1;
    bool write = false;
  };
  struct Moved {
    std::int32_t lines = 0;
    Picoseconds done = 0;
  };
  /// transfer_alone() of bursts each of which is asked for when the one before it has come, the
  /// first at `at`; nobody else is on the port. Moves at least one. Goes past arbitration where the
  /// memory can serve them alone.
  Moved transfer_in_turn(const Run& run, OperatorIndex op, Picoseconds at);

  /// Books what transfer_in_turn() moved; to be called when the operator ends.
  void settle_lines();

  /// Counts bytes that the processor moves without the port's timing (an on-tile memory).
  void count_untimed(std::size_t memory, OperatorIndex op, bool write, Bytes bytes, Picoseconds at);

  Picoseconds busy() const { return busy_; }
  BandwidthProfile& profile() { return profile_; }

 private:
  struct Grant {
    Request* request = nullptr;
    Picoseconds time = std::numeric_limits<Picoseconds>::max();
  };
  struct Decision {
    AttachedMemory* memory = nullptr;
    Picoseconds time = std::numeric_limits<Picoseconds>::max();
  };

  /// Bursts of transfer_in_turn() not yet booked, all in one bucket of the bandwidth profiles.
  struct Lines {
    AttachedMemory* memory = nullptr;
    std::size_t index = 0;
    OperatorIndex op = 0;
    Picoseconds at = 0;            // of the first
    Picoseconds until = 0;         // end of the bucket
    std::array<Bytes, 2> bytes{};  // read, written
  };

  void book_lines(const Run& run, OperatorIndex op, std::int32_t lines, Picoseconds at,
                  Picoseconds period);
  void arbitrate();
  void serve(Picoseconds now);
  Grant next_grant();
  Grant first_come_grant();
  Decision next_decision();
  Picoseconds earliest_grant(Request& request) const;
  Picoseconds own_ready(const Request& request) const;
  void forget_ready(Request& granted) const;
  void grant(Request& request, Picoseconds time);
  void grant_too_late(Request& request);
  void advance(Request& request) const;
  void move_in_order(AttachedMemory& memory, Request& request, Picoseconds time);
  void queue_in_memory(AttachedMemory& memory, Request& request, Picoseconds time);
  void decide(const Decision& decision);
  void complete_burst(Request& request, std::int32_t bytes, Picoseconds done);
  void retire(Request& request, Picoseconds at);
  void wake_at(Picoseconds time);
  void begin(Request& request) const;
  void reset_windows(const Target& target);
  std::int32_t burst_bytes(const Request& request) const {
    return request.burst_bytes > 0 ? request.burst_bytes : spec_.burst_bytes;
  }
  std::size_t first_free(bool write) const;
  Picoseconds free_at(bool write) const;
  std::size_t channel_of(bool write) const { return spec_.separate_channels && write ? 1 : 0; }
  Bytes room_for(const Request& request) const;
  int rank(const Request& request) const;
  Request core_request(const Access& access, OperatorIndex op) const;
  Picoseconds grant_alone(Request& request, Picoseconds at);
  void count(AttachedMemory& memory, std::size_t index, OperatorIndex op, bool write, Bytes bytes,
             Picoseconds at);
  Picoseconds beats_time(Address address, std::int32_t bytes, std::int32_t& moved_bytes) const;
  Picoseconds least_time_left() const;
  Picoseconds now() const;
  AttachedMemory& memory_of(const Request& request) const {
    return (*memories_)[request.cursor.access().memory];
  }
  OutstandingWindow& window_of(const Request& request) {
    return windows_[request.window][request.write ? 1 : 0];
  }
  const OutstandingWindow& window_of(const Request& request) const {
    return windows_[request.window][request.write ? 1 : 0];
  }

  sc_core::sc_event wake_;
  tlm::tlm_generic_payload payload_;

  PortSpec spec_;
  Picoseconds origin_ = 0;
  std::vector<AttachedMemory>* memories_ = nullptr;
  std::vector<std::size_t> own_memories_;  // indices behind this port
  Ledger* ledger_ = nullptr;
  SliceLog* slices_ = nullptr;
  Track track_ = Track::first_port;
  bool grants_ahead_ = true;                  // no later arrival can change a grant
  bool reorders_ = false;                     // a memory behind the port does
  std::array<Picoseconds, 257> beat_time_{};  // duration of n beats

  std::vector<Request*> arrivals_;                                      // of this instant
  std::vector<Request*> active_;                                        // in order of arrival
  std::array<std::array<OutstandingWindow, 2>, window_count> windows_;  // x {read, write}
  std::array<ReadBuffer, window_count> read_buffers_;
  using Lanes = std::array<Picoseconds, most_ports_side_by_side>;
  std::array<Lanes, 2> free_{};   // per channel and port side by side: end of the last grant
  std::uint8_t last_window_ = 0;  // round robin
  Lines lines_;
  Picoseconds last_done_ = 0;  // latest completion known
  Picoseconds busy_ = 0;
  BandwidthProfile profile_;
};

}  // namespace spillway::sim
