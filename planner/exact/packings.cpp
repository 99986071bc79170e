// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/packings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "base/rounding.h"
#include "planner/exact/occupied_spans.h"
#include "planner/exact/preorder.h"
#include "planner/exact/repair.h"
#include "planner/exact/skyline.h"

namespace spillway::exact {
namespace {

enum class Gap : std::uint8_t { lowest, smallest };

using Order = std::vector<std::int32_t>;

Rectangle rectangle_of(const Item& item) {
  return {item.first_section, item.end_section, item.size, item.alignment};
}

std::vector<Bytes> pack_in_order(const Instance& instance, const Order& order, Gap gap,
                                 std::int64_t& work) {
  OccupiedSpans spans(instance.section_count());
  std::vector<Bytes> offsets(instance.items.size());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const Item& item = instance.items[i];
    if (!item.fixed_offset) continue;
    offsets[i] = *item.fixed_offset;
    spans.insert(rectangle_of(item), offsets[i]);
  }
  for (const std::int32_t i : order) {
    const Item& item = at(instance.items, i);
    if (item.fixed_offset) continue;
    const Rectangle rectangle = rectangle_of(item);
    at(offsets, i) =
        gap == Gap::lowest ? spans.lowest_gap(rectangle) : spans.smallest_gap(rectangle);
    spans.insert(rectangle, at(offsets, i));
  }
  work = spans.work();
  return offsets;
}

/// Returns the items sorted by a measure, the largest first. Items with equal measures keep their
/// order, or get the reverse order if `last_first` is true.
template <typename Measure>
Order order_by(const Instance& instance, bool last_first, const Measure& measure) {
  Order order(instance.items.size());
  std::iota(order.begin(), order.end(), 0);
  if (last_first) std::reverse(order.begin(), order.end());
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return measure(at(instance.items, a)) > measure(at(instance.items, b));
  });
  return order;
}

double size_of(const Item& item) { return static_cast<double>(item.size); }
double life_of(const Item& item) { return static_cast<double>(item.lifetime); }
double area_of(const Item& item) { return size_of(item) * life_of(item); }
double sections_of(const Item& item) {
  return static_cast<double>(item.end_section - item.first_section);
}
double bulk_of(const Item& item) { return size_of(item) * std::sqrt(life_of(item)); }
double end_of(const Item& item) { return static_cast<double>(item.end_section); }

/// Returns the key for sorting items by start, then by length (the longest first), then by size
/// (the smallest first).
std::array<double, 3> start_of(const Item& item) {
  return {-static_cast<double>(item.first_section), end_of(item), -size_of(item)};
}

}  // namespace

Bytes peak_of(const Instance& instance, const std::vector<Bytes>& offsets) {
  Bytes peak = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    peak = std::max(peak, offsets[i] + instance.items[i].size);
  }
  return peak;
}

void keep_lower(const Instance& instance, std::vector<Bytes> offsets, Packing& best) {
  if (offsets.size() != instance.items.size()) return;
  const Bytes peak = peak_of(instance, offsets);
  if (!best.offsets.empty() && peak >= best.peak) return;
  best = {std::move(offsets), peak};
}

std::vector<Bytes> first_fit(const Instance& instance, const std::vector<std::int32_t>& order) {
  std::int64_t work = 0;
  return pack_in_order(instance, order, Gap::lowest, work);
}

bool is_packing(const Instance& instance, const std::vector<Bytes>& offsets) {
  if (offsets.size() != instance.items.size()) return false;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const Item& item = instance.items[i];
    const bool may_be_here =
        item.fixed_offset ? offsets[i] == *item.fixed_offset : offsets[i] % item.alignment == 0;
    if (offsets[i] < 0 || !may_be_here) return false;
    for (const std::int32_t other : item.neighbours) {
      if (offsets[i] < at(offsets, other) + at(instance.items, other).size &&
          at(offsets, other) < offsets[i] + item.size) {
        return false;
      }
    }
  }
  return true;
}

