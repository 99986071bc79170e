// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/relative_places.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

std::string number_or_empty(bool given, std::int64_t value) {
  return given ? std::to_string(value) : std::string();
}

std::string id_cell(const std::string& name) { return text_cell(name); }

/// Returns, for every buffer, the buffer whose bytes it shares according to the problem or the
/// planner's result; -1 = none.
std::vector<BufferIndex> all_outer_buffers(const PlanningProblem& problem,
                                           const std::vector<BufferIndex>& of_planner) {
  std::vector<BufferIndex> outer_buffers = of_planner;
  outer_buffers.resize(problem.buffers.size(), -1);
  for (std::size_t i = 0; i < outer_buffers.size(); ++i) {
    const BufferIndex shared = shared_outer(problem.buffers[i]);
    if (shared >= 0) outer_buffers[i] = shared;
  }
  return outer_buffers;
}

}  // namespace

std::string write_plan_csv(const PlanningProblem& problem, const std::vector<Placement>& placements,
                           const std::vector<BufferIndex>& of_planner) {
  const std::vector<BufferIndex> outer_buffers = all_outer_buffers(problem, of_planner);
  const bool shares =
      std::any_of(outer_buffers.begin(), outer_buffers.end(), [](BufferIndex i) { return i >= 0; });
  std::string csv = "id,lower,upper,size,alignment,offset,tensor,memory,kind,reads,access_score";
  csv += shares ? ",inside\n" : "\n";
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    const Placement& place = placements[i];
    const bool placed = place.memory != no_memory;
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{}", id_cell(buffer.name), buffer.lower,
                       buffer.upper, buffer.size, buffer.alignment,
                       number_or_empty(placed, place.offset),
                       number_or_empty(buffer.tensor != no_tensor, buffer.tensor),
                       placed ? text_cell(at(problem.memories, place.memory).name) : "",
                       tensor_kind_name(buffer.kind), buffer.reads, buffer.access_score);
    if (shares) {
      csv += "," + (outer_buffers[i] < 0 ? std::string()
                                         : id_cell(at(problem.buffers, outer_buffers[i]).name));
    }
    csv += '\n';
  }
  return csv;
}

std::string write_minimalloc_csv(const PlanningProblem& problem,
                                 const std::vector<Placement>& placements) {
  std::string csv = placements.empty() ? "id,lower,upper,size,alignment\n"
                                       : "id,lower,upper,size,alignment,offset\n";
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    csv += fmt::format("{},{},{},{},{}", id_cell(buffer.name), buffer.lower, buffer.upper,
                       buffer.size, buffer.alignment);
    if (!placements.empty()) {
      csv += fmt::format(",{}", placements[i].memory != no_memory ? placements[i].offset : -1);
    }
    csv += '\n';
  }
  return csv;
}

}  // namespace spillway
