// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/plan_forms.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "base/diagnostics.h"
#include "base/text.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/tool_plans.h"

namespace spillway {
namespace {

/// Returns the first line that is neither blank nor a comment, which is the header of a CSV.
std::string header_line(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trim(text.substr(at, end - at));
    if (!line.empty() && line.front() != '#') return std::string(line);
    at = end + 1;
  }
  return {};
}

}  // namespace

bool has_column(std::string_view text, std::initializer_list<std::string_view> names) {
  const std::vector<std::string> columns = split(header_line(text), ',');
  return std::any_of(columns.begin(), columns.end(), [&](const std::string& column) {
    return std::find(names.begin(), names.end(), trim(column)) != names.end();
  });
}

PlanForm recognise_plan(std::string_view text) {
  if (looks_like_executorch_program(text)) return PlanForm::pte;
  if (looks_like_st_edge_ai_report(text)) return PlanForm::stedgeai;
  if (text.find(vela_table_heading) != std::string_view::npos) return PlanForm::vela;
  if (text.find(tflm_last_field) != std::string_view::npos) return PlanForm::tflm;
  return has_column(text, {"mem_id"}) ? PlanForm::executorch : PlanForm::csv;
}

PlacedProblem read_placed_problem(PlanForm form, const std::string& text, const std::string& source,
                                  const std::vector<MemorySpace>& memories) {
  switch (form) {
    case PlanForm::vela:
      return read_vela_allocation(text, source, memories);
    case PlanForm::tflm:
      return read_tflm_plan(text, source, memories);
    case PlanForm::pte:
      return read_executorch_program(text, source, memories);
    case PlanForm::stedgeai:
      return read_st_edge_ai_report(text, source, memories);
    default:
      return read_plan_csv(text, source, memories);
  }
}

bool is_buffers_csv(std::string_view text) { return has_column(text, {"lower", "start", "begin"}); }

PlanForm plan_form_named(const std::string& name) {
  static const std::vector<std::string> names = {"csv",  "vela", "executorch",
                                                 "tflm", "pte",  "stedgeai"};
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<PlanForm>(found - names.begin());
  throw usage_error(unknown_name_message("format", name, names));
}

}  // namespace spillway
