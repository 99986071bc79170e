// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/placed_problem.h"

#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/index.h"

namespace spillway {
namespace {

/// Turns the column `inside` into relative placements.
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
        if (!done[*row]) put_inside(*row, host_of(*row));
        done[*row] = true;
      }
    }
  }

 private:
  Buffer& buffer(std::size_t row) const { return placed_.problem.buffers[row]; }

  [[noreturn]] void reject(std::size_t row, const std::string& message) const {
    throw UserError(
        ExitCode::input_file,
        {placed_.rows[row].file, placed_.rows[row].line, placed_.whole[row].inside_column},
        fmt::format("inside: {}", message));
  }

  std::size_t host_of(std::size_t row) const {
    const std::string& name = placed_.whole[row].inside;
    const auto host = named_.find(name);
    if (host == named_.end()) reject(row, unknown_name_message("row", name, names_));
    return host->second;
  }

  /// The row and those that hold it, up to the last one that is inside another.
  std::vector<std::size_t> chain_of(std::size_t row) const {
    std::vector<std::size_t> chain;
    for (std::size_t i = row; !placed_.whole[i].inside.empty(); i = host_of(i)) {
      if (chain.size() > placed_.whole.size()) {
        reject(row, fmt::format("'{}' would be inside itself", buffer(row).name));
      }
      chain.push_back(i);
    }
    return chain;
  }

  // The host has its own place already.
  void put_inside(std::size_t row, std::size_t host) {
    Buffer& guest = buffer(row);
    Buffer& whole = buffer(host);
    if (guest.skipped) return;
    if (whole.skipped) reject(row, fmt::format("'{}' is outside the plan", whole.name));
    const std::size_t root = root_of(host);
    share_memory(row, root);
    if (guest.pinned_offset && !whole.pinned_offset) {
      reject(row, fmt::format("'{}' has a fixed offset and '{}', which holds it, has none",
                              guest.name, whole.name));
    }
    if (!guest.pinned_offset) guest.pinned_offset = whole.pinned_offset;
    const Bytes distance = guest.pinned_offset.value_or(0) - whole.pinned_offset.value_or(0);
    if (distance < 0 || distance + guest.size > whole.size) {
      reject(row, fmt::format("'{}' takes the bytes {} to {} of '{}', which has {}", guest.name,
                              distance, distance + guest.size, whole.name, whole.size));
    }
    guest.placed_inside = PlacedInside{static_cast<BufferIndex>(host), distance};
    if (!whole.pinned_offset) {
      buffer(root).alignment = std::lcm(buffer(root).alignment, guest.alignment);
    }
  }

  /// The row that holds all others of the chain.
  std::size_t root_of(std::size_t row) const {
    while (!placed_.whole[row].inside.empty()) row = host_of(row);
    return row;
  }

  void share_memory(std::size_t row, std::size_t root) {
    const Buffer& guest = buffer(row);
    std::optional<MemoryIndex>& memory = buffer(root).pinned_memory;
    if (!guest.pinned_memory) return;
    if (memory && *memory != *guest.pinned_memory) {
      const auto& memories = placed_.problem.memories;
      reject(row, fmt::format("'{}' is in {} and '{}', which holds it, in {}", guest.name,
                              at(memories, *guest.pinned_memory).name, buffer(root).name,
                              at(memories, *memory).name));
    }
    memory = guest.pinned_memory;
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
  std::vector<std::string> names;
  for (const MemorySpace& memory : problem.memories) {
    if (memory.name == name) {
      return static_cast<MemoryIndex>(names.size());
    }
    names.push_back(memory.name);
  }
  if (!may_add) {
    throw UserError(ExitCode::input_file, where, unknown_name_message("memory", name, names));
  }
  problem.memories.push_back({name, unlimited, 1});
  return static_cast<MemoryIndex>(names.size());
}

}  // namespace spillway
