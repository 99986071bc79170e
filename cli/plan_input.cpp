// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_input.h"

#include <algorithm>
#include <ostream>

#include "base/files/files.h"
#include "base/index.h"
#include "base/text.h"
#include "experiments/point/option_values.h"
#include "planner/check_problem.h"
#include "planner/plan_io/operators_csv.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/plan_forms.h"
#include "planner/plan_io/tool_plans.h"

namespace spillway::cli {
namespace {

MemoryIndex find_memory(const std::vector<MemorySpace>& memories, const std::string& name,
                        const std::string& option) {
  const MemorySpace* found = find_entry(memories, name);
  if (found != nullptr) return static_cast<MemoryIndex>(found - memories.data());
  throw usage_error("--" + option + ": " + unknown_entry_message("memory", name, memories));
}

/// Returns the path of the buffers file that belongs to a file of operators: A.csv for A.ops.csv.
/// Throws for names that do not end in .ops.csv.
std::string buffers_beside(const std::string& operators) {
  constexpr std::string_view ending = ".ops.csv";
  if (ends_with(operators, ending)) {
    return operators.substr(0, operators.size() - ending.size()) + ".csv";
  }
  throw usage_error("--buffers: " + operators +
                    " lists operators; expected a name that ends in .ops.csv, or a buffers file "
                    "here and this file as --operators");
}

// Reads buffers from a CSV or from the plan of another tool. Drops the offsets of another tool's
// plan, because a planner does not move a buffer that has an offset.
PlacedProblem read_buffers_or_plan(const std::string& text, const std::string& path,
                                   const std::vector<MemorySpace>& memories) {
  PlanForm form = recognise_plan(text);
  // A plan of ExecuTorch lists offsets without lifetimes, so it has no buffers that can be planned.
  // read_placed_problem() reads such a list as a CSV, and reports the missing columns.
  if (form == PlanForm::executorch) form = PlanForm::csv;
  PlacedProblem placed = read_placed_problem(form, text, path, memories);
  if (form != PlanForm::csv) {
    for (Placement& place : placed.placements) place = {};
  }
  return placed;
}

}  // namespace

std::vector<MemorySpace> read_memories(const Arguments& arguments) {
  std::vector<MemorySpace> memories;
  for (const auto& [name, capacity] : sizes_by_name("memory", arguments.list("memory"))) {
    memories.push_back({name, capacity, 1});
  }
  for (const auto& [name, bytes] : sizes_by_name("reserve", arguments.list("reserve"))) {
    MemorySpace& memory = at(memories, find_memory(memories, name, "reserve"));
    if (bytes > memory.capacity) {
      throw usage_error("--reserve: {} bytes exceed the {} bytes of {}", bytes, memory.capacity,
                        name);
    }
    memory.capacity -= bytes;
  }
  return memories;
}

Alignments read_alignments(const Arguments& arguments) {
  Alignments alignments;
  for (const std::string& text : arguments.list("alignment")) {
    const std::size_t equals = text.rfind('=');
    const bool named = equals != std::string::npos;
    const std::optional<Bytes> size = parse_size(named ? text.substr(equals + 1) : text);
    if (!size || *size < 1 || *size > largest_alignment || equals == 0) {
      throw usage_error("--alignment: '{}' is not N or NAME=N with N from 1 to 2^30", text);
    }
    if (named) {
      alignments.by_name.emplace_back(text.substr(0, equals), *size);
    } else {
      alignments.of_all = size;
    }
  }
  return alignments;
}

void align_memories(Alignments& alignments, std::vector<MemorySpace>& memories) {
  auto& named = alignments.by_name;
  for (MemorySpace& memory : memories) {
    for (const auto& [name, alignment] : named) {
      if (name == memory.name) memory.alignment = alignment;
    }
    named.erase(std::remove_if(named.begin(), named.end(),
                               [&](const auto& entry) { return entry.first == memory.name; }),
                named.end());
  }
}

std::vector<std::pair<std::size_t, Bytes>> alignments_of(const Alignments& alignments,
                                                         const std::vector<std::string>& names,
                                                         const std::vector<MemorySpace>& memories) {
  std::vector<std::pair<std::size_t, Bytes>> found;
  for (const auto& [name, alignment] : alignments.by_name) {
    const auto place = std::find(names.begin(), names.end(), name);
    if (place == names.end()) {
      std::vector<std::string> known = names;
      for (const MemorySpace& memory : memories) known.push_back(memory.name);
      throw usage_error("--alignment: " + unknown_name_message("memory or buffer", name, known));
    }
    found.emplace_back(place - names.begin(), alignment);
  }
  return found;
}

PlacedProblem read_buffers(const Arguments& arguments, const std::vector<MemorySpace>& memories) {
  std::string path = arguments.text("buffers");
  std::string operators = arguments.text("operators");
  std::string text = read_text(path);
  if (operators.empty() && is_operators_csv(text)) {
    operators = path;
    path = buffers_beside(operators);
    text = read_text(path);
  }
  PlacedProblem placed = read_buffers_or_plan(text, path, memories);
  if (!operators.empty()) read_operators_csv(read_text(operators), operators, placed.problem);
  return placed;
}

std::vector<Budget> read_budgets(const Arguments& arguments,
                                 const std::vector<MemorySpace>& memories) {
  std::vector<Budget> budgets;
  std::vector<std::string> names;
  for (const std::string& item : arguments.list("require")) {
    const std::size_t sign = item.find("<=");
    const auto size = sign == std::string::npos ? std::nullopt : parse_size(item.substr(sign + 2));
    if (!size) {
      throw usage_error("--require: '{}' is not MEMORY<=SIZE, like sram<=192K", item);
    }
    budgets.push_back({find_memory(memories, item.substr(0, sign), "require"), *size});
    names.push_back(at(memories, budgets.back().memory).name);
  }
  require_each_once("require", names);
  return budgets;
}

ExitCode report_budgets(const std::vector<Budget>& budgets,
                        const std::vector<Residency>& residencies,
                        const std::vector<MemorySpace>& memories, const Network& network,
                        const Console& console, const std::vector<Bytes>& peaks) {
  ExitCode code = ExitCode::ok;
  for (const Budget& budget : budgets) {
    BudgetCheck check = check_budget(residencies, budget);
    if (!peaks.empty()) {
      check.required = at(peaks, budget.memory);
      check.excess = std::max<Bytes>(0, check.required - check.available);
    }
    if (check.excess > 0) {
      const std::string& name = at(memories, budget.memory).name;
      console.err << "spillway: over budget: " << describe_budget(check, name, network) << '\n';
      code = ExitCode::check_missed;
    }
  }
  return code;
}

}  // namespace spillway::cli
