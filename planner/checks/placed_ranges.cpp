// SPDX-License-Identifier: Apache-2.0
#include "planner/checks/placed_ranges.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"

namespace spillway {
namespace {

bool exists(MemoryIndex memory, const std::vector<MemorySpace>& memories) {
  return memory >= 0 && static_cast<std::size_t>(memory) < memories.size();
}

std::string describe(const PlacedRange& range, const std::vector<MemorySpace>& memories) {
  return fmt::format("'{}' at {} [{}, {}) during [{}, {})", range.name,
                     exists(range.memory, memories) ? at(memories, range.memory).name : "no memory",
                     range.offset, range.offset + range.size, range.lower, range.upper);
}

void check_bounds(const PlacedRange& range, const std::vector<MemorySpace>& memories,
                  std::vector<Violation>& violations) {
  if (!exists(range.memory, memories)) {
    violations.push_back({ViolationKind::out_of_bounds, range.name, describe(range, memories)});
    return;
  }
  const MemorySpace& memory = at(memories, range.memory);
  if (range.offset < 0 || range.offset + range.size > memory.capacity) {
    violations.push_back(
        {ViolationKind::out_of_bounds, range.name,
         fmt::format("{}: the memory has {} bytes", describe(range, memories), memory.capacity)});
  }
  for (const Bytes alignment : {range.alignment, memory.alignment}) {
    if (range.offset % alignment != 0) {
      violations.push_back(
          {ViolationKind::misaligned, range.name,
           fmt::format("{}: needs a multiple of {}", describe(range, memories), alignment)});
      break;
    }
  }
}

bool overlap(const PlacedRange& a, const PlacedRange& b) {
  const bool same_time = a.own_from() < b.upper && b.own_from() < a.upper;
  const bool same_bytes = a.offset < b.offset + b.size && b.offset < a.offset + a.size;
  return a.memory == b.memory && same_time && same_bytes && a.size > 0 && b.size > 0 &&
         a.sharing != b.sharing;
}

/// Returns the lifetime of a residency, extended to complete cascades because the operators of a
/// cascade run alternately. The planners use cascaded_life() for this. The validator has its own
/// code, so that it finds errors in cascaded_life().
std::pair<TimeStep, TimeStep> lifetime(const Residency& residency, const Plan& plan) {
  std::pair<TimeStep, TimeStep> life = {residency.lower, residency.upper};
  for (const Cascade& cascade : plan.cascades) {
    const TimeStep begin = cascade.first_op + 1;
    const TimeStep end = cascade.last_op + 2;
    if (residency.lower >= end || begin >= residency.upper) continue;
    life.first = std::min(life.first, begin);
    life.second = std::max(life.second, end);
  }
  return life;
}

std::string name_of(const Residency& residency, const Network& network) {
  const bool made_up = residency.kind == ResidencyKind::made_up || is_buffer_of_made_up(residency);
  const bool known =
      residency.tensor >= 0 && static_cast<std::size_t>(residency.tensor) < network.tensors.size();
  if (made_up || known) return residency_name(residency, network);
  return fmt::format("tensor {}", residency.tensor);
}

std::size_t root_of(std::size_t residency, const Plan& plan) {
  std::size_t root = residency;
  for (std::size_t steps = 0; steps < plan.residencies.size(); ++steps) {
    const std::int32_t inside = plan.residencies[root].inside;
    if (inside < 0 || static_cast<std::size_t>(inside) >= plan.residencies.size()) {
      break;
    }
    root = static_cast<std::size_t>(inside);
  }
  return root;
}

/// The ranges that are live at one step, for look-up by address. Each memory has one table per size
/// class; a class spans the sizes from one power of two to the next. A range of a class can overlap
/// a given range only if it begins less than the class's largest size below the given range. So a
/// look-up visits few ranges that do not overlap the given range.
class ActiveRanges {
 public:
  explicit ActiveRanges(const std::vector<PlacedRange>& ranges) : ranges_(ranges) {}

