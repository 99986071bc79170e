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

struct KindSummary {
  int count = 0;
  int within = 0;
  double worst = 0;
};

std::string kind_table(const std::vector<VelaCaseResult>& results, double tolerance) {
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
  std::string table = fmt::format(
      "| operator / Vela's operation | operations | within {:g} % | largest error "
      "|\n|---|---|---|---|\n",
      100 * tolerance);
  for (const auto& [kind, summary] : kinds) {
    table += fmt::format("| {} | {} | {} | {} |\n", kind, summary.count, summary.within,
                         signed_percent(summary.worst));
  }
  return table;
}

std::string byte_table(const std::vector<VelaCaseResult>& results, double tolerance) {
  std::string table =
      "| configuration | memory | Spillway | Vela | error | with the listing's ratios "
      "|\n|---|---|---|---|---|---|\n";
  for (const VelaCaseResult& result : results) {
    for (std::size_t i = 0; i < vela_memory_count; ++i) {
      const double error = byte_error(result, i);
      if (std::abs(error) <= tolerance) continue;
      table += fmt::format("| {} | {} | {:.0f} | {:.0f} | {} | {} |\n", case_name(result.point),
                           vela_memory_names[i], result.bytes[i], result.point.bytes[i],
                           signed_percent(error), signed_percent(listed_byte_error(result, i)));
    }
  }
  return table;
}

std::string miss_table(const std::vector<VelaCaseResult>& results, double tolerance) {
  std::string table =
      "| configuration | operation | Spillway | Vela | error |\n|---|---|---|---|---|\n";
  for (const VelaCaseResult& result : results) {
    for (const VelaOperatorResult& op : result.operators) {
      if (!op.exempt.empty() || std::abs(op.error()) <= tolerance) continue;
      table += fmt::format("| {} | {} {} | {:.0f} | {:.0f} | {} |\n", case_name(result.point),
                           op.type, op.name, op.ours, op.vela, signed_percent(op.error()));
    }
    for (const VelaLayer& layer : result.unmatched) {
      table += fmt::format("| {} | {} | - | | no such operation |\n", case_name(result.point),
                           operation_name(layer));
    }
  }
  return table;
}

}  // namespace

std::string vela_validation_markdown(const std::vector<VelaCaseResult>& results,
                                     const VelaTolerances& tolerances) {
  std::size_t equal = 0;
  for (const VelaCaseResult& result : results) equal += result.macs == result.point.macs ? 1 : 0;
  return fmt::format("MACs are equal in {} of {} configurations.\n\n", equal, results.size()) +
         kind_table(results, tolerances.cycles) +
         fmt::format("\nOperations beyond {:g} % whose weights are not moved by DMA:\n\n",
                     100 * tolerances.cycles) +
         miss_table(results, tolerances.cycles) +
         fmt::format("\nMemories whose bytes are off by more than {:g} %:\n\n",
                     100 * tolerances.bytes) +
         byte_table(results, tolerances.bytes);
}

std::string vela_operations_csv(const std::vector<VelaCaseResult>& results) {
  std::string csv =
      "network,accelerator,system_config,memory_mode,cache,tflite_operator,operation,name,"
      "npu_cycles,vela_npu_cycles,error_percent,reason\n";
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
