// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/search_state.h"

#include <algorithm>
#include <limits>

#include "planner/blocks.h"

namespace spillway::exact {
namespace {

constexpr Bytes nowhere = std::numeric_limits<Bytes>::max();

}  // namespace

SearchState::SearchState(const Instance& instance, Bytes capacity,
                         const std::vector<std::int32_t>& preorder, const SearchOptions& options)
    : instance_(instance),
      options_(options),
      capacity_(capacity),
      padded_capacity_(round_up(capacity, instance.granule)),
      rank_(instance.items.size()),
      lowest_(instance.items.size(), 0),
      bound_(instance.items.size(), 0),
      supported_(instance.items.size(), 1),
      placed_(instance.items.size(), 0),
      support_(instance.items.size(), -1),
      waiting_(instance.items.size(), -1),
      blame_(instance.items.size()),
      load_(instance.section_total.size(), 0) {
  for (std::size_t position = 0; position < preorder.size(); ++position) {
    rank_[index(preorder[position])] = static_cast<std::int32_t>(position);
  }
  for (std::size_t i = 0; i < instance.items.size(); ++i) {
    lowest_[i] = instance.items[i].fixed_offset.value_or(0);
  }
}

bool SearchState::in_order(std::int32_t item, const Frontier& frontier) const {
  const Bytes offset = lowest(item);
  return !options_.canonical || offset > frontier.offset ||
         (offset == frontier.offset && rank(item) > frontier.rank);
}

void SearchState::record(std::int32_t item) {
  const std::size_t i = index(item);
  trail_.push_back({item, lowest_[i], support_[i], waiting_[i]});
}

void SearchState::add_reasons(std::int32_t item) {
  blame_.add(support_of(item));
  if (!supported(item)) {
    blame_.add(waiting_for(item));
  }
}

bool SearchState::may_fit(ItemSpan items, const Frontier& frontier) {
  blame_.clear();
  if (!set_bounds(items, frontier)) {
    return false;
  }
  if (options_.dynamic_order || options_.section_inference) {
    sort_by_bound(items);
  }
  for (const std::int32_t item : items) {
    if (!top_fits(item)) {
      add_reasons(item);
      return false;
    }
  }
  return !options_.section_inference || sections_fit(items);
}

bool SearchState::top_fits(std::int32_t item) const {
  return bound_[index(item)] + item_at(item).size - item_at(item).padding <= capacity_;
}

/// An item whose lowest offset lies before the frontier cannot be placed there any more: it waits
/// for an unplaced neighbour to support it at a higher one.
bool SearchState::set_bounds(ItemSpan items, const Frontier& frontier) {
  bool all_supported = true;
  for (const std::int32_t item : items) {
    const bool supported = in_order(item, frontier);
    supported_[index(item)] = supported ? 1 : 0;
    bound_[index(item)] = lowest(item);
    if (supported) {
      continue;
    }
    if (waiting_for(item) < 0) {
      record(item);
      waiting_[index(item)] = frontier.item;
    }
    if (item_at(item).fixed_offset) {
      add_reasons(item);
      return false;
    }
    all_supported = false;
    bound_[index(item)] = round_up(frontier.offset + 1, item_at(item).alignment);
  }
  if (all_supported || !options_.dominance) {
    return true;
  }
  return std::all_of(items.begin(), items.end(),
                     [&](auto item) { return supported(item) || raise_over_blockers(item); });
}

/// Something unplaced must come to lie where the item could be now, else it would move down.
bool SearchState::raise_over_blockers(std::int32_t item) {
  const Item& self = item_at(item);
  const Bytes top = lowest(item) + self.size;
  Bytes support = nowhere;
  for (const std::int32_t other : self.neighbours) {
    if (!placed(other) && bound_[index(other)] < top) {
      support = std::min(support, bound_[index(other)] + item_at(other).size);
    }
  }
  if (support == nowhere) {
    add_reasons(item);
    for (const std::int32_t other : self.neighbours) {
      if (!placed(other)) {
        add_reasons(other);
      }
    }
    return false;
  }
  bound_[index(item)] = std::max(bound_[index(item)], round_up(support, self.alignment));
  return true;
}

bool SearchState::comes_before(std::int32_t a, std::int32_t b) const {
  const Bytes bound_a = bound_[index(a)];
  const Bytes bound_b = bound_[index(b)];
  return bound_a != bound_b ? bound_a < bound_b : rank(a) < rank(b);
}

/// Insertion sort: a node's items arrive almost in order from its parent.
void SearchState::sort_by_bound(ItemSpan items) const {
  for (std::int32_t* next = items.first; next != items.last; ++next) {
    const std::int32_t item = *next;
    std::int32_t* hole = next;
    while (hole != items.first && comes_before(item, *(hole - 1))) {
      *hole = *(hole - 1);
      --hole;
    }
    *hole = item;
  }
}

/// In each section, everything with a bound of at least b must fit between b and the capacity, for
/// every b. Needs items sorted by bound.
bool SearchState::sections_fit(ItemSpan items) {
  for (const std::int32_t item : items) {
    std::fill(load_.begin() + item_at(item).first_section,
              load_.begin() + item_at(item).end_section, 0);
  }
  for (const std::int32_t* next = items.last; next != items.first;) {
    const Item& item = item_at(*--next);
    const Bytes room = padded_capacity_ - bound_[index(*next)];
    auto fullest = item.first_section;
    for (auto section = item.first_section; section < item.end_section; ++section) {
      load_[index(section)] += item.size;
      if (load_[index(section)] > load_[index(fullest)]) {
        fullest = section;
      }
    }
    if (load_[index(fullest)] > room) {
      blame_section(fullest, next, items.last);
      return false;
    }
  }
  return true;
}

void SearchState::blame_section(std::int32_t section, const std::int32_t* first,
                                const std::int32_t* last) {
  for (; first != last; ++first) {
    if (item_at(*first).first_section <= section && section < item_at(*first).end_section) {
      add_reasons(*first);
    }
  }
}

bool SearchState::place(std::int32_t item) {
  record(item);
  placed_[index(item)] = 1;
  const Bytes end = lowest(item) + item_at(item).size;
  for (const std::int32_t other : item_at(item).neighbours) {
    const Bytes above = round_up(end, item_at(other).alignment);
    if (placed(other) || above <= lowest(other)) {
      continue;
    }
    if (item_at(other).fixed_offset) {
      blame_.clear();
      blame_.add(item);
      return false;
    }
    record(other);
    lowest_[index(other)] = above;
    support_[index(other)] = item;
    waiting_[index(other)] = -1;
  }
  return true;
}

void SearchState::undo_to(std::size_t mark) {
  while (trail_.size() > mark) {
    const Change& change = trail_.back();
    const std::size_t i = index(change.item);
    lowest_[i] = change.lowest;
    support_[i] = change.support;
    waiting_[i] = change.waiting;
    placed_[i] = 0;  // nothing that is placed is changed, so its own placement comes first
    trail_.pop_back();
  }
}

}  // namespace spillway::exact
