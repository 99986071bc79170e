// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "planner/problem.h"

namespace spillway::exact {

/// A buffer as the search sees it: its lifetime in sections instead of time steps.
struct Item {
  Bytes size = 0;     // rounded up to the instance's granule
  Bytes padding = 0;  // part of `size` that is not the buffer's own; may stick out of the memory
  Bytes alignment = 1;
  std::optional<Bytes> fixed_offset;
  std::int32_t first_section = 0;
  std::int32_t end_section = 0;          // half-open
  TimeStep lifetime = 0;                 // length in time steps, for ordering only
  std::vector<std::int32_t> neighbours;  // items whose lifetimes overlap, ascending, where listed
};

/// Instances with more items get no lists of neighbours, because the memory of these lists grows
/// with the square of the number of items. The complete search needs the lists, so it is left out,
/// too.
constexpr std::size_t most_with_neighbours = 4000;

/// One memory's worth of buffers with time cut into sections. Only sections that are no subset of
/// an adjacent one are kept: two buffers overlap in time exactly when they share a kept section.
struct Instance {
  std::vector<Item> items;           // in the order of the buffers given
  std::vector<Bytes> section_total;  // live bytes per section
  bool has_neighbours = true;        // the lists of neighbours are filled
  Bytes granule = 1;                 // divides every alignment, hence every offset

  std::int32_t section_count() const { return static_cast<std::int32_t>(section_total.size()); }
};

/// Uses size, alignment (with the memory's), lifetime and pinned_offset of each buffer; sizes must
/// be positive and lifetimes non-empty.
Instance make_instance(const std::vector<Buffer>& buffers, const MemorySpace& memory);

/// Largest number of live bytes, padding included, or a fixed buffer's end when that is higher: no
/// allocation has a lower peak.
Bytes lower_bound(const Instance& instance);

}  // namespace spillway::exact
