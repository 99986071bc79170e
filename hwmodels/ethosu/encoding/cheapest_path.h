// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {

// The cost of a change of coding (way to write a value) in bits, as Vela's encoders assume it: a
// change of coding needs a new slice with its header.
constexpr std::int32_t change_bits = 40;

/// Finds the cheapest sequence of codings (ways to write a value) for a list of values by a Viterbi
/// search, as Vela 3.10 does. A change of coding costs `change_bits`. `costs[i]` has the numbers of
/// bits of value i: element k is for coding k.
///
/// Per coding, the search stores a sum of bits relative to the cheapest coding. The low bits of
/// each sum hold the number of the coding. So the least sum directly names the cheapest coding,
/// without branches. If several codings are equally cheap, the least sum names the coding with the
/// lowest number.
template <typename Costs>
class CheapestPath {
 public:
  explicit CheapestPath(const Costs& costs)
      : costs_(costs), best_(costs.size()), entered_before_(costs.size()) {
    for (std::size_t k = 0; k < lanes; ++k) total_[k] = static_cast<Number>(k);
  }

  /// Returns the list of values divided into stretches of the same coding. A change of coding costs
  /// nothing near the end of a stretch in `free`, because a new slice begins there anyway. As in
  /// Vela, the free change is one value early: if the last value of a stretch is value 9, a change
  /// directly before value 9 is free, and a change after value 9 is not.
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
  // Each element of total_ is a cost in bits times number_steps, plus the index of a coding (way to
  // write a number). So the least element gives the least cost and also its coding.
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
  std::array<Number, lanes> total_{};  // (bits so far - bits of cheapest coding) * lanes + coding
  // Per coding k: consider the cheapest path (sequence of codings) that ends with coding k. The
  // entry is the index of the value before which this path changed to coding k.
  std::array<Number, lanes> entered_{};
  // The cheapest path (sequence of codings) for values 0 to i - 1 writes value i - 1 with coding
  // best_[i]. Any path that changes its coding directly before value i is this path up to value i -
  // 1.
  std::vector<std::uint8_t> best_;
  // The cheapest path (sequence of codings) for values 0 to i - 1 changed to coding best_[i] before
  // value entered_before_[i], which is less than i.
  std::vector<Number> entered_before_;
};

}  // namespace spillway::ethosu
