// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/instance.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/index.h"
#include "planner/blocks.h"

namespace spillway::exact {
namespace {

/// Returns the first step of each section (range of steps) that Instance keeps. The set of live
/// buffers grows where a buffer starts and shrinks where a buffer ends. So a section is kept if a
/// buffer starts at its first step and a buffer ends before or when the next buffer starts.
std::vector<TimeStep> maximal_sections(const std::vector<Buffer>& buffers) {
  std::map<TimeStep, std::pair<bool, bool>> events;  // time -> (a buffer starts, a buffer ends)
  for (const Buffer& buffer : buffers) {
    events[buffer.lower].first = true;
    events[buffer.upper].second = true;
  }
  std::vector<TimeStep> sections;
  std::optional<TimeStep> latest_start;
  for (const auto& [time, event] : events) {
    const auto [starts, ends] = event;
    if (ends && latest_start) {
      sections.push_back(*latest_start);
      latest_start.reset();
    }
    if (starts) latest_start = time;
  }
  return sections;
}

/// Returns the largest number that divides every possible offset. The number divides all alignments
/// and all fixed offsets, because fixed offsets need not be aligned.
Bytes common_granule(const std::vector<Buffer>& buffers, const MemorySpace& memory) {
  Bytes granule = 0;
  for (const Buffer& buffer : buffers) {
    granule = std::gcd(granule, common_alignment(buffer, memory));
    granule = std::gcd(granule, buffer.pinned_offset.value_or(0));
  }
  return std::max<Bytes>(granule, 1);
}

/// Fills the lists of neighbours. Called only for instances of at most most_with_neighbours items.
void find_neighbours(std::vector<Item>& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t j = 0; j < items.size(); ++j) {
      const bool overlap = items[i].first_section < items[j].end_section &&
                           items[j].first_section < items[i].end_section;
      if (i != j && overlap) items[i].neighbours.push_back(static_cast<std::int32_t>(j));
    }
  }
}

std::vector<Bytes> section_totals(const std::vector<Item>& items, std::size_t sections) {
  std::vector<Bytes> totals(sections + 1, 0);
  for (const Item& item : items) {
    at(totals, item.first_section) += item.size;
    at(totals, item.end_section) -= item.size;
  }
  std::partial_sum(totals.begin(), totals.end(), totals.begin());
  totals.pop_back();
  return totals;
}

}  // namespace

Instance make_instance(const std::vector<Buffer>& buffers, const MemorySpace& memory) {
  const std::vector<TimeStep> sections = maximal_sections(buffers);
  const auto section_at = [&](TimeStep time) {
    const auto found = std::lower_bound(sections.begin(), sections.end(), time);
    return static_cast<std::int32_t>(found - sections.begin());
  };
  Instance instance;
  instance.granule = common_granule(buffers, memory);
  for (const Buffer& buffer : buffers) {
    Item item;
    item.size = round_up(buffer.size, instance.granule);
    item.padding = item.size - buffer.size;
    item.alignment = common_alignment(buffer, memory);
    item.fixed_offset = buffer.pinned_offset;
    item.first_section = section_at(buffer.lower);
    item.end_section = section_at(buffer.upper);
    item.lifetime = buffer.upper - buffer.lower;
    instance.items.push_back(std::move(item));
  }
  instance.section_total = section_totals(instance.items, sections.size());
  instance.has_neighbours = instance.items.size() <= most_with_neighbours;
  if (instance.has_neighbours) find_neighbours(instance.items);
  return instance;
}

Bytes lower_bound(const Instance& instance) {
  Bytes bound = 0;
  for (const Bytes total : instance.section_total) bound = std::max(bound, total);
  for (const Item& item : instance.items) {
    if (item.fixed_offset) bound = std::max(bound, *item.fixed_offset + item.size);
  }
  return bound;
}

}  // namespace spillway::exact