  void insert(std::size_t index) {
    const PlacedRange& range = ranges_[index];
    if (range.size <= 0) return;
    by_address_[{range.memory, size_class(range.size)}].emplace(range.offset, index);
    ends_.emplace(range.upper, index);
  }

  void drop_ended(TimeStep step) {
    while (!ends_.empty() && ends_.begin()->first <= step) {
      const PlacedRange& range = ranges_[ends_.begin()->second];
      auto& table = by_address_[{range.memory, size_class(range.size)}];
      table.erase({range.offset, ends_.begin()->second});
      ends_.erase(ends_.begin());
    }
  }

  /// Calls `use` with the index of every live range whose bytes may overlap the bytes of range
  /// `index`.
  template <typename Use>
  void each_near(std::size_t index, const Use& use) const {
    const PlacedRange& range = ranges_[index];
    auto table = by_address_.lower_bound({range.memory, 0});
    for (; table != by_address_.end() && table->first.first == range.memory; ++table) {
      const Bytes largest = Bytes{1} << table->first.second;
      auto other = table->second.lower_bound({range.offset - largest, 0});
      for (; other != table->second.end() && other->first < range.offset + range.size; ++other) {
        use(other->second);
      }
    }
  }

 private:
  static int size_class(Bytes size) {
    constexpr int most = 62;
    int bits = 0;
    while (bits < most && (Bytes{1} << bits) < size) ++bits;
    return bits;
  }

  const std::vector<PlacedRange>& ranges_;
  std::map<std::pair<MemoryIndex, int>, std::set<std::pair<Bytes, std::size_t>>> by_address_;
  std::set<std::pair<TimeStep, std::size_t>> ends_;
};

}  // namespace

std::vector<PlacedRange> placed_ranges(const Plan& plan, const Network& network) {
  std::vector<PlacedRange> ranges;
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const Residency& home = plan.residencies[i];
    const auto [lower, upper] = lifetime(home, plan);
    ranges.push_back({name_of(home, network), home.memory, home.offset, home.size, 1, lower, upper,
                      root_of(i, plan), home.shared_until});
  }
  return ranges;
}

void share_overlapping_room(Plan& plan, const Network& network) {
  const std::vector<PlacedRange> ranges = placed_ranges(plan, network);
  for (const auto& [later, earlier] : overlapping_pairs(ranges)) {
    const bool ends_later = ranges[later].upper >= ranges[earlier].upper;
    const std::size_t stays = ends_later ? later : earlier;
    const std::size_t ends = ends_later ? earlier : later;
    TimeStep& until = plan.residencies[stays].shared_until;
    until = std::max(until, ranges[ends].upper);
  }
}

// Processes the ranges in the order in which they begin. Each range is compared with the ranges
// that have not ended when it begins.
std::vector<std::pair<std::size_t, std::size_t>> overlapping_pairs(
    const std::vector<PlacedRange>& ranges) {
  std::vector<std::size_t> order(ranges.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ranges[a].lower < ranges[b].lower; });
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  ActiveRanges active(ranges);
  for (const std::size_t i : order) {
    active.drop_ended(ranges[i].lower);
    active.each_near(i, [&](std::size_t other) {
      if (!overlap(ranges[i], ranges[other])) return;
      pairs.emplace_back(std::max(i, other), std::min(i, other));
    });
    active.insert(i);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

void check_ranges(const std::vector<PlacedRange>& ranges, const std::vector<MemorySpace>& memories,
                  std::vector<Violation>& violations) {
  for (const PlacedRange& range : ranges) {
    check_bounds(range, memories, violations);
  }
  for (const auto& [i, j] : overlapping_pairs(ranges)) {
    violations.push_back({ViolationKind::overlap, ranges[i].name,
                          fmt::format("{} overlaps {}", describe(ranges[i], memories),
                                      describe(ranges[j], memories))});
  }
}

}  // namespace spillway
