// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::exact {

/// An item that is to be placed; its lifetime is counted in sections (ranges of time steps).
struct Rectangle {
  std::int32_t first_section = 0;
  std::int32_t end_section = 0;  // the section after the item's last section
  Bytes size = 0;
  Bytes alignment = 1;
};

/// Addresses [begin, end) that are occupied in at least one section (range of time steps).
struct Span {
  Bytes begin = 0;
  Bytes end = 0;
};

/// Stores which addresses are occupied in which sections of time. Items are only added, never
/// removed. The class is a segment tree over the sections. Each node has two unions of spans: the
/// spans of the items that cover all sections of the node, and the spans of the items that cover
/// any of these sections. Items that cover all sections of the parent node are in neither union. In
/// a dense packing these unions consist of few spans, so a free place is found without visiting
/// every neighbour of an item.
class OccupiedSpans {
 public:
  explicit OccupiedSpans(std::int32_t sections);

  void insert(const Rectangle& item, Bytes offset);

  /// Returns the lowest aligned offset at which `item` overlaps no other item.
  Bytes lowest_gap(const Rectangle& item);

  /// Returns the lowest aligned offset in the smallest gap that is large enough for `item`; of
  /// equal gaps, the lowest is taken. If no gap is large enough, returns an offset above all items
  /// that are live at the same time.
  Bytes smallest_gap(const Rectangle& item);

  std::int64_t work() const { return work_; }  // spans visited, and nodes visited by insert()

 private:
  using Union = std::vector<Span>;  // disjoint spans in ascending order
  /// Reads the spans of one union in ascending order.
  struct Reader {
    const Span* next = nullptr;
    const Span* last = nullptr;
  };

  void add(std::int32_t node, std::int32_t low, std::int32_t high, const Rectangle& item,
           const Span& span);
  void collect(std::int32_t node, std::int32_t low, std::int32_t high, const Rectangle& item);
  void read(const Union& spans);
  Bytes skip_taken(Bytes address, Bytes size, Bytes alignment);
  static void unite(Union& spans, Span span);

  std::int32_t sections_ = 0;
  std::vector<Union> covering_;
  std::vector<Union> touching_;
  std::vector<Reader> readers_;
  std::int64_t work_ = 0;
};

}  // namespace spillway::exact
