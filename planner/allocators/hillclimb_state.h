// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/blocks.h"

namespace spillway {

/// Ranges of Vela's hill-climb allocator and what its trials leave behind in them. Ranges are
/// counted in the order of the problem; a position in an order is called a turn.
class HillclimbState {
 public:
  using Range = std::int32_t;
  using Turn = std::int32_t;
  using Order = std::vector<Range>;

  explicit HillclimbState(std::vector<UnplacedBlock> blocks);

  /// Most bytes live at one step.
  Bytes lower_bound() const { return lower_bound_; }
  /// By urgency (the most bytes live during any step of the range), longest, earliest, largest.
  Order first_order() const;
  /// Ranges that are live together with `range`, by the step at which they first are. If ranges
  /// have many neighbours, a list is made when it is first asked for: lists of ten thousand ranges
  /// that are all live together would take 800 MB, and few are needed if the first trial already
  /// reaches the lower bound.
  const std::vector<Range>& neighbours(Range range) const;
  bool are_neighbours(Range a, Range b) const {
    return live_together(blocks_[index(a)], blocks_[index(b)]);
  }

  /// Places the ranges in `order` at their lowest free addresses and gives up once the size exceeds
  /// `best`; ranges that were not reached keep the address, turn and predecessor of an earlier
  /// trial, as in the original.
  Bytes run_trial(const Order& order, Bytes best);

  const std::vector<Bytes>& addresses() const { return addresses_; }
  /// The first range with the highest end address, stale ones included.
  Range bottleneck() const;
  Turn turn(Range range) const { return turns_[index(range)]; }
  /// The range on whose end this one was put, -1 at address 0.
  Range predecessor(Range range) const { return predecessors_[index(range)]; }

 private:
  static std::size_t index(std::int32_t value) { return static_cast<std::size_t>(value); }
  std::size_t count_pairs() const;
  void find_all_neighbours();
  void measure_urgencies();
  void place(Range range);

  /// The lowest free address, and the range on whose end that is; `only_one` unless several end
  /// there.
  struct Landing {
    Bytes address = 0;
    Range predecessor = -1;
    bool only_one = true;
  };
  Landing first_fit(Range range);
  /// Of several ranges that end where `range` lands, the one that pushed it there last when it is
  /// moved up past its neighbours in their order, pass by pass, as the original does.
  Range last_pushed_by(Range range) const;

  std::vector<UnplacedBlock> blocks_;
  Order by_start_;  // ranges by the step at which they begin
  mutable std::vector<std::vector<Range>> neighbours_;
  mutable std::vector<bool> neighbours_found_;
  std::vector<Bytes> urgencies_;
  Bytes lower_bound_ = 0;

  std::vector<Bytes> addresses_;
  std::vector<Bytes> ends_;
  std::vector<Turn> turns_;
  std::vector<Range> predecessors_;
  std::vector<Bytes> placed_at_;  // address in the present trial, unlimited while not placed
  struct Placed {
    Bytes address = 0;
    Bytes end = 0;
    TimeStep lower = 0, upper = 0;
    Range range = -1;
  };
  const std::vector<Placed>& placed_around(Range range);

  bool few_neighbours_ = false;
  std::vector<Placed> placed_;  // in the present trial, in address order; none with few neighbours
  std::vector<Placed> around_;  // what placed_around() found
};

}  // namespace spillway
