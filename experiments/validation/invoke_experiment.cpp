// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/invoke_experiment.h"

#include <fmt/format.h>

#include "hwmodels/schedule.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/toml/toml_reader.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/lower/lower.h"
#include "report/cost_notes.h"
#include "sim/simulate.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

PublishedRow read_row(TomlTable& table) {
  PublishedRow row;
  row.op = table.string("op");
  row.count = table.integer("count", 1);
  row.ticks = table.integer("ticks", 1);
  row.tolerance = table.number("tolerance");
  if (table.has("ticks_per_operator")) {
    row.ticks_per_operator = table.number("ticks_per_operator");
  }
  table.finish();
  return row;
}

InvokeCase read_case(TomlTable& table) {
  InvokeCase one;
  one.label = table.string("label");
  one.arena = table.string("arena");
  one.sram_used = table.integer("sram_used");
  one.external_used = table.integer("external_used");
  one.published.total = table.integer("total", 1);
  one.published.total_tolerance = table.number("total_tolerance");
  if (table.has("delta_tolerance")) {
    one.published.delta_tolerance = table.number("delta_tolerance");
  }
  for (TomlTable& row : table.tables("row")) {
    one.published.rows.push_back(read_row(row));
  }
  table.finish();
  return one;
}

TileMemory read_program(TomlTable table) {
  TileMemory program;
  program.code = table.integer("code");
  program.stack = table.integer("stack");
  program.data = table.integer("data");
  table.finish();
  return program;
}

void run_case(const InvokeExperiment& experiment, const InvokeCase& one, InvokeResult& result) {
  const Target target = load_target(experiment.target);
  xcore::LoweringOptions lowering;
  lowering.weights_in_flash = true;
  const Network network = xcore::lower(load_network(experiment.network), target, lowering);
  const xcore::ArenaPlan plan = xcore::plan_arena(network, target, xcore::arena_named(one.arena));
  const Timing timing =
      simulate(target, schedule(network, plan.network_plan.plan, target, FamilyOptions{}));
  result.cost_notes = cost_notes(timing, target);
  const Kilohertz tick = target.processor.family().table_clock(target).clock_khz;
  result.tables.push_back(invoke_table(timing, tick, experiment.order));
  TileMemory memory = experiment.program;
  const std::size_t sram = memory_index(target, "sram");
  const std::size_t external = memory_index(target, "extram");
  memory.sram_arena = plan.transient_bytes[sram] + plan.persistent_bytes[sram];
  memory.external_arena = plan.transient_bytes[external] + plan.persistent_bytes[external];
  memory.sram_capacity = target.memories[sram].capacity;
  memory.external_capacity = target.memories[external].capacity;
  result.memories.push_back(memory);
}

void check_case(const InvokeExperiment& experiment, std::size_t number, InvokeResult& result) {
  const InvokeCase& one = experiment.cases[number];
  const bool first = number == 0;
  std::vector<std::string> missed = missed_tolerances(
      one.published, result.tables[number], first ? nullptr : &experiment.cases[0].published,
      first ? nullptr : &result.tables[0]);
  const TileMemory& memory = result.memories[number];
  if (memory.sram_used() != one.sram_used || memory.external_arena != one.external_used) {
    missed.push_back(fmt::format("memory: {} and {} bytes, published {} and {}", memory.sram_used(),
                                 memory.external_arena, one.sram_used, one.external_used));
  }
  for (const std::string& line : missed) {
    result.missed.push_back(one.label + ": " + line);
  }
}

}  // namespace

InvokeExperiment parse_invoke_experiment(std::string_view toml, const std::string& file) {
  TomlTable table = TomlTable::parse(toml, file);
  InvokeExperiment experiment;
  table.choice("kind", {"invoke_tables"});
  table.text("description");
  experiment.network = table.string("network");
  experiment.target = table.string("target");
  experiment.order = table.strings("order");
  experiment.program = read_program(table.table("program"));
  for (TomlTable& one : table.tables("case")) {
    experiment.cases.push_back(read_case(one));
  }
  table.finish();
  return experiment;
}

InvokeResult run_invoke_experiment(const InvokeExperiment& experiment) {
  InvokeResult result;
  for (std::size_t i = 0; i < experiment.cases.size(); ++i) {
    run_case(experiment, experiment.cases[i], result);
    check_case(experiment, i, result);
  }
  return result;
}

Printout invoke_report(const InvokeExperiment& experiment, const InvokeResult& result) {
  Printout printout;
  for (std::size_t i = 0; i < experiment.cases.size(); ++i) {
    const InvokeCase& one = experiment.cases[i];
    const bool first = i == 0;
    PrintedTable table = comparison_table(one.published, result.tables[i],
                                          first ? nullptr : &experiment.cases[0].published,
                                          first ? nullptr : &result.tables[0]);
    table.keys = {{"case", one.label}};
    printout << "== " + one.label + "\n";
    printout.draw(invoke_text(result.tables[i]) + "\n" + memory_text(result.memories[i]) + "\n");
    printout << std::move(table) << "\n";
  }
  std::string missed;
  for (const std::string& line : result.missed) missed += "missed: " + line + "\n";
  return printout << result.cost_notes + missed;
}

}  // namespace spillway
