// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/documents.h"

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "experiments/pages/explain_json.h"
#include "experiments/pages/result_json.h"
#include "experiments/rows/sweep_columns.h"
#include "traces/csv/csv_reader.h"
#include "traces/csv/operator_figures.h"

namespace spillway {
namespace {

// Returns the cycles of a run by cause, summed over all operators.
ReportJson time_json(const Timing& timing) {
  const OperatorTiming total = timing.sum_of_operators();
  ReportJson stalls = ReportJson::object();
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    stalls[timing.memories[m].name] = total.memory_stall[m];
  }
  return {{"compute_cycles", total.compute},
          {"stall_cycles", stalls},
          {"dma_wait_cycles", total.dma_wait},
          {"overhead_cycles", total.overhead},
          {"host_cycles", total.host}};
}

ReportJson memories_json(const Timing& timing) {
  ReportJson memories = ReportJson::array();
  for (const MemoryActivity& memory : timing.memories) {
    memories.push_back({{"name", memory.name},
                        {"capacity_bytes", memory.capacity},
                        {"peak_bytes", memory.peak},
                        {"read_bytes", memory.read_bytes},
                        {"write_bytes", memory.write_bytes}});
  }
  return memories;
}

ReportJson difference_json(const CompiledDifference& difference) {
  ReportJson choices = ReportJson::array();
  for (const AdoptedChoice& choice : difference.choices) {
    choices.push_back({{"choice", choice.choice}, {"cycles", choice.cycles}});
  }
  return {{"planner", difference.own},
          {"file", difference.compiled},
          {"planner_cycles", difference.own_cycles},
          {"file_cycles", difference.compiled_cycles},
          {"choices", choices},
          {"note", difference.failure.empty() ? difference.note : difference.failure}};
}

ReportJson planner_json(const PlannerScore& score) {
  if (!score.failure.empty()) {
    return {{"planner", score.planner},
            {"status", "failed"},
            {"message", score.failure},
            {"command", score.command}};
  }
  ReportJson json = {{"planner", score.planner},
                     {"status", "ok"},
                     {"latency_us", score.timing.latency_us()},
                     {"total_cycles", score.timing.total},
                     {"spilled_bytes", score.compiled ? ReportJson() : ReportJson(score.spilled)},
                     {"command", score.command}};
  if (!score.compiler.empty()) json["compiled_by"] = score.compiler;
  json.update(time_json(score.timing));
  json["memories"] = memories_json(score.timing);
  return json;
}

// Returns a cell of a CSV as JSON: null if the cell is empty, a number if the cell is a number (an
// integer stays an integer), otherwise a text.
ReportJson cell_json(const std::string& cell) {
  if (cell.empty()) return nullptr;
  std::int64_t whole = 0;
  const char* const end = cell.data() + cell.size();
  if (const auto read = std::from_chars(cell.data(), end, whole);
      read.ec == std::errc{} && read.ptr == end) {
    return whole;
  }
  const std::optional<double> value = parse_number(cell);
  return value && std::isfinite(*value) ? ReportJson(*value) : ReportJson(cell);
}

}  // namespace

std::string comparison_document(const Network& input, const DesignPoint& point,
                                const PlannerComparison& comparison) {
  ReportJson json = document_head("compare");
  json["network"] = comparison.network;
  json["target"] = comparison.target;
  json["system_config"] = comparison.platform.system_config;
  json["memory_mode"] = comparison.mode;
  json["inputs"] = inputs_json(input, point);
  json["clock_khz"] = comparison.platform.clock_khz;
  json["bound_cycles"] = comparison.bound ? ReportJson(*comparison.bound) : ReportJson();
  json["planners"] = ReportJson::array();
  for (const PlannerScore& score : comparison.scores) {
    if (score.failure.empty()) json["clock_khz"] = score.timing.clock.khz;
    json["planners"].push_back(planner_json(score));
  }
  json["differences"] = ReportJson::array();
  for (const CompiledDifference& difference : comparison.differences) {
    json["differences"].push_back(difference_json(difference));
  }
  return document_text(json);
}

std::string explanation_document(const Network& input, const PointResult& result,
                                 const Explanation& explanation) {
  ReportJson json = document_head("explain");
  json["network"] = input.name;
  add_compiler(input, json);
  json["target"] = result.target.name;
  json["system_config"] = result.target.system_config;
  json["memory_mode"] = result.target.mode.name;
  json["clock_khz"] = result.timing.clock.khz;
  json["total_cycles"] = result.timing.total;
  json["operator"] = operator_json(result.timing, explanation.op);
  json["explanation"] = explanation_json(result, explanation);
  return document_text(json);
}

std::string sweep_document(const std::string& csv, const std::string& source) {
  CsvReader reader(csv, source);
  ReportJson json = document_head("sweep");
  json["columns"] = reader.header();
  json["rows"] = ReportJson::array();
  while (reader.next_row()) {
    ReportJson row = ReportJson::object();
    for (std::size_t c = 0; c < reader.header().size(); ++c) {
      const std::string& name = reader.header()[c];
      const std::string cell = text_from_cell(reader.cell(c)).value_or(reader.cell(c));
      row[name] = is_figure_column(name) ? cell_json(cell) : ReportJson(cell);
    }
    json["rows"].push_back(std::move(row));
  }
  return document_text(json);
}

std::string diff_document(const TableDiff& diff, const std::string& a, const std::string& b,
                          double tolerance) {
  ReportJson json = document_head("diff");
  json["files"] = {a, b};
  json["tolerance"] = tolerance;
  json["moved"] = diff.moved;
  json["within_tolerance"] = diff.within;
  json["cells"] = ReportJson::array();
  for (const MovedCell& cell : diff.cells) {
    json["cells"].push_back({{"row", cell.row},
                             {"column", cell.column},
                             {"before", cell_json(cell.before)},
                             {"after", cell_json(cell.after)},
                             {"change", cell.change ? ReportJson(*cell.change) : ReportJson()}});
  }
  json["rows_only_in_first"] = diff.only_in_a;
  json["rows_only_in_second"] = diff.only_in_b;
  return document_text(json);
}

}  // namespace spillway
