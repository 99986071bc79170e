// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/exact/search.h"

namespace spillway::exact {

/// A set of item indices. add() ignores a negative index.
class ItemSet {
 public:
  explicit ItemSet(std::size_t items = 0) : words_((items + 63) / 64, 0) {}

  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  void fill() { std::fill(words_.begin(), words_.end(), ~std::uint64_t{0}); }

  void add(std::int32_t item) {
    if (item >= 0) {
      words_[word(item)] |= bit(item);
    }
  }
  void add(const ItemSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      words_[w] |= other.words_[w];
    }
  }
  void remove(std::int32_t item) { words_[word(item)] &= ~bit(item); }
  bool contains(std::int32_t item) const { return (words_[word(item)] & bit(item)) != 0; }

 private:
  static std::size_t word(std::int32_t item) { return static_cast<std::size_t>(item) / 64; }
  static std::uint64_t bit(std::int32_t item) {
    return std::uint64_t{1} << (static_cast<std::uint32_t>(item) % 64U);
  }

  std::vector<std::uint64_t> words_;
};

/// The last placement in a subproblem of the search. Later placements must follow it in the order
/// (offset, rank), where the rank is the position in the preorder.
struct Frontier {
  Bytes offset = 0;
  std::int32_t rank = -1;
  std::int32_t item = -1;
};

/// The unplaced items of one subproblem of the search; a slice of the caller's storage.
struct ItemSpan {
  std::int32_t* first = nullptr;
  std::int32_t* last = nullptr;

  std::int32_t* begin() const { return first; }
  std::int32_t* end() const { return last; }
};

/// The items placed so far, and lower bounds of the offsets of all other items, which follow from
/// the placed items.
class SearchState {
 public:
  SearchState(const Instance& instance, Bytes capacity, const std::vector<std::int32_t>& preorder,
              const SearchOptions& options);

  /// Computes, for each of `items`, a lower bound of its offset (bound_), and sorts the items by
  /// this bound if the options need it. Returns false if the items certainly do not fit together.
  bool may_fit(ItemSpan items, const Frontier& frontier);

  /// Whether the placements stay in the canonical order (by offset, then by rank) if `item` is
  /// placed next.
  bool in_order(std::int32_t item, const Frontier& frontier) const;

  /// Places an item at the lowest offset above its placed neighbours. Returns false if a fixed item
  /// would have to move.
  bool place(std::int32_t item);

  /// Returns the placed items on which the last failure seems to depend. may_fit(), place() and the
  /// search set them.
  ItemSet& blame() { return blame_; }
  /// Returns the placed item directly above which `item` has its lowest offset; -1 = none.
  std::int32_t support_of(std::int32_t item) const { return support_[index(item)]; }
  /// The search places items only in the canonical order: by offset, and at equal offsets by rank.
  /// Returns the placed item that comes after `item` at its lowest offset in this order, so that
  /// `item` can no longer be placed there; -1 = there is no such item. Known only if the search
  /// jumps back over several items (SearchOptions::backjump).
  std::int32_t blocked_by(std::int32_t item) const { return blocked_by_[index(item)]; }

  std::size_t mark() const { return trail_.size(); }
  void undo_to(std::size_t mark);

  Bytes lowest(std::int32_t item) const { return lowest_[index(item)]; }
  bool placed(std::int32_t item) const { return placed_[index(item)] != 0; }
  bool supported(std::int32_t item) const { return supported_[index(item)] != 0; }
  std::int32_t rank(std::int32_t item) const { return rank_[index(item)]; }
  const std::vector<Bytes>& offsets() const { return lowest_; }

 private:
  /// The state of an item before a change. Changes are undone in reverse order.
  struct Change {
    std::int32_t item = 0;
    Bytes lowest = 0;
    std::int32_t support = -1;
    std::int32_t blocked_by = -1;
  };

  /// The properties of an item that every node of the search reads, stored contiguously.
  struct Shape {
    Bytes size = 0;
    Bytes own_size = 0;  // `size` without the padding
    Bytes alignment = 1;
    std::int32_t first_section = 0;
    std::int32_t end_section = 0;
  };

  /// Sort key of an item: items are ordered by `bound`, the lowest offset that the item can still
  /// get; among items of equal bounds, the lower `rank` comes first.
  struct Position {
    Bytes bound = 0;
    std::int32_t rank = 0;
    std::int32_t item = 0;

    bool operator<(const Position& other) const {
      return bound != other.bound ? bound < other.bound : rank < other.rank;
    }
  };

  static std::size_t index(std::int32_t value) { return static_cast<std::size_t>(value); }
  const Item& item_at(std::int32_t item) const { return instance_.items[index(item)]; }
  const Shape& shape_of(std::int32_t item) const { return shapes_[index(item)]; }
  void record(std::int32_t item);
  void add_reasons(std::int32_t item);
  void blame_section(std::int32_t section, const std::int32_t* first, const std::int32_t* last);
  bool set_bounds(ItemSpan items, const Frontier& frontier);
  bool raise_over_supports(std::int32_t item);
  bool tops_fit(ItemSpan items);
  void sort_by_bound(ItemSpan items);
  bool sections_fit(ItemSpan items);
  Position position_of(std::int32_t item) const {
    return {bound_[index(item)], rank_[index(item)], item};
  }

  const Instance& instance_;
  const SearchOptions& options_;
  Bytes capacity_;
  Bytes padded_capacity_;
  std::vector<Shape> shapes_;
  std::vector<std::int32_t> rank_;
  /// Per item, the lowest offset above all its placed neighbours; for a placed item, its offset.
  std::vector<Bytes> lowest_;
  /// Per unplaced item, a lower bound of its offset: lowest_, or more if the canonical order
  /// forbids lowest_. Not valid for placed items.
  std::vector<Bytes> bound_;
  // Per unplaced item, whether in_order() allows its lowest offset.
  std::vector<char> supported_;
  std::vector<char> placed_;              // per item, whether it is placed
  std::vector<std::int32_t> support_;     // per item, support_of()
  std::vector<std::int32_t> blocked_by_;  // per item, blocked_by()
  ItemSet blame_;
  std::vector<Bytes> load_;      // per section, scratch memory of sections_fit
  std::vector<Position> order_;  // scratch memory of sort_by_bound
  std::vector<Position> late_;   // scratch memory of sort_by_bound: items that are out of order
  std::vector<Change> trail_;
};

}  // namespace spillway::exact
