// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/fvp_experiment.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/validation/reference_folder.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/program.h"
#include "hwmodels/target/peak_rate.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/target/target.h"
#include "hwmodels/toml/toml_reader.h"
#include "sim/simulate.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

/// The work of an operator: cycles of the engines, and bytes of the memories.
struct Demand {
  double compute = 0;
  double output = 0;
  std::vector<double> bytes;  // moved bytes of each memory
};

void add_accesses(const Program& program, Range range, Demand& demand) {
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const Access& access = program.accesses[i];
    at(demand.bytes, access.memory) += static_cast<double>(access.bytes());
  }
}

std::vector<Demand> demands_of(const Program& program, std::size_t memories) {
  std::vector<Demand> demands(program.operators.size());
  for (Demand& demand : demands) demand.bytes.assign(memories, 0);
  for (const Kernel& kernel : program.kernels) {
    Demand& demand = at(demands, kernel.op);
    for (std::uint32_t b = kernel.blocks.first; b < kernel.blocks.first + kernel.blocks.count;
         ++b) {
      const Block& block = program.blocks[b];
      demand.compute += block.compute;
      demand.output += block.output;
      add_accesses(program, block.reads, demand);
      add_accesses(program, block.writes, demand);
    }
  }
  for (const DmaTransfer& transfer : program.transfers) {
    Demand& demand = at(demands, transfer.op);
    const auto bytes = static_cast<double>(transfer.source.bytes());
    at(demand.bytes, transfer.source.memory) += bytes;
    if (!transfer.internal) at(demand.bytes, transfer.destination.memory) += bytes;
  }
  return demands;
}

// Returns the cycles of a compiled command stream, estimated by the rule of Arm's compiler. A
// kernel takes as long as its slowest resource: MAC array, output engine, or one of the memories.
// The time of a memory is the number of bytes that the kernel and its transfers move, divided by
// the nominal rate of the memory. Kernels do not overlap, and latencies are ignored.
Cycles cycles_by_velas_rule(const Program& program, const Target& target) {
  std::vector<double> bytes_per_cycle;
  constexpr double hertz_per_khz = 1000;
  for (const MemorySpec& memory : target.memories) {
    bytes_per_cycle.push_back(static_cast<double>(peak_bytes_per_second(target, memory)) /
                              (static_cast<double>(target.clock_khz) * hertz_per_khz));
  }
  double cycles = 0;
  for (const Demand& demand : demands_of(program, target.memories.size())) {
    double slowest = std::max(demand.compute, demand.output);
    for (std::size_t m = 0; m < bytes_per_cycle.size(); ++m) {
      if (bytes_per_cycle[m] > 0) slowest = std::max(slowest, demand.bytes[m] / bytes_per_cycle[m]);
    }
    cycles += slowest;
  }
  return std::llround(cycles);
}

// The FVP's clock counts in steps of this many cycles, so the published times of units differ from
// each other by multiples of this number.
constexpr Cycles clock_step = 1000;

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

/// The simulated run of a command stream. The cases for all units of the stream use the same run.
struct Run {
  std::string stream;
  Target target;
  Program program;
  Timing timing;
};

Run run_stream(const FvpCase& one) {
  Run run;
  run.stream = one.stream;
  run.target = target_of(one);
  run.program = ethosu::replay(read_tflite(one.stream), run.target);
  run.timing = simulate(run.target, run.program);
  return run;
}

// Returns the cycles of a unit in the simulation. `timing` has one operator for each kernel of the
// stream.
Cycles cycles_of(const FvpUnit& unit, const Timing& timing) {
  if (unit.kernels == 0) return timing.total;
  const std::size_t last = unit.first_kernel + unit.kernels - 1;
  if (last >= timing.operators.size()) {
    throw UserError(ExitCode::input_file, "the units of the FVP have more kernels than the stream");
  }
  return timing.operators[last].end - timing.operators[unit.first_kernel].start;
}

FvpResult result_of(const FvpCase& one, const Run& run) {
  FvpResult result;
  if (one.unit.kernels == 0) result.vela = cycles_by_velas_rule(run.program, run.target);
  result.reference = one;
  result.cycles = cycles_of(one.unit, run.timing);
  for (const FvpCounter& counter : one.counters) {
    const std::size_t m = memory_index(run.target, counter.memory);
    const MemoryActivity& memory = run.timing.memories[m];
    const Bytes beat = at(run.target.ports, run.target.memories[m].port).beat_bytes;
    result.beats.push_back((counter.write ? memory.write_bytes : memory.read_bytes) / beat);
  }
  return result;
}

