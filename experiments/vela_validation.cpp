// SPDX-License-Identifier: Apache-2.0
#include "experiments/vela_validation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/files.h"
#include "base/text.h"
#include "experiments/vela_placement.h"
#include "hwmodels/lower.h"
#include "hwmodels/select_target.h"
#include "planner/plan_network.h"
#include "traces/csv_reader.h"

namespace spillway {
namespace {

std::vector<bool> touched_outside(const Network& network) {
  std::vector<bool> outside(network.tensors.size(), false);
  const auto mark = [&](const std::vector<TensorIndex>& tensors) {
    for (const TensorIndex tensor : tensors) {
      if (tensor != no_tensor) outside[static_cast<std::size_t>(tensor)] = true;
    }
  };
  mark(network.inputs);
  mark(network.outputs);
  for (const Operator& op : network.operators) {
    if (!op.on_host) continue;
    mark(op.inputs);
    mark(op.outputs);
  }
  return outside;
}

Plan plan_like_vela(const Network& network, const Target& target) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, unlimited, 16});
  }
  const auto arena = static_cast<MemoryIndex>(memory_index(target, target.mode.arena));
  request.arena = {static_cast<MemoryIndex>(memory_index(target, target.mode.cache))};
  request.constants = static_cast<MemoryIndex>(memory_index(target, target.mode.constants));
  Plan plan = plan_network(network, request).plan;
  const std::vector<bool> outside = touched_outside(network);
  for (Residency& residency : plan.residencies) {
    const auto tensor = static_cast<std::size_t>(residency.tensor);
    if (outside[tensor] && !is_constant(network.tensors[tensor])) residency.memory = arena;
  }
  return plan;
}

std::string exemption(const ethosu::VelaRow& row, const VelaCase& point) {
  if (row.buffered) return "weights by DMA: Vela adds what of the transfer shows";
  const bool made_up = row.source_type == "MEAN" && row.type == "DepthwiseConv2DBias";
  if (made_up && point.memory_mode != "Sram_Only") {
    return "weights of ones by DMA: Vela adds what of the transfer shows";
  }
  return "";
}

std::string percent(double fraction) { return fmt::format("{:+.2f} %", 100 * fraction); }

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
                         percent(summary.worst));
  }
  return table;
}

std::string byte_table(const std::vector<VelaCaseResult>& results, double tolerance) {
  std::string table =
      "| configuration | memory | Spillway | Vela | error | because |\n|---|---|---|---|---|---|\n";
  for (const VelaCaseResult& result : results) {
    for (std::size_t i = 0; i < vela_memory_count; ++i) {
      const double vela = result.point.bytes[i];
      if (vela == 0) continue;
      const double error = result.bytes[i] / vela - 1;
      if (std::abs(error) <= tolerance) continue;
      table += fmt::format("| {} | {} | {:.0f} | {:.0f} | {} | {} |\n", case_name(result.point),
                           vela_memory_names[i], result.bytes[i], vela, percent(error),
                           byte_exemption(result, i));
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
                           op.type, op.name, op.ours, op.vela, percent(op.error()));
    }
    for (const std::string& name : result.unmatched) {
      table +=
          fmt::format("| {} | {} | - | | no such operation |\n", case_name(result.point), name);
    }
  }
  return table;
}

}  // namespace

std::string VelaCase::per_layer_file() const {
  return model + "__" + accelerator + "__" + system_config + "__" + memory_mode + "__" + cache +
         ".csv";
}

std::string byte_exemption(const VelaCaseResult& result, std::size_t memory) {
  constexpr Bytes cascade_cache = 128 * 1024;
  const Bytes cache = parse_size(result.point.cache).value_or(unlimited);
  const bool copied_input = !result.unmatched.empty();
  if (copied_input && result.point.memory_mode == "Dedicated_Sram") {
    return "Vela copies the reshaped input, which is read in place here";
  }
  if (cache <= cascade_cache) return "cascades: Vela chooses blocks for stripes";
  // A few operators whose weights are read many times decide the sum.
  if (std::string_view(vela_memory_names[memory]) == "onchip_flash" || copied_input) {
    return "weights are read again per column of blocks; the summary has no ratio per operator";
  }
  return "";
}

std::vector<VelaCase> read_vela_summary(const std::string& path) {
  CsvReader csv(read_text(path), path);
  const auto model = csv.require_column({"model"});
  const auto accelerator = csv.require_column({"acc"});
  const auto system_config = csv.require_column({"sys"});
  const auto mode = csv.require_column({"mode"});
  const auto cache = csv.require_column({"cache"});
  const auto original = csv.require_column({"total_original_weights"});
  const auto encoded = csv.require_column({"total_npu_encoded_weights"});
  const auto macs = csv.require_column({"nn_macs"});
  const std::array<CsvReader::Column, vela_memory_count> bytes = {
      csv.require_column({"sram_total_bytes"}), csv.require_column({"dram_total_bytes"}),
      csv.require_column({"on_chip_flash_total_bytes"}),
      csv.require_column({"off_chip_flash_total_bytes"})};
  std::vector<VelaCase> cases;
  while (csv.next_row()) {
    VelaCase point;
    point.model = csv.cell(model);
    point.accelerator = csv.cell(accelerator);
    point.system_config = csv.cell(system_config);
    point.memory_mode = csv.cell(mode);
    point.cache = csv.cell(cache);
    point.weight_ratio = csv.number(encoded) / csv.number(original);
    point.macs = csv.integer(macs);
    for (std::size_t i = 0; i < vela_memory_count; ++i) point.bytes[i] = csv.number(bytes[i]);
    cases.push_back(std::move(point));
  }
  return cases;
}

VelaCaseResult check_against_vela(const Network& network, const VelaCase& point,
                                  const std::vector<VelaLayer>& layers) {
  const Target target = select_mode(
      select_system_config(load_target(point.accelerator), point.system_config), point.memory_mode);
  const Network lowered = lower(network, target, {});
  ScheduleOptions options;
  options.weight_ratio = ethosu::ratio_without_scales(lowered, target, point.weight_ratio);
  Plan plan = plan_like_vela(lowered, target);
  VelaCaseResult result;
  result.point = point;
  result.moved_tensors = recover_placement(lowered, target, options, layers, plan);

  const std::vector<ethosu::VelaRow> rows = ethosu::vela_estimate(lowered, plan, target, options);
  const std::vector<std::int32_t> matches = match_layers(rows, layers);
  std::vector<bool> used(layers.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result.macs += rows[i].macs;
    for (std::size_t m = 0; m < target.memories.size(); ++m) {
      const auto* name =
          std::find(vela_memory_names.begin(), vela_memory_names.end(), target.memories[m].name);
      const auto column = static_cast<std::size_t>(name - vela_memory_names.begin());
      if (column < vela_memory_count) result.bytes[column] += rows[i].bytes[m].total();
    }
    if (matches[i] == no_layer) continue;
    const auto layer = static_cast<std::size_t>(matches[i]);
    used[layer] = true;
    result.operators.push_back({rows[i].source_type, rows[i].type, layers[layer].name,
                                rows[i].npu_cycles, layers[layer].npu_cycles,
                                exemption(rows[i], point)});
  }
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!used[i]) {
      result.unmatched.push_back(layers[i].tflite_operator + " " + layers[i].nng_operator);
    }
  }
  return result;
}

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

}  // namespace spillway
