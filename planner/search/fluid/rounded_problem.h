// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/index.h"
#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

/// A fluid problem in a form that a search can read fast: without names, and with the accesses,
/// memory and transfers of all choices in flat arrays. Bytes are rounded to 1/64, so that their
/// sums are exact.
class RoundedProblem {
 public:
  /// A choice, as index ranges in the arrays of accesses, memory and transfers.
  struct Way {
    std::uint32_t first_access = 0, last_access = 0;
    std::uint32_t first_room = 0, last_room = 0;
    std::uint32_t first_transfer = 0, last_transfer = 0;
  };
  template <typename Part>
  struct Parts {
    const Part* first;
    const Part* last;
    const Part* begin() const { return first; }
    const Part* end() const { return last; }
  };

  explicit RoundedProblem(const FluidProblem& problem);

  const Way& way(std::int32_t object, std::int32_t choice) const {
    return ways_[at(first_way_, object) + static_cast<std::size_t>(choice)];
  }
  Parts<Access> accesses(const Way& way) const {
    return {accesses_.data() + way.first_access, accesses_.data() + way.last_access};
  }
  Parts<Room> rooms(const Way& way) const {
    return {rooms_.data() + way.first_room, rooms_.data() + way.last_room};
  }
  Parts<Transfer> transfers(const Way& way) const {
    return {transfers_.data() + way.first_transfer, transfers_.data() + way.last_transfer};
  }
  const std::vector<double>& compute_cycles() const { return compute_cycles_; }
  const std::vector<SharedRoom>& shared() const { return shared_; }
  /// Returns the indices into shared() of the elements that have the object as operand or result.
  const std::vector<std::int32_t>& shared_by(std::int32_t object) const {
    return at(shared_by_, object);
  }
  /// Returns the objects (maps and weights) that can occupy fast memory during `op`.
  const std::vector<std::int32_t>& guests(std::int32_t op) const { return at(guests_, op); }

 private:
  void reserve(const FluidProblem& problem);
  void add(const Choice& choice);
  void find_guests(std::int32_t object, const Choice& choice);

  std::vector<double> compute_cycles_;
  std::vector<std::size_t> first_way_;  // per object
  std::vector<Way> ways_;
  std::vector<Access> accesses_;
  std::vector<Room> rooms_;
  std::vector<Transfer> transfers_;
  std::vector<std::vector<std::int32_t>> guests_;  // per operator
  std::vector<SharedRoom> shared_;
  std::vector<std::vector<std::int32_t>> shared_by_;  // per object
};

}  // namespace spillway::search
