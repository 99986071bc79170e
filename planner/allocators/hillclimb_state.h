// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/blocks.h"

namespace spillway {

/// The live ranges in Vela's hill-climb allocator, and the addresses that a trial gives them. A
/// trial is one attempt to place all ranges, in one order. Ranges are numbered in the order of the
/// problem's buffers. A position is an index into a placement order.
class HillclimbState {
 public:
  using Range = std::int32_t;
  using Position = std::int32_t;
  using Order = std::vector<Range>;

  explicit HillclimbState(std::vector<UnplacedBlock> blocks);

  /// Returns the largest number of bytes that are live at one step.
  Bytes lower_bound() const { return lower_bound_; }
  /// Returns the placement order of the first trial (attempt to place all ranges). Ranges are
  /// sorted by urgency, which is the largest number of bytes that are live during any step of the
  /// range. Ties are decided by lifetime (longest first), start (earliest first) and size (largest
  /// first).
  Order first_order() const;
  /// Returns the ranges that are live together with `range`, sorted by the first common step. If
  /// ranges have many neighbours, the function makes the list of a range only when the list is
  /// first needed: the lists of ten thousand ranges that are all live together would take more than
  /// 400 MB, and few lists are needed if the first trial already reaches the lower bound.
  const std::vector<Range>& neighbours(Range range) const;
  bool are_neighbours(Range a, Range b) const {
    return live_together(blocks_[index(a)], blocks_[index(b)]);
  }

  /// Places the ranges in `order` at their lowest free addresses, and stops as soon as the highest
  /// end exceeds `best`. Returns the highest end. As in Vela, ranges that the trial did not reach
  /// keep the address, position and predecessor that an earlier trial gave them.
  Bytes run_trial(const Order& order, Bytes best);

  const std::vector<Bytes>& addresses() const { return addresses_; }
  /// Returns the range whose end address is the highest; if several ranges end there, the first of
  /// them. A range that the last trial (attempt to place all ranges) did not place counts with its
  /// old address, as in Vela.
  Range bottleneck() const;
  Position position(Range range) const { return positions_[index(range)]; }
  /// Returns the range directly below `range`; -1 if `range` lies at address 0.
  Range predecessor(Range range) const { return predecessors_[index(range)]; }

 private:
  static std::size_t index(std::int32_t value) { return static_cast<std::size_t>(value); }
  std::size_t count_pairs() const;
  void find_all_neighbours();
  void measure_urgencies();
  void place(Range range);

  /// The lowest free address of a range, and a placed range that ends at this address. `only_one`
  /// is false if several placed ranges end there.
  struct Landing {
    Bytes address = 0;
    Range predecessor = -1;
    bool only_one = true;
  };
  Landing first_fit(Range range);
  /// Returns the predecessor of `range`, as Vela records it. If several placed ranges end at the
  /// address of `range`, one of them is the predecessor. Vela moves `range` up past its neighbours,
  /// in their order and in repeated passes; the neighbour that moved `range` last is the
  /// predecessor.
  Range last_pushed_by(Range range) const;

  std::vector<UnplacedBlock> blocks_;
  Order by_start_;  // ranges sorted by start
  mutable std::vector<std::vector<Range>> neighbours_;
  mutable std::vector<bool> neighbours_found_;
  std::vector<Bytes> urgencies_;
  Bytes lower_bound_ = 0;

  std::vector<Bytes> addresses_;
  std::vector<Bytes> ends_;
  std::vector<Position> positions_;
  std::vector<Range> predecessors_;
  /// Address in the current trial (attempt to place all ranges); not_placed if the trial has not
  /// placed the range.
  std::vector<Bytes> placed_at_;
  struct Placed {
    Bytes address = 0;
    Bytes end = 0;
    TimeStep lower = 0, upper = 0;
    Range range = -1;
  };
  const std::vector<Placed>& placed_around(Range range);

  bool few_neighbours_ = false;
  /// The ranges that the current trial (attempt to place all ranges) has placed, sorted by address.
  /// Not used if few_neighbours_ is set.
  std::vector<Placed> placed_;
  std::vector<Placed> around_;  // result of placed_around()
};

}  // namespace spillway
