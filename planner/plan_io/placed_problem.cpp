// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/placed_problem.h"

#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

/// Converts the columns `inside` and `behind` to relative placements.
class HostsOfRows {
 public:
  explicit HostsOfRows(PlacedProblem& placed) : placed_(placed) {
    for (std::size_t i = 0; i < placed.whole.size(); ++i) {
      names_.push_back(buffer(i).name);
      named_.emplace(buffer(i).name, i);
    }
  }

  void apply() {
    std::vector<bool> done(placed_.whole.size(), false);
    for (std::size_t i = 0; i < done.size(); ++i) {
      const std::vector<std::size_t> chain = chain_of(i);
      for (auto row = chain.rbegin(); row != chain.rend(); ++row) {
        if (!done[*row]) put(*row, outer_of(*row));
        done[*row] = true;
      }
    }
  }

 private:
  Buffer& buffer(std::size_t row) const { return placed_.problem.buffers[row]; }

  [[noreturn]] void reject(std::size_t row, const std::string& message) const {
    throw input_error(
        {placed_.rows[row].file, placed_.rows[row].line, placed_.whole[row].other_column}, "{}: {}",
        follows(row) ? "behind" : "inside", message);
  }

  bool follows(std::size_t row) const { return !placed_.whole[row].behind.empty(); }
  bool is_relative(std::size_t row) const {
    return follows(row) || !placed_.whole[row].inside.empty();
  }

  std::size_t outer_of(std::size_t row) const {
    const std::string& name = follows(row) ? placed_.whole[row].behind : placed_.whole[row].inside;
    const auto outer = named_.find(name);
    if (outer == named_.end()) reject(row, unknown_name_message("row", name, names_));
    return outer->second;
  }

  /// Returns the rows on which the address of `row` depends: `row` itself, then the row inside or
  /// behind which `row` lies, and so on. The list ends before the first row that is not relative to
  /// another row.
  std::vector<std::size_t> chain_of(std::size_t row) const {
    std::vector<std::size_t> chain;
    for (std::size_t i = row; is_relative(i); i = outer_of(i)) {
      if (chain.size() > placed_.whole.size()) {
        reject(row, fmt::format("'{}' would be relative to itself", buffer(row).name));
      }
      chain.push_back(i);
    }
    return chain;
  }

  // Places `row` relative to `outer`, whose placement is already known.
  void put(std::size_t row, std::size_t outer) {
    if (buffer(row).stays_unplaced) return;
    if (buffer(outer).stays_unplaced) {
      reject(row, fmt::format("'{}' is outside the plan", buffer(outer).name));
    }
    if (follows(row) && !placed_.whole[row].inside.empty()) {
      reject(row, "the row is inside another already");
    }
    share_memory(row, root_of(outer));
    if (follows(row)) return put_behind(row, outer);
    put_inside(row, outer);
  }

  void put_behind(std::size_t row, std::size_t outer) {
    if (buffer(row).pinned_offset) {
      reject(row, fmt::format("'{}' has a fixed offset, too", buffer(row).name));
    }
    place_behind(placed_.problem, static_cast<BufferIndex>(row), static_cast<BufferIndex>(outer));
  }

  void put_inside(std::size_t row, std::size_t outer) {
    Buffer& inner = buffer(row);
    Buffer& whole = buffer(outer);
    const Anchor anchor = anchor_of(placed_.problem.buffers, static_cast<BufferIndex>(outer));
    Buffer& first = at(placed_.problem.buffers, anchor.buffer);
    if (inner.pinned_offset && !whole.pinned_offset) {
      reject(row, fmt::format("'{}' has a fixed offset and '{}', which holds it, has none",
                              inner.name, whole.name));
    }
    if (!inner.pinned_offset) inner.pinned_offset = whole.pinned_offset;
    const Bytes distance = inner.pinned_offset.value_or(0) - whole.pinned_offset.value_or(0);
    if (distance < 0 || distance + inner.size > whole.size) {
      reject(row, fmt::format("'{}' takes the bytes {} to {} of '{}', which has {}", inner.name,
                              distance, distance + inner.size, whole.name, whole.size));
    }
    if (!whole.pinned_offset && anchor.distance % inner.alignment != 0) {
      reject(row, fmt::format("'{}' needs a multiple of {}, where '{}' need not be", inner.name,
                              inner.alignment, whole.name));
    }
    inner.placed_inside = PlacedInside{static_cast<BufferIndex>(outer), distance};
    if (!whole.pinned_offset) first.alignment = std::lcm(first.alignment, inner.alignment);
    first.blocked_memories.insert(first.blocked_memories.end(), inner.blocked_memories.begin(),
                                  inner.blocked_memories.end());
  }

  /// Returns the row that decides the address of `row`: follows the columns `inside` and `behind`
  /// up to the first row that is not relative to another row.
  std::size_t root_of(std::size_t row) const {
    while (is_relative(row)) row = outer_of(row);
    return row;
  }

  void share_memory(std::size_t row, std::size_t root) {
    const Buffer& inner = buffer(row);
    std::optional<MemoryIndex>& memory = buffer(root).pinned_memory;
    if (!inner.pinned_memory) return;
    if (memory && *memory != *inner.pinned_memory) {
      const auto& memories = placed_.problem.memories;
      reject(row, fmt::format("'{}' is in {} and '{}', which decides, in {}", inner.name,
                              at(memories, *inner.pinned_memory).name, buffer(root).name,
                              at(memories, *memory).name));
    }
    memory = inner.pinned_memory;
  }

  PlacedProblem& placed_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> named_;
};

}  // namespace

void obey_given_places(PlacedProblem& placed) {
  for (std::size_t i = 0; i < placed.placements.size(); ++i) {
    const Placement& place = placed.placements[i];
    Buffer& buffer = placed.problem.buffers[i];
    if (place.memory != no_memory) {
      buffer.pinned_memory = place.memory;
      buffer.pinned_offset = place.offset;
    } else if (i < placed.whole.size() && placed.whole[i].memory != no_memory) {
      buffer.pinned_memory = placed.whole[i].memory;
    }
  }
  HostsOfRows(placed).apply();
}

std::vector<SourceLocation> place_cells(const PlacedProblem& placed) {
  std::vector<SourceLocation> cells = placed.rows;
  for (std::size_t i = 0; i < placed.whole.size(); ++i) {
    cells[i].column = placed.whole[i].place_column;
  }
  return cells;
}

MemoryIndex memory_named(PlanningProblem& problem, const std::string& name, bool may_add,
                         const SourceLocation& where) {
  auto& memories = problem.memories;
  if (const MemorySpace* found = find_entry(memories, name)) {
    return static_cast<MemoryIndex>(found - memories.data());
  }
  if (!may_add) throw input_error(where, unknown_entry_message("memory", name, memories));
  memories.push_back({name, unlimited, 1});
  return static_cast<MemoryIndex>(memories.size() - 1);
}

}  // namespace spillway
