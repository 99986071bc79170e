// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/item_set.h"
#include "planner/exact/search.h"

namespace spillway::exact {

/// The last placement of a part of the search: later ones come after it in (offset, rank).
struct Frontier {
  Bytes offset = 0;
  std::int32_t rank = -1;
  std::int32_t item = -1;
};

/// Items of one part of the search; a slice of a caller's storage.
struct ItemSpan {
  std::int32_t* first = nullptr;
  std::int32_t* last = nullptr;

  std::int32_t* begin() const { return first; }
  std::int32_t* end() const { return last; }
};

/// What is placed so far, and what follows for the items that are not.
class SearchState {
 public:
  SearchState(const Instance& instance, Bytes capacity, const std::vector<std::int32_t>& preorder,
              const SearchOptions& options);

  /// Works out the lowest offset that each of `items` can still get, sorts them by it and tells
  /// whether room for all of them may be left.
  bool may_fit(ItemSpan items, const Frontier& frontier);

  /// The item's next placement would be in canonical order.
  bool in_order(std::int32_t item, const Frontier& frontier) const;

  /// Places an item at the lowest offset above its placed neighbours. False when a fixed item would
  /// have to move for it.
  bool place(std::int32_t item);

  /// After a failure of may_fit or place: the placements that it seems to depend on.
  ItemSet& blame() { return blame_; }
  /// The placement that raised the item to its lowest offset; -1 = none.
  std::int32_t support_of(std::int32_t item) const { return support_[index(item)]; }
  /// The placement since which the item cannot be placed at its lowest offset; -1 = none.
  std::int32_t waiting_for(std::int32_t item) const { return waiting_[index(item)]; }

  std::size_t mark() const { return trail_.size(); }
  void undo_to(std::size_t mark);

  Bytes lowest(std::int32_t item) const { return lowest_[index(item)]; }
  bool placed(std::int32_t item) const { return placed_[index(item)] != 0; }
  bool supported(std::int32_t item) const { return supported_[index(item)] != 0; }
  std::int32_t rank(std::int32_t item) const { return rank_[index(item)]; }
  const std::vector<Bytes>& offsets() const { return lowest_; }

 private:
  /// An item as it was before; undone in reverse.
  struct Change {
    std::int32_t item = 0;
    Bytes lowest = 0;
    std::int32_t support = -1;
    std::int32_t waiting = -1;
  };

  /// What every node looks at of an item, close together.
  struct Shape {
    Bytes size = 0;
    Bytes own_size = 0;  // without its padding
    Bytes alignment = 1;
    std::int32_t first_section = 0;
    std::int32_t end_section = 0;
  };

  /// Where an item is in the order of rising bounds.
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
  bool raise_over_blockers(std::int32_t item);
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
  std::vector<Bytes> lowest_;  // above all placed neighbours, aligned; the offset once placed
  std::vector<Bytes> bound_;   // the same or higher: what the canonical order adds; out of reach
                               // once placed
  std::vector<char> supported_;
  std::vector<char> placed_;
  std::vector<std::int32_t> support_;
  std::vector<std::int32_t> waiting_;
  ItemSet blame_;
  std::vector<Bytes> load_;      // per section, scratch of sections_fit
  std::vector<Position> order_;  // scratch of sort_by_bound
  std::vector<Position> late_;
  std::vector<Change> trail_;
};

}  // namespace spillway::exact
