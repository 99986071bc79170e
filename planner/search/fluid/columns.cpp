// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/columns.h"

#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"

namespace spillway::search {
namespace {

constexpr Bytes slice_alignment = 16;
constexpr std::size_t most_columns = 250;  // a feature map gets at most this number of choices

Choice all_slow(const FeatureMap& map) {
  Choice choice{"slow", {}, {}, {}};
  for (const MapAccess& access : map.accesses) {
    choice.accesses.push_back(
        {access.op, 0, access.slow_bytes, 0, access.slow_stall, 0, access.again_bytes, 0});
  }
  return choice;
}

Choice fast_for_life(const FeatureMap& map) {
  Choice choice{"fast", {}, {}, {}};
  for (const MapAccess& access : map.accesses) {
    choice.accesses.push_back({access.op, access.fast_bytes, 0});
  }
  choice.occupancies.push_back({map.accesses.front().op, map.accesses.back().op, map.size});
  return choice;
}

constexpr std::int32_t stay = -1;
constexpr std::int32_t read_slow = 0;

/// Enumerates the choices of a feature map that moves between the memories. For each access there
/// are several decisions: the map stays in fast memory (`stay`), the access reads or writes slow
/// memory (`read_slow`), or the map is fetched to fast memory n > 0 operators ahead (n). Each valid
/// combination of decisions over all accesses is one choice. If the map is also copied to slow
/// memory, each possible time of the copy is one choice (write_back()).
class Intervals {
 public:
  Intervals(const FeatureMap& map, const TransferCost& cost, std::vector<std::int32_t> distances)
      : map_(map), cost_(cost), distances_(std::move(distances)) {}

  std::vector<Choice> all() {
    const MapAccess& first = map_.accesses.front();
    if (map_.origin == FeatureMap::Origin::network_input) {
      decisions_ = {read_slow};
      extend(false);
      for (const std::int32_t ahead : distances_) {
        if (first.op - ahead >= 0) {
          decisions_ = {ahead};
          extend(true);
        }
      }
      return std::move(choices_);
    }
    // The first access is a write by the producer. Here `read_slow` means that it writes to slow
    // memory.
    decisions_ = {read_slow};
    extend(false);
    decisions_ = {stay};
    extend(true);
    return std::move(choices_);
  }

 private:
  void extend(bool in_fast) {
    if (decisions_.size() == map_.accesses.size()) {
      add();
      return;
    }
    const std::size_t next = decisions_.size();
    decisions_.push_back(stay);
    if (in_fast) {
      extend(true);
    }
    decisions_.back() = read_slow;
    extend(false);
    const std::int32_t previous = map_.accesses[next - 1].op;
    for (const std::int32_t ahead : distances_) {
      if (map_.accesses[next].op - ahead > previous) {
        decisions_.back() = ahead;
        extend(true);
      }
    }
    decisions_.pop_back();
  }

  void add() {
    const bool produced = map_.origin == FeatureMap::Origin::produced;
    const bool leaves = std::any_of(decisions_.begin(), decisions_.end(),
                                    [](auto decision) { return decision != stay; });
    Choice choice;
    std::int32_t stayed_until = map_.accesses.front().op;
    bool first_stay = true;
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
      const MapAccess& access = map_.accesses[i];
      choice.label += label_of(i);
      if (decisions_[i] == read_slow) {
        choice.accesses.push_back(
            {access.op, 0, access.slow_bytes, 0, access.slow_stall, 0, access.again_bytes, 0});
        first_stay = false;
        continue;
      }
      choice.accesses.push_back({access.op, access.fast_bytes, 0});
      if (decisions_[i] == stay) {
        const std::int32_t from = i == 0 ? access.op : map_.accesses[i - 1].op + 1;
        choice.occupancies.push_back({from, access.op, map_.size});
        stayed_until = first_stay ? access.op : stayed_until;
      } else {
        first_stay = false;
        const std::int32_t from = access.op - decisions_[i];
        choice.occupancies.push_back({from, access.op, map_.size});
        choice.transfers.push_back({from, access.op - 1, bytes()});
      }
    }
    if (produced && decisions_[0] == stay && leaves) {
      write_back(choice, stayed_until);
      return;
    }
    choices_.push_back(std::move(choice));
  }

  /// Adds `choice` together with a copy of the feature map to slow memory, if the copy ends before
  /// the map is needed there. The DMA copies the map while the map lies in fast memory:
  /// * If the map stays in fast memory after its producer, the DMA has the time of this stay.
  /// * If the map does not stay, it is kept for a few more operators. Each number of operators in
  ///   `distances_` gives one choice.
  void write_back(const Choice& choice, std::int32_t stayed_until) {
    const std::int32_t made = map_.accesses.front().op;
    const std::vector<std::int32_t> longer =
        stayed_until > made ? std::vector<std::int32_t>{0} : distances_;
    for (const std::int32_t ops : longer) {
      const std::int32_t last = stayed_until + ops;
      if (last < needed_in_slow()) {
        Choice written = choice;
        written.occupancies.push_back({stayed_until + 1, last, map_.size});
        written.transfers.push_back({made + 1, last, bytes()});
        choices_.push_back(std::move(written));
      }
    }
  }

