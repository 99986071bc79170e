// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/search_state.h"

#include <algorithm>
#include <limits>

#include "planner/blocks.h"

namespace spillway::exact {
namespace {

constexpr Bytes nowhere = std::numeric_limits<Bytes>::max();

/// Rounds up to the alignment. Alignment 1 is the common case and avoids a division, which would
/// take longer than all other work of a node per item.
Bytes aligned(Bytes offset, Bytes alignment) {
  return alignment == 1 ? offset : round_up(offset, alignment);
}

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
      blocked_by_(instance.items.size(), -1),
      blame_(instance.items.size()),
      load_(instance.section_total.size(), 0) {
  for (std::size_t position = 0; position < preorder.size(); ++position) {
    rank_[index(preorder[position])] = static_cast<std::int32_t>(position);
  }
  for (std::size_t i = 0; i < instance.items.size(); ++i) {
    const Item& item = instance.items[i];
    lowest_[i] = item.fixed_offset.value_or(0);
    shapes_.push_back({item.size, item.size - item.padding, item.alignment, item.first_section,
                       item.end_section});
  }
}

bool SearchState::in_order(std::int32_t item, const Frontier& frontier) const {
  const Bytes offset = lowest(item);
  return !options_.canonical || offset > frontier.offset ||
         (offset == frontier.offset && rank(item) > frontier.rank);
}

void SearchState::record(std::int32_t item) {
  const std::size_t i = index(item);
  trail_.push_back({item, lowest_[i], support_[i], blocked_by_[i]});
}

void SearchState::add_reasons(std::int32_t item) {
  if (!options_.backjump) return;
  blame_.add(support_of(item));
  if (!supported(item)) {
    blame_.add(blocked_by(item));
  }
}

bool SearchState::may_fit(ItemSpan items, const Frontier& frontier) {
  if (options_.backjump) blame_.clear();
  if (!set_bounds(items, frontier) || !tops_fit(items)) {
    return false;
  }
  if (options_.dynamic_order || options_.section_inference) {
    sort_by_bound(items);
  }
  return !options_.section_inference || sections_fit(items);
}

/// Returns whether every item ends within the capacity if it is placed at its bound (the lowest
/// offset that it can still get). If some items end beyond the capacity, adds the reasons for the
/// first of these items, in the order of bounds, to blame_.
bool SearchState::tops_fit(ItemSpan items) {
  std::int32_t highest = -1;
  for (const std::int32_t item : items) {
    if (bound_[index(item)] + shape_of(item).own_size <= capacity_) continue;
    if (highest < 0 || position_of(item) < position_of(highest)) highest = item;
  }
  if (highest < 0) return true;
  add_reasons(highest);
  return false;
}

/// Sets the bounds of all items. Items are placed in the canonical order: by offset, and at equal
/// offsets by rank. If the lowest offset of an item comes before the last placement (`frontier`) in
/// this order, the item can no longer be placed there. The item must then wait until a neighbour
/// that is still unplaced is placed and supports the item at a higher offset. Returns false if some
/// item cannot be placed any more.
bool SearchState::set_bounds(ItemSpan items, const Frontier& frontier) {
  bool all_supported = true;
  for (const std::int32_t item : items) {
    const bool supported = in_order(item, frontier);
    supported_[index(item)] = supported ? 1 : 0;
    bound_[index(item)] = lowest(item);
    if (supported) {
      continue;
    }
    if (options_.backjump && blocked_by(item) < 0) {
      record(item);
      blocked_by_[index(item)] = frontier.item;
    }
    if (item_at(item).fixed_offset) {
      add_reasons(item);
      return false;
    }
    all_supported = false;
    bound_[index(item)] = aligned(frontier.offset + 1, shape_of(item).alignment);
  }
  if (all_supported || !options_.dominance) {
    return true;
  }
  return std::all_of(items.begin(), items.end(),
                     [&](auto item) { return supported(item) || raise_over_supports(item); });
}

/// If an item can no longer lie at its lowest offset, an unplaced neighbour must come to lie below
/// it; otherwise the item could move down to its lowest offset. Raises the item's bound to the
/// lowest end of such a neighbour. Returns false if there is no such neighbour.
bool SearchState::raise_over_supports(std::int32_t item) {
  const std::vector<std::int32_t>& neighbours = item_at(item).neighbours;
  const Bytes top = lowest(item) + shape_of(item).size;
  Bytes support = nowhere;
  for (const std::int32_t other : neighbours) {
    const Bytes bound = bound_[index(other)];
    if (bound < top) support = std::min(support, bound + shape_of(other).size);
  }
  if (support == nowhere) {
    add_reasons(item);
    for (const std::int32_t other : neighbours) {
      if (!placed(other)) {
        add_reasons(other);
      }
    }
    return false;
  }
  bound_[index(item)] = std::max(bound_[index(item)], aligned(support, shape_of(item).alignment));
  return true;
}

/// Sorts items by bound. Items come from the parent node almost sorted, so the few items that are
/// out of order are taken out, sorted and merged again.
void SearchState::sort_by_bound(ItemSpan items) {
  order_.clear();
  late_.clear();
  for (const std::int32_t item : items) {
    const Position next = position_of(item);
    if (!order_.empty() && next < order_.back()) {
      late_.push_back(order_.back());
      order_.pop_back();
      if (!order_.empty() && next < order_.back()) {
        late_.push_back(next);
        continue;
      }
    }
    order_.push_back(next);
  }
  std::sort(late_.begin(), late_.end());
  auto late = late_.begin();
  std::int32_t* to = items.first;
  for (const Position& in_order : order_) {
    for (; late != late_.end() && *late < in_order; ++late) *to++ = late->item;
    *to++ = in_order.item;
  }
  for (; late != late_.end(); ++late) *to++ = late->item;
}

/// Returns false if the items cannot all be placed, because some of them need more space than there
/// is. Each item has a lower bound of its offset. For each section of time and every offset, the
/// items with a bound at or above this offset must fit between the offset and the capacity. The
/// items must be sorted by bound.
bool SearchState::sections_fit(ItemSpan items) {
  std::fill(load_.begin(), load_.end(), 0);
  for (const std::int32_t* next = items.last; next != items.first;) {
    const Shape& item = shape_of(*--next);
    const Bytes room = padded_capacity_ - bound_[index(*next)];
    Bytes* const first = &load_[index(item.first_section)];
    Bytes* const last = first + (item.end_section - item.first_section);
    Bytes left = 0;  // negative if a section has too little space
    for (Bytes* load = first; load != last; ++load) {
      *load += item.size;
      left |= room - *load;
    }
    if (left < 0) {
      const auto fullest = static_cast<std::int32_t>(std::max_element(first, last) - first);
      blame_section(item.first_section + fullest, next, items.last);
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
  bound_[index(item)] = nowhere;
  const Bytes end = lowest(item) + shape_of(item).size;
  for (const std::int32_t other : item_at(item).neighbours) {
    if (placed(other)) {
      continue;
    }
    const Bytes above = aligned(end, shape_of(other).alignment);
    if (above <= lowest(other)) {
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
    blocked_by_[index(other)] = -1;
  }
  return true;
}

void SearchState::undo_to(std::size_t mark) {
  while (trail_.size() > mark) {
    const Change& change = trail_.back();
    const std::size_t i = index(change.item);
    lowest_[i] = change.lowest;
    support_[i] = change.support;
    blocked_by_[i] = change.blocked_by;
    // The trail is the list of all changes, the latest last. A placed item does not change any
    // more, so the last change of an item in the trail is its placement.
    placed_[i] = 0;
    trail_.pop_back();
  }
}

}  // namespace spillway::exact
