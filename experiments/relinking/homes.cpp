// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/homes.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "planner/allocator.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_csv.h"

namespace spillway {
namespace {

constexpr Bytes home_step = 16;
constexpr const char* searching_allocator = "vela-hillclimb";

TimeStep lower_of(const MovableBuffer& buffer, const ArenaLimits& limits) {
  return limits.apart ? buffer.free_from : buffer.lower;
}

Buffer as_buffer(const MovableBuffer& movable, const ArenaLimits& limits) {
  Buffer buffer;
  buffer.name = movable.name;
  buffer.lower = lower_of(movable, limits);
  buffer.upper = movable.upper;
  buffer.size = movable.size;
  buffer.alignment = home_step;
  buffer.reads = movable.reads;
  buffer.access_score = movable.moved;
  return buffer;
}

bool has_fast(const MovableBuffers& movable) { return movable.fast_bytes > 0; }

std::vector<std::size_t> movable_ones(const MovableBuffers& movable) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < movable.buffers.size(); ++i) {
    if (!movable.buffers[i].of_runtime) indices.push_back(i);
  }
  return indices;
}

// Allocates offsets for the buffers of one arena: the fast arena if `fast`, else the arena outside
// of fast memory. Stores the offsets in `homes`. Returns false if the buffers do not fit the arena.
bool allocate(const MovableBuffers& movable, const ArenaLimits& limits, bool fast,
              const std::string& allocator, std::vector<BufferHome>& homes) {
  const Bytes capacity = fast ? limits.fast : limits.arena;
  std::vector<Buffer> buffers;
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < homes.size(); ++i) {
    if (homes[i].fast != fast) continue;
    buffers.push_back(as_buffer(movable.buffers[i], limits));
    indices.push_back(i);
  }
  if (buffers.empty()) return true;
  const Allocation allocation =
      find_allocator(allocator).allocate(buffers, {"", capacity, home_step}, {});
  if (allocation.status != PlanStatus::ok || allocation.peak > capacity) return false;
  for (std::size_t i = 0; i < indices.size(); ++i) homes[indices[i]].offset = allocation.offsets[i];
  return true;
}

UserError row_error(const PlacedProblem& plan, std::size_t row, const std::string& message) {
  return {ExitCode::input_file, plan.rows.at(row), message};
}

// Returns, for each buffer of the file, the index of the plan's row with the same name. Throws
// UserError(input_file) if a buffer has no row, if the row of a buffer has no place, or if a row
// has no buffer.
std::vector<std::size_t> rows_of(const MovableBuffers& movable, const PlacedProblem& plan) {
  std::map<std::string, std::size_t> named;
  for (std::size_t row = 0; row < plan.problem.buffers.size(); ++row) {
    named[plan.problem.buffers[row].name] = row;
  }
  std::vector<std::size_t> rows;
  for (const MovableBuffer& buffer : movable.buffers) {
    const auto found = named.find(buffer.name);
    if (found == named.end() || plan.placements[found->second].memory == no_memory) {
      throw UserError(ExitCode::input_file, {plan.rows.empty() ? "the plan" : plan.rows[0].file},
                      fmt::format("gives no place for '{}'", buffer.name));
    }
    rows.push_back(found->second);
    named.erase(found);
  }
  if (named.empty()) return rows;
  throw row_error(plan, named.begin()->second,
                  fmt::format("the file has no buffer '{}'", named.begin()->first));
}

}  // namespace

std::vector<BufferHome> own_homes(const MovableBuffers& movable) {
  std::vector<BufferHome> homes;
  for (const MovableBuffer& buffer : movable.buffers) homes.push_back(buffer.home);
  return homes;
}

PlanningProblem relinking_problem(const MovableBuffers& movable, const ArenaLimits& limits,
                                  bool movable_only) {
  PlanningProblem problem;
  if (has_fast(movable)) problem.memories.push_back({"fast", limits.fast, home_step});
  problem.memories.push_back({"arena", limits.arena, home_step});
  for (const MovableBuffer& buffer : movable.buffers) {
    if (!buffer.of_runtime || !movable_only) problem.buffers.push_back(as_buffer(buffer, limits));
  }
  return problem;
}

