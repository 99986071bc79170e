// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/vela_experiment.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/files/files.h"
#include "experiments/validation/reference_folder.h"
#include "hwmodels/toml/toml_reader.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

std::vector<VelaCaseResult> run_cases(const VelaExperiment& experiment) {
  std::map<std::string, Network> networks;
  std::vector<VelaCaseResult> results;
  for (const VelaCase& point : read_vela_summary(experiment.reference + "/summary.csv")) {
    if (networks.count(point.model) == 0) {
      networks[point.model] = read_tflite(experiment.networks + "/" + point.model + ".tflite");
    }
    const std::string path = experiment.reference + "/per_layer/" + point.per_layer_file();
    results.push_back(check_against_vela(networks[point.model], point,
                                         parse_vela_per_layer(read_text(path), path)));
  }
  return results;
}

void add_missed(const VelaCaseResult& result, const VelaTolerances& tolerances,
                std::vector<std::string>& missed) {
  const std::string where = result.point.per_layer_file();
  if (result.macs != result.point.macs) {
    missed.push_back(fmt::format("{}: {} MACs, Vela {}", where, result.macs, result.point.macs));
  }
  for (const VelaOperatorResult& op : result.operators) {
    if (!op.exempt.empty() || std::abs(op.error()) <= tolerances.cycles) continue;
    missed.push_back(fmt::format("{}: {} {}: {:.0f} NPU cycles, Vela {:.0f}", where, op.type,
                                 op.name, op.ours, op.vela));
  }
  for (const VelaLayer& layer : result.unmatched) {
    missed.push_back(fmt::format("{}: no {}", where, operation_name(layer)));
  }
  for (std::size_t i = 0; i < vela_memory_count; ++i) {
    const double error =
        std::min(std::abs(byte_error(result, i)), std::abs(listed_byte_error(result, i)));
    if (error <= tolerances.bytes) continue;
    missed.push_back(fmt::format("{}: {:.0f} bytes on {}, Vela {:.0f}", where, result.bytes[i],
                                 vela_memory_names[i], result.point.bytes[i]));
  }
}

}  // namespace

VelaExperiment parse_vela_experiment(std::string_view toml, const std::string& file) {
  TomlTable table = TomlTable::parse(toml, file);
  table.string("kind");
  table.text("description");
  VelaExperiment experiment;
  experiment.tolerances.cycles = table.number("cycle_tolerance");
  experiment.tolerances.bytes = table.number("byte_tolerance");
  experiment.reference = reference_folder(table, "reference", file);
  experiment.networks = reference_folder(table, "networks", file);
  experiment.compiled = reference_folder(table, "compiled", file);
  experiment.plan_tolerance = table.number("plan_tolerance");
  table.finish();
  return experiment;
}

VelaExperimentResult run_vela_experiment(const VelaExperiment& experiment) {
  return {run_cases(experiment), compare_compiled_plans(experiment.networks, experiment.compiled)};
}

Printout vela_report(const VelaExperiment& experiment, const VelaExperimentResult& result) {
  return vela_validation_tables(result.cases, experiment.tolerances)
         << replay_comparison_table(result.compiled);
}

std::vector<std::string> missed_figures(const VelaExperiment& experiment,
                                        const VelaExperimentResult& result) {
  std::vector<std::string> missed = missed_plans(result.compiled, experiment.plan_tolerance);
  for (const VelaCaseResult& one : result.cases) add_missed(one, experiment.tolerances, missed);
  return missed;
}

}  // namespace spillway
