// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/vela_experiment.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/files/file_exists.h"
#include "base/files/files.h"
#include "base/index.h"
#include "base/text.h"
#include "experiments/validation/reference_folder.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/replay/command_stream_plan.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/toml/toml_reader.h"
#include "sim/simulate.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

struct NameParts {
  std::string network;
  std::string target;
  std::string memory_mode;
};

std::optional<NameParts> parts_of(const std::string& file) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = file.find("__", begin);
    parts.push_back(file.substr(begin, end == std::string::npos ? end : end - begin));
    if (end == std::string::npos) break;
    begin = end + 2;
  }
  if (parts.size() < 3) return std::nullopt;
  return NameParts{parts[0], "ethos-" + parts[1], parts[2]};
}

PlanCycles cycles_of(const Target& target, const Program& program) {
  const Timing timing = simulate(target, program);
  PlanCycles cycles;
  cycles.total = timing.total;
  for (const HostTask& task : program.host_tasks) {
    cycles.host += at(timing.operators, task.op).total();
  }
  return cycles;
}

PlanCycles run_lowered(const Network& plain, const ethosu::DecodedFile& decoded,
                       const Target& target) {
  const Network lowered = ethosu::lower(plain, target);
  const CompiledPlan made = ethosu::plan_of_stream(lowered, decoded, target);
  ethosu::ScheduleOptions options;
  options.operator_weight_ratios = made.weight_ratios;
  return cycles_of(target, ethosu::schedule(lowered, made.plan, target, options));
}

CompiledCase compare(const std::string& file, const Network& plain, const Network& compiled,
                     const Target& target) {
  CompiledCase result;
  result.file = file;
  const ethosu::DecodedFile decoded = ethosu::decode(compiled);
  result.replayed = cycles_of(target, ethosu::replay(compiled, decoded, target));
  try {
    result.lowered = run_lowered(plain, decoded, target);
  } catch (const UserError& error) {
    result.not_compared = error.what();
  }
  return result;
}

std::vector<std::string> stems(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  const std::filesystem::directory_iterator entries(folder, error);
  if (error) throw input_error({folder}, "cannot read: " + error.message());
  for (const auto& entry : entries) {
    if (entry.path().extension() == ".tflite") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::vector<CompiledCase> compare_compiled_plans(const std::string& networks,
                                                 const std::string& compiled) {
  std::vector<CompiledCase> cases;
  for (const std::string& file : stems(compiled)) {
    const std::optional<NameParts> parts = parts_of(file);
    if (!parts) continue;
    const std::string plain = fmt::format("{}/{}.tflite", networks, parts->network);
    const std::string made = fmt::format("{}/{}.tflite", compiled, file);
    if (!file_exists(plain)) continue;
    Target target = select_mode(load_target(parts->target), parts->memory_mode);
    // Some files were compiled for larger memories than those of the target. All memories become
    // unlimited so that these files fit. Both simulations follow a given plan, so capacities do not
    // change their times.
    for (MemorySpec& memory : target.memories) memory.capacity = unlimited;
    cases.push_back(compare(file, read_tflite(plain), read_tflite(made), target));
  }
  return cases;
}

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

// Returns a table with one row per case: cycles of the compiled file and of the lowered network.
PrintedTable replay_comparison_table(const std::vector<CompiledCase>& cases) {
  PrintedTable table{"plans",
                     "\nCycles of the compiled file, and of the plain network with its plan:"};
  table.columns = {text_column("network").at_least(2).below_rows(),
                   number_column("replayed NPU cycles").shown_as("replayed\nNPU"),
                   number_column("replayed host cycles").shown_as("\nhost"),
                   number_column("lowered NPU cycles").shown_as("lowered\nNPU"),
                   number_column("lowered host cycles").shown_as("\nhost"),
                   number_column("NPU error %").shown_as("error\nNPU"),
                   number_column("total error %").shown_as("\ntotal"),
                   text_column("not compared because").at_least(2).below_rows()};
  for (const CompiledCase& one : cases) {
    const bool compared = one.not_compared.empty();
    const auto lowered = [&](const std::string& text) { return compared ? text : ""; };
    table.add({one.file, with_thousands(one.replayed.npu()), with_thousands(one.replayed.host),
               lowered(with_thousands(one.lowered.npu())),
               lowered(with_thousands(one.lowered.host)), lowered(signed_percent(one.npu_error())),
               lowered(signed_percent(one.total_error())), one.not_compared});
  }
  return table;
}

// Returns a line for each case whose total cycles or NPU cycles differ by more than `tolerance`, a
// share such as 0.02.
std::vector<std::string> missed_plans(const std::vector<CompiledCase>& cases, double tolerance) {
  std::vector<std::string> missed;
  const auto check = [&](const CompiledCase& one, const char* what, double error, Cycles lowered,
                         Cycles replayed) {
    if (std::abs(error) <= tolerance) return;
    missed.push_back(
        fmt::format("{}: {} {} cycles lowered, {} replayed", one.file, lowered, what, replayed));
  };
  for (const CompiledCase& one : cases) {
    if (!one.not_compared.empty()) continue;
    check(one, "total", one.total_error(), one.lowered.total, one.replayed.total);
    check(one, "NPU", one.npu_error(), one.lowered.npu(), one.replayed.npu());
  }
  return missed;
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