  /// Returns the first operator during which the processor or the DMA reads the copy of the feature
  /// map in slow memory.
  std::int32_t needed_in_slow() const {
    const auto leaves = std::find_if(decisions_.begin(), decisions_.end(),
                                     [](auto decision) { return decision != stay; });
    return map_.accesses[static_cast<std::size_t>(leaves - decisions_.begin())].op - *leaves;
  }

  double bytes() const {
    return static_cast<double>(map_.size) * cost_.slowdown + cost_.latency_bytes;
  }

  std::string label_of(std::size_t access) const {
    const std::string op = (access > 0 ? ", " : "") + std::to_string(access);
    const std::int32_t decision = decisions_[access];
    return decision == stay        ? op + " fast"
           : decision == read_slow ? op + " slow"
                                   : op + " fast from " + std::to_string(decision) + " before";
  }

  const FeatureMap& map_;
  TransferCost cost_;
  std::vector<std::int32_t> distances_;
  std::vector<std::int32_t> decisions_;
  std::vector<Choice> choices_;
};

}  // namespace

Object whole_life_choices(const FeatureMap& map) {
  Object object{map.name, {all_slow(map)}};
  if (map.origin == FeatureMap::Origin::produced && !map.accesses.empty()) {
    object.choices.push_back(fast_for_life(map));
  }
  return object;
}

Object interval_choices(const FeatureMap& map, const TransferCost& cost) {
  if (map.origin == FeatureMap::Origin::network_output) {
    return whole_life_choices(map);
  }
  for (const std::vector<std::int32_t>& distances :
       {std::vector<std::int32_t>{1, 2, 4}, std::vector<std::int32_t>{2}}) {
    std::vector<Choice> choices = Intervals(map, cost, distances).all();
    if (choices.size() <= most_columns) {
      return {map.name, std::move(choices)};
    }
  }
  return whole_life_choices(map);
}

std::vector<WeightDelivery> weight_deliveries(const Weights& weights) {
  const std::int32_t slices = std::clamp(weights.depth / 16, 1, 8);
  std::vector<WeightDelivery> deliveries = {{}};
  for (std::int32_t n = 1; n <= slices; n *= 2) deliveries.push_back({n, 1, 0, false});
  for (std::int32_t n = 2; n <= std::min(weights.depth / 16, 16); n *= 2) {
    deliveries.push_back({n, 2, 0, false});
    if (weights.op > 0) deliveries.push_back({n, 2, 1, false});
  }
  for (const std::int32_t ahead : {1, 2, 3, 4, 6, 8}) {
    if (ahead > weights.op) break;
    deliveries.push_back({slices, slices, ahead, true});
  }
  return deliveries;
}

std::string label_of(const WeightDelivery& delivery) {
  if (delivery.in_place()) return "in place";
  const std::string ahead = std::to_string(delivery.ahead) + " ahead";
  if (delivery.together) return "whole in " + std::to_string(delivery.slices) + ", " + ahead;
  return std::to_string(delivery.buffers) + " of " + std::to_string(delivery.slices) + " slices, " +
         (delivery.filled ? "filled " : "") + ahead;
}

Choice weight_choice(const Weights& weights, const WeightDelivery& delivery,
                     const TransferCost& cost) {
  const std::int32_t op = weights.op;
  const std::int32_t n = delivery.slices;
  Choice choice{label_of(delivery), {}, {}, {}};
  if (delivery.in_place()) {
    choice.accesses = {{op, 0, weights.slow_bytes, 0, 0, weights.slow_stall, 0, 0}};
    return choice;
  }
  choice.accesses = {{op, weights.fast_bytes, 0, (n - 1) * weights.slice_stall, 0, 0, 0, n - 1.0}};
  const Bytes slice = std::min(weights.size, round_up((weights.size + n - 1) / n, slice_alignment));
  const double size = static_cast<double>(weights.size) * cost.slowdown;
  const double of_slice = static_cast<double>(slice) * cost.slowdown;
  const double total = size + n * cost.latency_bytes;
  const std::int32_t first = op - delivery.ahead;
  if (delivery.together) {
    // The latency of a slice passes while the preceding slices are transferred, so all slices
    // together cost only one latency. Each slice gets an equal part of it.
    const double all = size + cost.latency_bytes;
    const double before = of_slice + cost.latency_bytes / n;
    choice.occupancies = {{first, op, weights.size}};
    choice.transfers = {{first, op - 1, before}, {first, op, all - before}};
  } else if (n == 1 || delivery.buffers == 1) {
    choice.occupancies = {{first, op, slice}};
    choice.transfers = {delivery.ahead == 0 ? Transfer{op, op - 1, total}
                                            : Transfer{first, op - 1, total}};
  } else {
    const double head = of_slice + cost.latency_bytes;
    if (delivery.ahead > 0) choice.occupancies.push_back({first, op - 1, slice});
    choice.occupancies.push_back(
        {op, op, std::min<Bytes>(delivery.buffers * slice, weights.size + slice)});
    choice.transfers.push_back(delivery.ahead > 0 ? Transfer{first, op - 1, head}
                                                  : Transfer{op, op - 1, head});
    choice.transfers.push_back({op, op, total - head});
  }
  return choice;
}

}  // namespace spillway::search
