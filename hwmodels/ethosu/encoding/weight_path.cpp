// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/weight_path.h"

#include <algorithm>
#include <cstddef>

#include "hwmodels/ethosu/encoding/cheapest_path.h"
#include "hwmodels/ethosu/encoding/lanes.h"

namespace spillway::ethosu {
namespace {

// The totals (bits so far, per coding) are multiplied by `coding_numbers`, because the low four
// bits of each total hold the number of a coding.
constexpr std::int16_t coding_numbers = 16;

// The costs of sixteen codings (ways to write a number): codings 0 to 7 in `low`, codings 8 to 15
// in `high`. Codings 13 to 15 do not exist and are never the cheapest.
struct Codings {
  Lanes low;
  Lanes high;
};

Codings in_steps(const WeightCosts& costs) {
  Codings codings{};
  for (std::size_t k = 0; k < lanes_in_vector; ++k) {
    codings.low[k] = static_cast<std::int16_t>(costs[k] * coding_numbers);
    codings.high[k] = static_cast<std::int16_t>(costs[k + lanes_in_vector] * coding_numbers);
  }
  return codings;
}

class WeightPath {
 public:
  WeightPath(const std::vector<std::uint16_t>& indices, const std::vector<WeightCosts>& costs)
      : indices_(indices), best_(indices.size()), changed_(indices.size()) {
    for (const WeightCosts& bits : costs) costs_.push_back(in_steps(bits));
  }

  std::vector<CodedStretch> run() {
    const Lanes first = {0, 1, 2, 3, 4, 5, 6, 7};
    const Codings change = {first + change_bits * coding_numbers,
                            first + (change_bits * coding_numbers + 8)};
    Codings total = {first, first + 8};
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      const Lanes least = least_of_lanes(least_lanes(total.low, total.high));
      const Lanes whole = least & ~all_lanes(coding_numbers - 1);
      best_[i] = static_cast<std::uint8_t>(least[0] & (coding_numbers - 1));
      const Codings kept = {total.low - whole, total.high - whole};
      changed_[i] = lane_bits(change.low < kept.low, change.high < kept.high);
      const Codings& bits = costs_[indices_[i]];
      total = {least_lanes(change.low, kept.low) + bits.low,
               least_lanes(change.high, kept.high) + bits.high};
    }
    const Lanes least = least_of_lanes(least_lanes(total.low, total.high));
    return stretches(static_cast<std::size_t>(least[0] & (coding_numbers - 1)));
  }

 private:
  std::vector<CodedStretch> stretches(std::size_t coding) const {
    std::vector<CodedStretch> result = {{static_cast<std::int32_t>(coding), indices_.size()}};
    for (std::size_t i = indices_.size() - 1; i > 0; --i) {
      if ((changed_[i] >> coding & 1) == 0) continue;
      coding = best_[i];
      result.push_back({static_cast<std::int32_t>(coding), i});
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

  const std::vector<std::uint16_t>& indices_;
  std::vector<Codings> costs_;
  // The cheapest path (sequence of codings) for indices 0 to i - 1 writes index i - 1 with coding
  // best_[i]. Any path that changes its coding directly before index i is this path up to index i -
  // 1.
  std::vector<std::uint8_t> best_;
  // changed_[i] has one bit per coding k. Bit k is set if the cheapest path (sequence of codings)
  // that writes index i with coding k writes index i - 1 with another coding.
  std::vector<std::uint16_t> changed_;
};

}  // namespace

std::vector<CodedStretch> cheapest_weight_path(const std::vector<std::uint16_t>& indices,
                                               const std::vector<WeightCosts>& costs) {
  return WeightPath(indices, costs).run();
}

}  // namespace spillway::ethosu