bool fixed_items_collide(const Instance& instance) {
  std::vector<const Item*> fixed;
  for (const Item& item : instance.items) {
    if (item.fixed_offset) fixed.push_back(&item);
  }
  std::sort(fixed.begin(), fixed.end(),
            [](const Item* a, const Item* b) { return *a->fixed_offset < *b->fixed_offset; });
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    const Bytes end = *fixed[i]->fixed_offset + fixed[i]->size - fixed[i]->padding;
    for (std::size_t j = i + 1; j < fixed.size() && *fixed[j]->fixed_offset < end; ++j) {
      if (fixed[i]->first_section < fixed[j]->end_section &&
          fixed[j]->first_section < fixed[i]->end_section) {
        return true;
      }
    }
  }
  return false;
}

void pack_by_rules(const Instance& instance, Bytes target, Packing& best, Effort& effort) {
  const auto pack = [&](const Order& order, Gap gap) {
    constexpr std::int64_t work_of_span = 7;
    if (best.peak <= target || effort.left() <= 0) return;
    std::int64_t work = 0;
    keep_lower(instance, pack_in_order(instance, order, gap, work), best);
    effort.spend(work * work_of_span);
  };
  pack(order_by(instance, true, size_of), Gap::lowest);
  pack(order_by(instance, false, size_of), Gap::lowest);
  pack(order_by(instance, false, size_of), Gap::smallest);
  pack(order_by(instance, false, start_of), Gap::smallest);
  pack(order_by(instance, false, life_of), Gap::lowest);
  pack(order_by(instance, false, sections_of), Gap::lowest);
  pack(order_by(instance, false, area_of), Gap::lowest);
  pack(order_by(instance, false, bulk_of), Gap::lowest);
  pack(order_by(instance, false, life_of), Gap::smallest);
  pack(order_by(instance, false, area_of), Gap::smallest);
  pack(order_by(instance, true, size_of), Gap::smallest);
}

void pack_by_skylines(const Instance& instance, Bytes target, Packing& best, Effort& effort) {
  constexpr std::int32_t sorted_preorders = 4;
  constexpr std::int64_t parts = 2;
  const auto pack = [&](const Order& order) {
    if (best.peak <= target || effort.left() <= 0) return;
    effort.share(effort.left() / parts, [&] {
      keep_lower(instance, pack_upwards(instance, target, best.peak, order, effort), best);
    });
  };
  for (std::int32_t number = 0; number < sorted_preorders; ++number) {
    pack(preorder(instance, number));
  }
  pack(order_by(instance, false, area_of));
  pack(order_by(instance, false, size_of));
  pack(order_by(instance, false, start_of));
  pack(order_by(instance, false, end_of));
}

void lower_by_repair(const Instance& instance, Bytes target, Packing& best, Effort& effort) {
  constexpr std::int64_t least_part = 1'000'000;
  // A search fails if it finds no packing within its capacity. Capacities below that of the last
  // failed search are then not tried. But if the best peak comes closer to this failed capacity
  // than target / 5000, the failure is forgotten, and searches try capacities down to the target
  // again.
  constexpr Bytes failed_gap_divisor = 5000;
  // If the best peak is at most target / 100 above the target, and no failure is remembered, the
  // next search tries the target itself.
  constexpr Bytes target_gap_divisor = 100;
  Repair repair(instance);
  Bytes missed = -1;
  for (std::int32_t attempt = 0; best.peak > target; ++attempt) {
    if (!effort.spend(static_cast<std::int64_t>(instance.items.size()))) return;
    const Bytes from = std::max(missed, target);
    Bytes next = from + (best.peak - from) / 2;
    if (missed < target && best.peak - target <= target / target_gap_divisor) next = target;
    std::vector<Bytes> offsets = best.offsets;
    effort.share(std::max(effort.left() / 2, least_part), [&] {
      if (repair.reach(offsets, {next, attempt, false}, effort)) {
        keep_lower(instance, std::move(offsets), best);
      } else {
        missed = next;
      }
    });
    if (best.peak - missed <= target / failed_gap_divisor) missed = -1;
  }
}

}  // namespace spillway::exact
