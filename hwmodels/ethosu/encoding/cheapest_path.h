// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {

// The number of bits that the encoders assume for a slice's header, which a change of coding needs.
constexpr std::int32_t change_bits = 40;

/// Finds the cheapest sequence of codings for a list of values when each change of coding costs
/// `change_bits`: a Viterbi search, as in Vela 3.10. An object of type `Costs` gives the number of
/// bits that value i needs in every coding. Sums of bits are stored relative to the cheapest
/// coding, and their low bits hold the number of the coding. The least sum therefore belongs to the
/// cheapest coding with the lowest number, and the loops have no branches.
template <typename Costs>
class CheapestPath {
 public:
  explicit CheapestPath(const Costs& costs)
      : costs_(costs), best_(costs.size()), entered_before_(costs.size()) {
    for (std::size_t k = 0; k < lanes; ++k) total_[k] = static_cast<Number>(k);
  }

  /// Returns the stretches of values that have the same coding. A change of coding at the end of a
  /// stretch in `free` costs nothing.
  std::vector<CodedStretch> run(const std::vector<CodedStretch>& free) {
    auto next_free = free.begin();
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      while (next_free != free.end() && next_free->end < i + 1) ++next_free;
      const bool is_free = next_free != free.end() && next_free->end == i + 1;
      step(i, is_free ? 0 : change_bits * number_steps);
    }
    return stretches();
  }

 private:
  using Number = std::int64_t;
  static constexpr std::size_t lanes = Costs::lanes;
  // A bit counts as this number in total_, because the low bits of total_ hold the number of a
  // coding.
  static constexpr Number number_steps = static_cast<Number>(lanes);

  Number cheapest() const {
    Number least = total_[0];
    for (std::size_t k = 1; k < lanes; ++k) least = std::min(least, total_[k]);
    return least;
  }

  void step(std::size_t i, Number change) {
    const Number least = cheapest();
    const auto best = static_cast<std::size_t>(least % number_steps);
    const Number whole = least - static_cast<Number>(best);
    best_[i] = static_cast<std::uint8_t>(best);
    entered_before_[i] = entered_[best];
    const auto& bits = costs_[i];
    const auto position = static_cast<Number>(i);
    for (std::size_t k = 0; k < lanes; ++k) {
      const Number changed = change + static_cast<Number>(k);
      const Number kept = total_[k] - whole;
      entered_[k] = changed < kept ? position : entered_[k];
      total_[k] = std::min(changed, kept) + static_cast<Number>(bits[k]) * number_steps;
    }
  }

  std::vector<CodedStretch> stretches() const {
    auto coding = static_cast<std::size_t>(cheapest() % number_steps);
    std::vector<CodedStretch> result;
    std::size_t end = costs_.size();
    auto entered = static_cast<std::size_t>(entered_[coding]);
    while (entered > 0) {
      result.push_back({static_cast<std::int32_t>(coding), end});
      end = entered;
      coding = best_[end];
      entered = static_cast<std::size_t>(entered_before_[end]);
    }
    result.push_back({static_cast<std::int32_t>(coding), end});
    std::reverse(result.begin(), result.end());
    return result;
  }

  const Costs& costs_;
  std::array<Number, lanes> total_{};    // (bits so far - bits of the cheapest) * lanes + coding
  std::array<Number, lanes> entered_{};  // index of the last value where the coding's path changed
  // For each value: the coding that is the cheapest for all earlier values. If a path changes its
  // coding at the value, its coding before the change is this one.
  std::vector<std::uint8_t> best_;
  // Per value: the index of the earlier value at which the path of the coding in best_ last
  // changed.
  std::vector<Number> entered_before_;
};

}  // namespace spillway::ethosu
