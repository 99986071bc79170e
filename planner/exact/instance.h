// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "planner/problem.h"

namespace spillway::exact {

/// A buffer for the search. Its lifetime is counted in sections (ranges of time steps) instead of
/// steps.
struct Item {
  Bytes size = 0;     // rounded up to Instance::granule
  Bytes padding = 0;  // bytes that rounding added; may lie beyond the memory's end
  Bytes alignment = 1;
  std::optional<Bytes> fixed_offset;
  std::int32_t first_section = 0;
  std::int32_t end_section = 0;  // the section after the item's last section
  TimeStep lifetime = 0;         // length in time steps; only used for ordering
  /// Items whose lifetimes overlap that of this item, ascending. Empty if Instance::has_neighbours
  /// is false.
  std::vector<std::int32_t> neighbours;
};

/// Instances with more items get no lists of neighbours, because the memory of these lists grows
/// with the square of the number of items. The complete search needs the lists, so it is skipped
/// for such instances.
constexpr std::size_t most_with_neighbours = 4000;

/// The buffers of one memory. Time is divided into sections (ranges of steps in which the same
/// buffers are live). A section is left out if all its live buffers are also live in an adjacent
/// section; two buffers that overlap in time still have a common section.
struct Instance {
  std::vector<Item> items;           // in the order of the given buffers
  std::vector<Bytes> section_total;  // bytes that are live in each section
  bool has_neighbours = true;        // whether the lists of neighbours are filled
  /// The largest number of bytes that divides all alignments and all fixed offsets, and therefore
  /// all offsets.
  Bytes granule = 1;

  std::int32_t section_count() const { return static_cast<std::int32_t>(section_total.size()); }
};

/// Returns the instance for `buffers` in `memory`. The instance depends on the size, alignment
/// (combined with that of the memory), lifetime and pinned_offset of each buffer. Sizes must be
/// positive and lifetimes non-empty.
Instance make_instance(const std::vector<Buffer>& buffers, const MemorySpace& memory);

/// Returns a lower bound of the peak: the largest number of live bytes, padding included, or the
/// end of a buffer with a fixed offset if that is higher.
Bytes lower_bound(const Instance& instance);

}  // namespace spillway::exact
