// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/validation/vela_validation.h"

namespace spillway {
namespace {

std::string case_name(const VelaCase& point) {
  return fmt::format("{} {} {} {} {}", point.model, point.accelerator, point.system_config,
                     point.memory_mode, point.cache);
}

std::string whole(double value) { return fmt::format("{:.0f}", value); }

struct KindSummary {
  int count = 0;
  int within = 0;
  double worst = 0;
};

PrintedTable kind_table(const std::vector<VelaCaseResult>& results, double tolerance) {
  std::map<std::string, KindSummary> kinds;
  for (const VelaCaseResult& result : results) {
    for (const VelaOperatorResult& op : result.operators) {
      std::string kind = op.source_type + " / " + op.type;
      if (!op.exempt.empty()) kind += ", weights by DMA";
      KindSummary& summary = kinds[kind];
      ++summary.count;
      if (std::abs(op.error()) <= tolerance) ++summary.within;
      if (std::abs(op.error()) > std::abs(summary.worst)) summary.worst = op.error();
    }
  }
  PrintedTable table{"kinds", ""};
  table.columns = {text_column("operator / Vela's operation").shortened_if_narrow(),
                   number_column("operations"),
                   number_column(fmt::format("within {:g} %", 100 * tolerance)),
                   number_column("largest error %").shown_as("largest error")};
  for (const auto& [kind, summary] : kinds) {
    table.add({kind, std::to_string(summary.count), std::to_string(summary.within),
               signed_percent(summary.worst)});
  }
  return table;
}

PrintedTable byte_table(const std::vector<VelaCaseResult>& results, double tolerance) {
  PrintedTable table{
      "bytes", fmt::format("\nMemories whose bytes are off by more than {:g} %:", 100 * tolerance)};
  table.columns = {
      text_column("configuration").shortened_if_narrow(),
      {"memory"},
      number_column("Spillway"),
      number_column("Vela"),
      number_column("error %").shown_as("error"),
      number_column("error with the listing's ratios %").shown_as("with listed\nratios")};
  for (const VelaCaseResult& result : results) {
    for (std::size_t i = 0; i < vela_memory_count; ++i) {
      const double error = byte_error(result, i);
      if (std::abs(error) <= tolerance) continue;
      table.add({case_name(result.point), vela_memory_names[i], whole(result.bytes[i]),
                 whole(result.point.bytes[i]), signed_percent(error),
                 signed_percent(listed_byte_error(result, i))});
    }
  }
  return table;
}

PrintedTable miss_table(const std::vector<VelaCaseResult>& results, double tolerance) {
  PrintedTable table{"worst",
                     fmt::format("\nOperations beyond {:g} % whose weights are not moved by DMA:",
                                 100 * tolerance)};
  table.columns = {text_column("configuration").shortened_if_narrow(),
                   text_column("operation").shortened_if_narrow(), number_column("Spillway"),
                   number_column("Vela"), right_column("error %").shown_as("error")};
  for (const VelaCaseResult& result : results) {
    for (const VelaOperatorResult& op : result.operators) {
      if (!op.exempt.empty() || std::abs(op.error()) <= tolerance) continue;
      table.add({case_name(result.point), op.type + " " + op.name, whole(op.ours), whole(op.vela),
                 signed_percent(op.error())});
    }
    for (const VelaLayer& layer : result.unmatched) {
      table.add({case_name(result.point), operation_name(layer), "", "", "no such operation"});
    }
  }
  return table;
}

}  // namespace

Printout vela_validation_tables(const std::vector<VelaCaseResult>& results,
                                const VelaTolerances& tolerances) {
  std::size_t equal = 0;
  for (const VelaCaseResult& result : results) equal += result.macs == result.point.macs ? 1 : 0;
  Printout printout;
  printout << fmt::format("MACs are equal in {} of {} configurations.\n\n", equal, results.size())
           << kind_table(results, tolerances.cycles) << miss_table(results, tolerances.cycles)
           << byte_table(results, tolerances.bytes);
  return printout;
}

std::string vela_operations_csv(const std::vector<VelaCaseResult>& results) {
  std::string csv =
      "network,accelerator,system_config,memory_mode,cache,tflite_operator,operation,name,npu_"
      "cycles,vela_npu_cycles,error_percent,reason\n";
  for (const VelaCaseResult& result : results) {
    const VelaCase& point = result.point;
    for (const VelaOperatorResult& op : result.operators) {
      csv += fmt::format("{},{},{},{},{},{},{},{},{:.0f},{:.0f},{:.2f},{}\n", csv_cell(point.model),
                         point.accelerator, point.system_config, point.memory_mode, point.cache,
                         op.source_type, op.type, csv_cell(op.name), op.ours, op.vela,
                         100 * op.error(), csv_cell(op.exempt));
    }
  }
  return csv;
}

}  // namespace spillway