// Whether the cycles of a case are within tolerance. Always true for a single unit, because its
// time was measured in steps of 1,000 cycles, which is too coarse for a check. Units are checked
// only by their sums.
bool cycles_near(const FvpExperiment& experiment, const FvpResult& result) {
  const FvpCase& one = result.reference;
  if (one.unit.kernels > 0) return true;
  return std::abs(result.cycles - one.cycles) <= experiment.cycle_floor ||
         std::abs(result.error()) <= experiment.tolerance.at(one.group);
}

bool kind_is_near(const FvpExperiment& experiment, const FvpUnits& units) {
  return std::abs(units.cycles - units.reference) <= clock_step ||
         std::abs(units.error()) <= experiment.tolerance.at("units");
}

}  // namespace

FvpExperiment parse_fvp_experiment(std::string_view toml, const std::string& file) {
  TomlTable table = TomlTable::parse(toml, file);
  table.string("kind");
  table.text("description");
  FvpExperiment experiment;
  for (TomlTable& network : table.tables("network")) {
    experiment.networks.push_back(
        {reference_folder(network, "reference", file), reference_folder(network, "streams", file)});
    network.finish();
  }
  if (table.has("fitted")) experiment.fitted = table.strings("fitted");
  for (const char* group : {"networks", "operators", "sweeps", "units"}) {
    experiment.tolerance[group] = table.number(fmt::format("{}_tolerance", group));
  }
  experiment.cycle_floor = table.integer("cycle_floor");
  experiment.operator_beats = table.integer("operator_beats");
  table.finish();
  return experiment;
}

std::vector<FvpResult> run_fvp_experiment(const FvpExperiment& experiment) {
  std::vector<FvpResult> results;
  for (const FvpExperiment::Network& network : experiment.networks) {
    std::optional<Run> run_of_units;
    for (const FvpCase& one : read_fvp_cases(network.reference, network.streams)) {
      if (one.unit.kernels == 0) {
        results.push_back(result_of(one, run_stream(one)));
        continue;
      }
      if (!run_of_units || run_of_units->stream != one.stream) run_of_units = run_stream(one);
      results.push_back(result_of(one, *run_of_units));
    }
  }
  return results;
}

std::vector<FvpUnits> units_by_kind(const std::vector<FvpResult>& results) {
  std::map<std::pair<std::string, std::string>, FvpUnits> kinds;
  for (const FvpResult& result : results) {
    const FvpCase& one = result.reference;
    if (one.unit.kernels == 0) continue;
    FvpUnits& units = kinds[{one.accelerator, one.unit.kind}];
    units.accelerator = one.accelerator;
    units.kind = one.unit.kind;
    ++units.count;
    units.reference += one.cycles;
    units.cycles += result.cycles;
  }
  std::vector<FvpUnits> sorted;
  sorted.reserve(kinds.size());
  for (const auto& entry : kinds) sorted.push_back(entry.second);
  std::stable_sort(sorted.begin(), sorted.end(), [](const FvpUnits& a, const FvpUnits& b) {
    return std::abs(a.error()) > std::abs(b.error());
  });
  return sorted;
}

UnitErrors unit_errors(const std::vector<FvpResult>& results) {
  UnitErrors errors;
  double count = 0;
  double cycles = 0;
  for (const FvpResult& result : results) {
    if (result.reference.unit.kernels == 0) continue;
    const auto published = static_cast<double>(result.reference.cycles);
    const double difference = std::abs(static_cast<double>(result.cycles) - published);
    const auto add = [&](UnitError& error, double part) {
      error.mean += part / published;
      error.of_cycles += part;
    };
    add(errors.all, difference);
    add(errors.beyond, std::max(0.0, difference - clock_step));
    add(errors.of_clock_steps, static_cast<double>(clock_step) / 3);
    cycles += published;
    ++count;
  }
  if (count == 0) return errors;
  for (UnitError* error : {&errors.all, &errors.beyond, &errors.of_clock_steps}) {
    error->mean /= count;
    error->of_cycles /= cycles;
  }
  return errors;
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
  for (const FvpUnits& units : units_by_kind(results)) {
    if (kind_is_near(experiment, units)) continue;
    missed.push_back(fmt::format("{}: {} units {}: {} cycles, FVP {}", units.accelerator,
                                 units.count, units.kind, units.cycles, units.reference));
  }
  return missed;
}

}  // namespace spillway
