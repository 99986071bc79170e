// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/cheapest_path.h"
#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {

/// Chooses the codings (ways to write a number) of a list of values in a single pass, as Vela 4 and
/// later do. The pass keeps a coding until this coding cannot write a value, or until another
/// coding is cheaper by more than `change_bits`, the cost of a change.
template <typename Costs, std::size_t codings>
class ForwardChoice {
 public:
  explicit ForwardChoice(const Costs& costs) : costs_(costs) {}

  std::vector<CodedStretch> run() {
    for (std::size_t i = 0; i < costs_.size(); ++i) step(i);
    const auto coding = static_cast<std::int32_t>(active_);
    if (!stretches_.empty() && stretches_.back().coding == coding) {
      stretches_.back().end = costs_.size();
    } else {
      stretches_.push_back({coding, costs_.size()});
    }
    return std::move(stretches_);
  }

 private:
  struct State {
    std::int64_t bits = 0;
    std::size_t reset = 0;
    bool able = false;
  };

  void step(std::size_t i) {
    const std::size_t best = add_value(i);
    const bool dear = best != active_ && states_[best].bits + change_bits < active_bits_;
    if (active_ == none || !states_[active_].able || dear) {
      if (active_ != none) close(i, best);
      active_ = best;
    }
    active_bits_ = states_[active_].bits;
  }

  // Updates the total bits of every coding (way to write a number) for value i, and returns the
  // cheapest coding that can write value i:
  // * If a coding can write value i, its bits for value i are added. If the coding could not write
  //   value i - 1, its total first becomes the total of the active coding.
  // * If a coding cannot write value i, `change_bits` are added.
  std::size_t add_value(std::size_t i) {
    const auto& bits = costs_[i];
    std::size_t best = none;
    for (std::size_t k = 0; k < codings; ++k) {
      State& state = states_[k];
      const bool able = costs_.can_code(i, k);
      if (able) {
        if (!state.able) state.bits = active_bits_;
        state.bits += bits[k];
        if (best == none || state.bits < states_[best].bits) best = k;
      } else {
        state.reset = i + 1;
        state.bits += change_bits;
      }
      state.able = able;
    }
    return best;
  }

  // Ends the stretch of the active coding (way to write a number) before value i. Exception: if
  // coding `best` could have written the whole stretch in fewer bits, the values of the stretch
  // become a part of the next stretch, which has coding `best`.
  void close(std::size_t i, std::size_t best) {
    const State& next = states_[best];
    const State& last = states_[active_];
    if (next.bits < last.bits && next.reset <= last.reset) return;
    stretches_.push_back({static_cast<std::int32_t>(active_), i});
  }

  static constexpr std::size_t none = codings;

  const Costs& costs_;
  std::array<State, codings> states_{};
  std::size_t active_ = none;
  std::int64_t active_bits_ = 0;
  std::vector<CodedStretch> stretches_;
};

}  // namespace spillway::ethosu
