// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "hwmodels/program.h"
#include "sim/accounts/traffic.h"
#include "sim/accounts/turns.h"
#include "sim/kernel/saved_state.h"
#include "traces/timing.h"

namespace spillway::sim {

/// A category of the processor's time. `host` is the time in which the CPU runs its operators,
/// including their memory accesses. stall_base + m is the time in which the processor waits for
/// memory m.
using Category = std::uint8_t;
constexpr Category compute = 0;
constexpr Category dma_wait = 1;
constexpr Category overhead = 2;
constexpr Category host = 3;
constexpr Category stall_base = 4;

/// The longest run, 100,000 seconds of simulated time. An inference that takes longer is the result
/// of a mistake in a clock or a rate, and much longer times would not fit into 64 bits. Times are
/// cut off at this limit, so that a run that is too long ends and then fails.
constexpr Picoseconds longest_run = 100'000'000'000'000'000;

/// Books every picosecond of a run to exactly one category, in order of time. So the parts of an
/// operator's time always add up to the whole time of the operator.
class Ledger {
 public:
  void reset(const Program& program, std::size_t memories);

  /// Books the time from the last booking up to `until`. Does nothing if `until` has been booked
  /// already.
  void book(Picoseconds until, Category category);
  Picoseconds booked_until() const { return booked_until_; }

  /// Returns `time`, but at most longest_run. If `time` is longer, remembers `op` as the operator
  /// that overran, unless one is known already; -1 = the operator is not known.
  Picoseconds within_limit(Picoseconds time, OperatorIndex op) {
    if (time <= longest_run) return time;
    if (!overrun_ || overrun_operator_ < 0) overrun_operator_ = op;
    overrun_ = true;
    return longest_run;
  }
  /// Whether some time was longer than longest_run and was cut off at longest_run.
  bool overrun() const { return overrun_; }
  OperatorIndex overrun_operator() const { return overrun_operator_; }

  /// Saves all members that change while a program runs.
  void save_in(SavedState& state) {
    state.save(booked_until_, overrun_, overrun_operator_, slices_, ends_, traffic_);
  }

  /// Both functions note that a turn lasted at least until `time`. A turn is a period in which the
  /// processor works on one operator without a change to another operator (see Turns). The first
  /// function extends the first turn of operator `op`, which is the only turn of an operator
  /// without kernels. The second function extends the turn of the kernel.
  void extend(OperatorIndex op, Picoseconds time) { extend_turn(turns_.first_of(op), time); }
  void extend(const Kernel& kernel, Picoseconds time) { extend_turn(turns_.of(kernel), time); }

  void add_traffic(OperatorIndex op, std::size_t memory, bool write, const Traffic& traffic) {
    traffic_[(static_cast<std::size_t>(op) * memories_ + memory) * 2 + (write ? 1 : 0)] += traffic;
  }

  /// Returns for each operator its start, its end and the parts of its time, in cycles of `clock`.
  /// Operators of a cascade alternate in the run. In the result, these operators follow one
  /// another, and the time of each is the sum of the times of its turns (uninterrupted periods of
  /// work on it).
  std::vector<OperatorTiming> operators(const Program& program, ClockDomain clock) const;

 private:
  struct Slice {
    Picoseconds end;
    Category category;
  };
  /// The position in slices_ up to which share_out() has already distributed the booked time.
  struct Position {
    std::size_t slice = 0;
    Picoseconds time = 0;
  };

  void extend_turn(std::size_t turn, Picoseconds time) {
    ends_[turn] = std::max(ends_[turn], time);
  }
  void describe(const Program& program, std::vector<OperatorTiming>& timings) const;
  void share_out(OperatorTiming& timing, Position& position, Picoseconds end,
                 ClockDomain clock) const;

  std::size_t memories_ = 0;
  Picoseconds booked_until_ = 0;
  bool overrun_ = false;
  OperatorIndex overrun_operator_ = -1;
  std::vector<Slice> slices_;
  Turns turns_;
  std::vector<Picoseconds> ends_;  // end of each turn (see Turns)
  std::vector<Traffic> traffic_;   // operator x memory x {read, write}
};

}  // namespace spillway::sim
