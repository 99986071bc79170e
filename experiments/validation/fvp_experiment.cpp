// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/fvp_experiment.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/validation/reference_folder.h"
#include "experiments/validation/vela_rule.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/toml/toml_reader.h"
#include "sim/simulate.h"
#include "traces/tflite_reader.h"

namespace spillway {
namespace {

void set_field(TimingAdapterParameters& adapter, const std::string& field, std::int64_t value) {
  const auto small = static_cast<std::int32_t>(value);
  if (field == "RLATENCY") {
    adapter.rlatency = value;
  } else if (field == "WLATENCY") {
    adapter.wlatency = value;
  } else if (field == "BWCAP") {
    adapter.bwcap = small;
  } else if (field == "PULSE_OFF") {
    adapter.pulse_off = value;
  } else if (field == "MAXR") {
    adapter.maxr = small;
  } else if (field == "MAXW") {
    adapter.maxw = small;
  } else {
    throw UserError(ExitCode::input_file, "unknown parameter of a timing adapter: " + field);
  }
}

Target target_of(const FvpCase& one) {
  TargetOptions options;
  options.system_config = one.system_config;
  options.memory_mode = one.memory_mode;
  Target target = configure_target(load_target("ethos-" + one.accelerator), options);
  for (const auto& [name, value] : one.parameters) {
    const std::size_t underscore = name.find('_');
    const bool sram = name.substr(0, underscore) == "SRAM";
    MemorySpec& memory =
        at(target.memories, memory_index(target, sram ? "sram" : target.mode.constants));
    set_field(std::get<TimingAdapterParameters>(memory.timing), name.substr(underscore + 1), value);
  }
  return target;
}

FvpResult run_case(const FvpCase& one) {
  const Target target = target_of(one);
  const Program program = ethosu::replay(read_tflite(one.stream), target);
  const Timing timing = simulate(target, program);
  FvpResult result;
  result.vela = cycles_by_velas_rule(program, target);
  result.reference = one;
  result.cycles = timing.total;
  for (const FvpCounter& counter : one.counters) {
    const std::size_t m = memory_index(target, counter.memory);
    const MemoryActivity& memory = timing.memories[m];
    const Bytes beat = at(target.ports, target.memories[m].port).beat_bytes;
    result.beats.push_back((counter.write ? memory.write_bytes : memory.read_bytes) / beat);
  }
  return result;
}

std::string beats_cell(const FvpResult& result) {
  std::string text;
  for (std::size_t i = 0; i < result.beats.size(); ++i) {
    const std::int64_t difference = result.beats[i] - result.reference.counters[i].beats;
    text += fmt::format("{}{:+}", i == 0 ? "" : " ", difference);
  }
  return text;
}

struct Summary {
  int count = 0;
  double sum = 0;
  double worst = 0;
  int counters = 0;
  int equal = 0;
};

std::string product_of(const FvpCase& one) {
  return one.accelerator.substr(0, one.accelerator.find('-'));
}

std::map<std::string, Summary> summaries(const std::vector<FvpResult>& results) {
  std::map<std::string, Summary> groups;
  for (const FvpResult& result : results) {
    const FvpCase& one = result.reference;
    Summary& summary = groups[one.group + ", " + product_of(one)];
    ++summary.count;
    summary.sum += std::abs(result.error());
    if (std::abs(result.error()) > std::abs(summary.worst)) summary.worst = result.error();
    for (std::size_t i = 0; i < result.beats.size(); ++i) {
      ++summary.counters;
      summary.equal += result.beats[i] == one.counters[i].beats ? 1 : 0;
    }
  }
  return groups;
}

bool cycles_near(const FvpExperiment& experiment, const FvpResult& result) {
  const FvpCase& one = result.reference;
  return std::abs(result.cycles - one.cycles) <= experiment.cycle_floor ||
         std::abs(result.error()) <= experiment.tolerance.at(one.group);
}

}  // namespace

FvpExperiment parse_fvp_experiment(std::string_view toml, const std::string& file) {
  TomlTable table = TomlTable::parse(toml, file);
  table.string("kind");
  table.text("description");
  FvpExperiment experiment;
  experiment.reference = reference_folder(table, "reference", file);
  experiment.streams = reference_folder(table, "streams", file);
  for (const char* group : {"networks", "operators", "sweeps"}) {
    experiment.tolerance[group] = table.number(fmt::format("{}_tolerance", group));
  }
  experiment.cycle_floor = table.integer("cycle_floor");
  experiment.operator_beats = table.integer("operator_beats");
  table.finish();
  return experiment;
}

std::vector<FvpResult> run_fvp_experiment(const FvpExperiment& experiment) {
  std::vector<FvpResult> results;
  for (const FvpCase& one : read_fvp_cases(experiment.reference, experiment.streams)) {
    results.push_back(run_case(one));
  }
  return results;
}

std::string fvp_markdown(const std::vector<FvpResult>& results) {
  std::vector<const FvpResult*> rows;
  for (const FvpResult& result : results) rows.push_back(&result);
  std::stable_sort(rows.begin(), rows.end(), [](const FvpResult* a, const FvpResult* b) {
    const auto key = [](const FvpResult& result) {
      const bool one_of_many = result.reference.group == "operators";
      return std::pair(one_of_many, one_of_many ? -std::abs(result.error()) : 0.0);
    };
    return key(*a) < key(*b);
  });
  std::string text =
      "| accelerator | stream | FVP cycles | Spillway | error | Vela's rule | error | beats |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const FvpResult* row : rows) {
    const FvpCase& one = row->reference;
    const double vela = static_cast<double>(row->vela) / static_cast<double>(one.cycles) - 1;
    text += fmt::format(
        "| {} | {} | {}{} | {} | {:+.2f} % | {} | {:+.1f} % | {} |\n", one.accelerator, one.name,
        with_thousands(one.cycles), one.total ? " (total)" : "", with_thousands(row->cycles),
        100 * row->error(), with_thousands(row->vela), 100 * vela, beats_cell(*row));
  }
  text += "\n| rows | number | mean error | worst | counters equal |\n|---|---|---|---|---|\n";
  for (const auto& [group, summary] : summaries(results)) {
    text += fmt::format("| {} | {} | {:.2f} % | {:+.2f} % | {} of {} |\n", group, summary.count,
                        100 * summary.sum / summary.count, 100 * summary.worst, summary.equal,
                        summary.counters);
  }
  return text;
}

