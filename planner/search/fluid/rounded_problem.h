// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/index.h"
#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

/// A fluid problem in a form that a search can read fast: without names, and with the accesses,
/// memory and transfers of all choices in flat arrays. Bytes and waiting cycles are rounded to
/// 1/64, so that their sums are exact.
class RoundedProblem {
 public:
  /// A choice, as half-open index ranges [first, end) in accesses_, occupancies_ and transfers_.
  struct IndexedChoice {
    std::uint32_t first_access = 0, end_access = 0;
    std::uint32_t first_occupancy = 0, end_occupancy = 0;
    std::uint32_t first_transfer = 0, end_transfer = 0;
  };
  template <typename Part>
  struct Parts {
    const Part* first;
    const Part* past;
    const Part* begin() const { return first; }
    const Part* end() const { return past; }
  };

  explicit RoundedProblem(const FluidProblem& problem);

  const IndexedChoice& choice(std::int32_t object, std::int32_t index) const {
    return choices_[at(first_choice_, object) + static_cast<std::size_t>(index)];
  }
  Parts<Access> accesses(const IndexedChoice& choice) const {
    return {accesses_.data() + choice.first_access, accesses_.data() + choice.end_access};
  }
  Parts<Occupancy> occupancies(const IndexedChoice& choice) const {
    return {occupancies_.data() + choice.first_occupancy,
            occupancies_.data() + choice.end_occupancy};
  }
  Parts<Transfer> transfers(const IndexedChoice& choice) const {
    return {transfers_.data() + choice.first_transfer, transfers_.data() + choice.end_transfer};
  }
  const std::vector<double>& compute_cycles() const { return compute_cycles_; }
  const std::vector<SharedBytes>& shared() const { return shared_; }
  /// Returns the indices into shared() of the elements that have the object (a feature map) as
  /// operand or result.
  const std::vector<std::int32_t>& shared_by(std::int32_t object) const {
    return at(shared_by_, object);
  }
  /// Returns the objects (feature maps and weights) that can occupy fast memory during `op`.
  const std::vector<std::int32_t>& occupants(std::int32_t op) const { return at(occupants_, op); }

 private:
  void reserve(const FluidProblem& problem);
  void add(const Choice& choice);
  void find_occupants(std::int32_t object, const Choice& choice);

  std::vector<double> compute_cycles_;
  std::vector<std::size_t> first_choice_;  // per object, its first index in choices_
  std::vector<IndexedChoice> choices_;
  std::vector<Access> accesses_;
  std::vector<Occupancy> occupancies_;
  std::vector<Transfer> transfers_;
  std::vector<std::vector<std::int32_t>> occupants_;  // per operator, the result of occupants()
  std::vector<SharedBytes> shared_;
  std::vector<std::vector<std::int32_t>> shared_by_;  // per object, the result of shared_by()
};

}  // namespace spillway::search