std::optional<std::vector<BufferHome>> planned_homes(const MovableBuffers& movable,
                                                     const ArenaLimits& limits,
                                                     const Planner& planner,
                                                     const PlannerOptions& options) {
  const bool two = has_fast(movable);
  const PlanningResult result = planner.plan(relinking_problem(movable, limits, two), options);
  if (result.status != PlanStatus::ok) return std::nullopt;
  std::vector<BufferHome> homes(movable.buffers.size());
  if (!two) {
    for (std::size_t i = 0; i < homes.size(); ++i) homes[i].offset = result.placements[i].offset;
    return homes;
  }
  const std::vector<std::size_t> indices = movable_ones(movable);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Placement& placement = result.placements[i];
    homes[indices[i]] = {placement.memory == 0, placement.offset};
  }
  const std::string allocator = options.allocator.empty() ? searching_allocator : options.allocator;
  if (!allocate(movable, limits, false, allocator, homes)) return std::nullopt;
  return homes;
}

std::optional<BufferHome> free_home(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const std::vector<BufferHome>& homes, std::size_t index,
                                    bool fast) {
  const MovableBuffer& buffer = movable.buffers[index];
  std::vector<std::pair<Bytes, Bytes>> taken;  // occupied offsets as [begin, end)
  for (std::size_t i = 0; i < homes.size(); ++i) {
    const MovableBuffer& other = movable.buffers[i];
    const bool apart =
        other.upper <= lower_of(buffer, limits) || buffer.upper <= lower_of(other, limits);
    if (i == index || homes[i].fast != fast || apart) continue;
    taken.emplace_back(homes[i].offset, homes[i].offset + other.size);
  }
  std::sort(taken.begin(), taken.end());
  Bytes offset = 0;
  for (const auto& [begin, end] : taken) {
    if (offset + buffer.size <= begin) break;
    offset = std::max(offset, (end + home_step - 1) / home_step * home_step);
  }
  if (offset + buffer.size > (fast ? limits.fast : limits.arena)) return std::nullopt;
  return BufferHome{fast, offset};
}

std::vector<BufferHome> given_homes(const MovableBuffers& movable, const ArenaLimits& limits,
                                    const PlacedProblem& plan) {
  const std::vector<std::size_t> rows = rows_of(movable, plan);
  ArenaLimits as_given = limits;
  as_given.apart = false;
  std::vector<BufferHome> homes;
  std::vector<Placement> placements;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Placement& placement = plan.placements[rows[i]];
    const bool fast = has_fast(movable) && placement.memory == 0;
    if (fast && movable.buffers[i].of_runtime) {
      throw row_error(
          plan, rows[i],
          "this buffer must stay in the arena, because the host or the application uses it");
    }
    homes.push_back({fast, placement.offset});
    placements.push_back(placement);
  }
  const std::vector<Violation> found =
      validate_placements(relinking_problem(movable, as_given, false), placements);
  if (!found.empty()) {
    throw UserError(ExitCode::input_file, {plan.rows.at(0).file}, found.front().message);
  }
  return homes;
}

std::string homes_csv(const MovableBuffers& movable, const std::vector<BufferHome>& homes,
                      const std::vector<std::string>& names) {
  ArenaLimits limits;
  limits.apart = false;
  PlanningProblem problem = relinking_problem(movable, limits, false);
  for (std::size_t m = 0; m < names.size(); ++m) problem.memories.at(m).name = names[m];
  std::vector<Placement> placements;
  placements.reserve(homes.size());
  const MemoryIndex arena = has_fast(movable) ? 1 : 0;
  for (const BufferHome& home : homes) placements.push_back({home.fast ? 0 : arena, home.offset});
  return write_plan_csv(problem, placements);
}

}  // namespace spillway
