// SPDX-License-Identifier: Apache-2.0
#include <ctime>
#include <ostream>

#include <fmt/format.h>
#include <sys/resource.h>

#include "base/hash.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/print_tables.h"
#include "experiments/point/design_point.h"
#include "traces/csv/timing_csv.h"
#include "traces/files/builtin_networks.h"

namespace spillway::cli {
namespace {

struct BenchPoint {
  const char* target;
  const char* memory_mode;
  const char* arena;
};

constexpr BenchPoint points[] = {{"ethos-u55-128", "Shared_Sram", ""},
                                 {"ethos-u65-256", "Dedicated_Sram", ""},
                                 {"xcore.ai", "", "extram"}};

double cpu_milliseconds() {
  return 1000.0 * static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

DesignPoint design_point(const BenchPoint& bench) {
  DesignPoint point;
  point.target = bench.target;
  point.target_options.memory_mode = bench.memory_mode;
  if (bench.arena[0] != '\0') point.arena = {bench.arena};
  return point;
}

void run_network(const BuiltinNetwork& builtin, PrintedTable& table, Hash& signature) {
  for (const BenchPoint& bench : points) {
    const double before = cpu_milliseconds();
    const Network network = *builtin_network(builtin.name);
    // A built-in network without a layer table is made only for xcore.ai, so it is not simulated on
    // Ethos-U. Only design points for xcore.ai have an `arena`.
    if (builtin.layers == nullptr && bench.arena[0] == '\0') continue;
    const PointResult result = run_point(network, design_point(bench));
    const std::string csv = write_timing_csv(result.timing);
    const double after = cpu_milliseconds();
    signature.add(csv);
    table.add({builtin.name, bench.target, with_thousands(result.timing.total),
               fmt::format("{:.1f}", after - before)});
  }
}

ExitCode run_bench(const Arguments& arguments, const Console& console) {
  PrintedTable table{"networks", ""};
  table.columns = {text_column("network").at_least(22),
                   text_column("target").at_least(16).gap_before(1),
                   number_column("cycles").at_least(22).gap_before(1).with_unit(" cycles"),
                   number_column("CPU ms").at_least(17).gap_before(1).with_unit(" ms CPU")};
  table.has_head = false;
  Hash signature;
  for (const BuiltinNetwork& builtin : builtin_networks()) {
    run_network(builtin, table, signature);
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  Printout printout;
  printout << std::move(table)
           << fmt::format("peak memory {:.1f} MB\nsignature {}\n",
                          static_cast<double>(usage.ru_maxrss) / 1024, signature.text());
  print(printout, arguments, console);
  return ExitCode::ok;
}

}  // namespace

CommandEntry bench_command() {
  CommandEntry entry;
  entry.summary =
      "measure the speed on the built-in networks, and print a signature of all results";
  entry.description =
      "Measures the CPU time from making a network to its per-operator CSV. The signature is the "
      "same on every machine. A change of Spillway that alters the signature has changed results, "
      "and must say why.";
  entry.examples = {"spillway bench"};
  entry.tables = {"networks"};
  entry.run = run_bench;
  return entry;
}

}  // namespace spillway::cli
