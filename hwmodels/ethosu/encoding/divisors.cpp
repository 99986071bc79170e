// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/divisors.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/index.h"
#include "hwmodels/ethosu/encoding/cheapest_path.h"
#include "hwmodels/ethosu/encoding/forward_choice.h"
#include "hwmodels/ethosu/encoding/weight_path.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t most_plain_quotient = 31;
constexpr std::int32_t most_truncated_quotient = 2;
constexpr std::int32_t impossible_bits = 1000;
constexpr std::int32_t unavailable_raw_bits = 100;

WeightCosts weight_costs(std::int32_t index, std::int32_t raw_bits) {
  WeightCosts costs;
  costs.fill(impossible_bits);
  for (std::int32_t divisor = 0; divisor < first_truncated; ++divisor) {
    const std::int32_t quotient = index >> divisor;
    if (quotient <= most_plain_quotient) at(costs, divisor) = quotient + 1 + divisor;
    if (quotient <= most_truncated_quotient) {
      at(costs, first_truncated + divisor) = std::min(quotient + 1, 2) + divisor;
    }
  }
  at(costs, raw_coding) = raw_bits > 0 ? raw_bits : unavailable_raw_bits;
  return costs;
}

// Returns the costs of each index from 0 to the largest index in `indices`: its number of bits in
// each coding (way to write a number).
std::vector<WeightCosts> costs_of(const std::vector<std::uint16_t>& indices,
                                  std::int32_t raw_bits) {
  const std::int32_t largest = *std::max_element(indices.begin(), indices.end());
  std::vector<WeightCosts> costs;
  for (std::int32_t index = 0; index <= largest; ++index) {
    costs.push_back(weight_costs(index, raw_bits));
  }
  return costs;
}

class WeightCostTable {
 public:
  WeightCostTable(const std::vector<std::uint16_t>& indices, std::int32_t raw_bits)
      : indices_(indices), costs_(costs_of(indices, raw_bits)) {}

  std::size_t size() const { return indices_.size(); }
  const WeightCosts& operator[](std::size_t i) const { return costs_[indices_[i]]; }
  bool can_code(std::size_t i, std::size_t coding) const {
    return costs_[indices_[i]][coding] < impossible_bits;
  }

 private:
  const std::vector<std::uint16_t>& indices_;
  std::vector<WeightCosts> costs_;
};

class RunCosts {
 public:
  explicit RunCosts(const std::vector<std::uint32_t>& runs) : runs_(runs) {}

  static constexpr std::size_t lanes = run_codings;

  std::size_t size() const { return runs_.size(); }
  std::array<std::int64_t, lanes> operator[](std::size_t i) const {
    const std::int64_t run = runs_[i];
    return {run + 1, (run >> 1) + 2, (run >> 2) + 3, (run >> 3) + 4};
  }
  static bool can_code(std::size_t /*i*/, std::size_t /*coding*/) { return true; }

 private:
  const std::vector<std::uint32_t>& runs_;
};

}  // namespace

std::vector<CodedStretch> weight_stretches(const std::vector<std::uint16_t>& indices,
                                           std::int32_t raw_bits, WeightEncoder encoder) {
  if (indices.empty()) return {};
  if (encoder == WeightEncoder::vela_4) {
    const WeightCostTable costs(indices, raw_bits);
    return ForwardChoice<WeightCostTable, weight_codings>(costs).run();
  }
  return cheapest_weight_path(indices, costs_of(indices, raw_bits));
}

std::int64_t bits_in_one_coding(const std::vector<std::uint16_t>& indices, std::int32_t raw_bits) {
  const std::vector<WeightCosts> costs = costs_of(indices, raw_bits);
  std::vector<std::int64_t> counts(costs.size(), 0);
  for (const std::uint16_t index : indices) ++counts[index];
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::int32_t coding = 0; coding < weight_codings; ++coding) {
    std::int64_t bits = 0;
    for (std::size_t index = 0; index < counts.size(); ++index) {
      bits += counts[index] * at(costs[index], coding);
    }
    least = std::min(least, bits);
  }
  return least;
}

std::vector<CodedStretch> run_stretches(const std::vector<std::uint32_t>& runs,
                                        const std::vector<CodedStretch>& weights,
                                        WeightEncoder encoder) {
  if (runs.empty()) return {};
  const RunCosts costs(runs);
  if (encoder == WeightEncoder::vela_4) return ForwardChoice<RunCosts, run_codings>(costs).run();
  return CheapestPath<RunCosts>(costs).run(weights);
}

}  // namespace spillway::ethosu
