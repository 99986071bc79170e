// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/check_problem.h"
#include "planner/plan_io/tool_plans.h"
#include "traces/csv/csv_reader.h"
#include "traces/shape.h"

namespace spillway {
namespace {

std::size_t buffer_named(const PlanningProblem& problem, const CsvReader& csv,
                         CsvReader::Column column) {
  const auto& buffers = problem.buffers;
  const std::string name = text_from_cell(csv.cell(column)).value_or(csv.cell(column));
  const Buffer* found = find_entry(buffers, name);
  if (found == nullptr) {
    csv.reject(column, unknown_entry_message("buffer", csv.cell(column), buffers));
  }
  return static_cast<std::size_t>(found - buffers.data());
}

constexpr std::int64_t most_made_up = 64;

/// Adds memories without a limit until `problem` has `id` memories, because a list of placements
/// does not describe its memories.
void make_up_memories(PlanningProblem& problem, std::int64_t id) {
  while (static_cast<std::int64_t>(problem.memories.size()) < id) {
    problem.memories.push_back({fmt::format("memory {}", problem.memories.size() + 1)});
  }
}

}  // namespace

std::string write_executorch_plan(const Plan& plan, const Network& network) {
  std::string csv = "tensor,mem_id,offset\n";
  std::set<TensorIndex> listed;
  const auto refuse = [](const std::string& why) {
    throw usage_error("ExecuTorch's list has one place per tensor: " + why);
  };
  for (const Residency& residency : plan.residencies) {
    if (residency.kind != ResidencyKind::tensor) continue;
    const Tensor& tensor = at(network.tensors, residency.tensor);
    if (is_constant(tensor)) continue;
    if (!listed.insert(residency.tensor).second) {
      refuse(fmt::format("'{}' moves between memories", tensor.name));
    }
    if (residency.inside >= 0) {
      refuse(fmt::format("'{}' takes the bytes of '{}'; --in-place off keeps them apart",
                         tensor.name,
                         residency_name(at(plan.residencies, residency.inside), network)));
    }
    csv +=
        fmt::format("{},{},{}\n", text_cell(tensor.name), residency.memory + 1, residency.offset);
  }
  return csv;
}

PlacedProblem read_executorch_plan(const std::string& text, const std::string& source,
                                   PlanningProblem problem) {
  CsvReader csv(text, source);
  const auto tensor = csv.find_column({"tensor"});
  const auto memory = csv.find_column({"mem_id"});
  const auto offset = csv.find_column({"offset"});
  csv.reject_unknown_columns();
  csv.require_column({"tensor"});
  csv.require_column({"mem_id"});
  csv.require_column({"offset"});
  PlacedProblem placed;
  placed.problem = std::move(problem);
  placed.placements.resize(placed.problem.buffers.size());
  placed.expected.resize(placed.problem.buffers.size());
  placed.rows.assign(placed.problem.buffers.size(), {source});
  const bool made_up = placed.problem.memories.empty();
  const auto memories =
      made_up ? most_made_up : static_cast<std::int64_t>(placed.problem.memories.size());
  while (csv.next_row()) {
    const std::size_t i = buffer_named(placed.problem, csv, *tensor);
    if (placed.placements[i].memory != no_memory) {
      csv.reject(*tensor, "appears twice");
    }
    const std::int64_t id = csv.integer(*memory, 1, memories);
    if (made_up) make_up_memories(placed.problem, id);
    placed.placements[i] = {static_cast<MemoryIndex>(id - 1),
                            csv.integer(*offset, 0, largest_buffer)};
    placed.rows[i] = {source, csv.line()};
  }
  return placed;
}

}  // namespace spillway