std::vector<std::string> unvalidated_products(const FvpExperiment& experiment,
                                              const std::vector<FvpResult>& results) {
  std::vector<std::string> names;
  for (const FvpResult& result : results) {
    const std::string name = product_of(result.reference);
    const bool listed = std::find(names.begin(), names.end(), name) != names.end();
    if (!listed && !cycles_near(experiment, result)) names.push_back(name);
  }
  return names;
}

std::vector<std::string> missed_fvp_figures(const FvpExperiment& experiment,
                                            const std::vector<FvpResult>& results) {
  std::vector<std::string> missed;
  for (const FvpResult& result : results) {
    const FvpCase& one = result.reference;
    const std::string where = fmt::format("{} {}", one.accelerator, one.name);
    if (!cycles_near(experiment, result)) {
      missed.push_back(fmt::format("{}: {} cycles, FVP {}", where, result.cycles, one.cycles));
    }
    for (std::size_t i = 0; i < result.beats.size(); ++i) {
      const FvpCounter& counter = one.counters[i];
      const std::int64_t allowed = one.group == "operators" ? experiment.operator_beats : 0;
      if (std::abs(result.beats[i] - counter.beats) <= allowed) continue;
      missed.push_back(fmt::format("{}: {} beats {} {}, FVP {}", where, result.beats[i],
                                   counter.write ? "written to" : "read from", counter.memory,
                                   counter.beats));
    }
  }
  return missed;
}

}  // namespace spillway
