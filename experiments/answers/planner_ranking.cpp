// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/answers/compare_planners.h"
#include "report/cost_notes.h"

namespace spillway {
namespace {

double percent(Cycles part, Cycles total) {
  return total == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(total);
}

double in_kibibytes(Bytes bytes) { return static_cast<double>(bytes) / 1024; }

/// Returns the first cells of the row of a simulated planner, plan or compiled file:
/// * planner, latency, and latency above the lower bound (empty = no bound);
/// * peak of the fastest memory;
/// * bytes of feature maps outside the fastest memory (empty for a compiled file);
/// * traffic of all other memories;
/// * shares of the time by cause.
std::vector<PrintedCell> cells_of(const PlannerScore& score, const std::optional<Cycles>& bound) {
  const Timing& timing = score.timing;
  const OperatorTiming sum = timing.sum_of_operators();
  const Cycles stalls =
      std::accumulate(sum.memory_stall.begin(), sum.memory_stall.end(), Cycles{0});
  Bytes others = 0;
  for (std::size_t m = 1; m < timing.memories.size(); ++m) {
    others += timing.memories[m].read_bytes + timing.memories[m].write_bytes;
  }
  const auto one_place = [](double value) { return fmt::format("{:.1f}", value); };
  return {score.planner,
          fmt::format("{:.3f}", static_cast<double>(timing.clock.to_time(timing.total)) / 1e9),
          bound ? fmt::format("{:+.1f}", percent(timing.total - *bound, *bound)) : "",
          one_place(in_kibibytes(timing.memories[0].peak)),
          score.compiled ? "" : one_place(in_kibibytes(score.spilled)),
          one_place(in_kibibytes(others)),
          one_place(percent(sum.compute, timing.total)),
          one_place(percent(stalls, timing.total)),
          one_place(percent(sum.dma_wait, timing.total))};
}

/// Returns the fastest planner or plan; null if no plan was simulated. Compiled files do not count:
/// the lower bound is that of plans of the lowered network, and a compiled file can have other
/// operators.
const PlannerScore* first_plan(const PlannerComparison& comparison) {
  const auto found = std::find_if(
      comparison.scores.begin(), comparison.scores.end(),
      [](const PlannerScore& score) { return score.failure.empty() && !score.compiled; });
  return found == comparison.scores.end() ? nullptr : &*found;
}

/// Returns the first contestant (planner, plan or compiled file) that was simulated; null if no
/// contestant was simulated.
const PlannerScore* first_simulated(const PlannerComparison& comparison) {
  const auto found = std::find_if(comparison.scores.begin(), comparison.scores.end(),
                                  [](const PlannerScore& score) { return score.failure.empty(); });
  return found == comparison.scores.end() ? nullptr : &*found;
}

PrintedTable planner_table(const PlannerComparison& comparison, const PlannerScore* simulated) {
  const std::string fast = simulated == nullptr ? "" : simulated->timing.memories[0].name;
  PrintedTable table{"planners", ""};
  table.columns = {
      text_column("planner").at_least(19).at_most(19),
      number_column("latency ms").shown_as("latency\nms").at_least(8).gap_before(0),
      number_column("above bound %")
          .shown_as(comparison.bound ? "above\nbound" : "")
          .at_least(8)
          .gap_before(0)
          .with_unit("%"),
      number_column(fast + " peak KiB").shown_as(fast + "\npeak KiB").at_least(9).gap_before(0),
      number_column("spilled KiB").shown_as("spilled\nKiB").at_least(9).gap_before(0),
      number_column("others KiB r+w").shown_as("others\nKiB r+w").at_least(9).gap_before(0),
      number_column("computing %").shown_as("time\ncomp").at_least(6).gap_before(0),
      number_column("memories %").shown_as("in %\nmem").at_least(6).gap_before(0),
      number_column("transfers %").shown_as("\ndma").at_least(6).gap_before(0),
      text_column("no plan because").below_rows()};
  table.has_head = simulated != nullptr;
  for (const PlannerScore& score : comparison.scores) {
    std::vector<PrintedCell> row = {score.planner};
    if (score.failure.empty()) row = cells_of(score, comparison.bound);
    row.resize(table.columns.size(), "");
    row.back() = score.failure;
    table.add(std::move(row));
  }
  return table;
}

// Returns the lines below the table of planners, plans and compiled files. The lines have the
// compiler of each compiled file, the lower bound of the latency, by how many percent the fastest
// plan can be above the optimum, and how reliable the simulated times are (cost_notes()).
std::string proof_lines(const PlannerComparison& comparison, const PlannerScore* simulated) {
  std::string text;
  for (const PlannerScore& score : comparison.scores) {
    if (score.compiler.empty()) continue;
    constexpr std::size_t name_width = 48;
    text +=
        fmt::format("{} was compiled by {}\n", elide(score.planner, name_width), score.compiler);
  }
  if (simulated == nullptr) return text;
  if (comparison.bound) {
    text +=
        fmt::format("bound: {:.3f} ms, what engines and weights take under any plan\n",
                    static_cast<double>(simulated->timing.clock.to_time(*comparison.bound)) / 1e9);
  }
  const PlannerScore* const plan = first_plan(comparison);
  if (comparison.bound && plan != nullptr) {
    text += fmt::format("{} is proven within {:.1f} % of the fastest plan\n", plan->planner,
                        percent(plan->timing.total - *comparison.bound, *comparison.bound));
  }
  return text + cost_notes(simulated->timing, comparison.platform);
}

}  // namespace

Printout planner_ranking(const PlannerComparison& comparison) {
  std::string text =
      fmt::format("{} on {} ({})\n", comparison.network, comparison.target, comparison.mode);
  if (!comparison.lowering.empty()) {
    text +=
        fmt::format("{} lowered with {}\n",
                    comparison.choosers.empty() ? "all" : comparison.choosers, comparison.lowering);
  }
  const PlannerScore* const simulated = first_simulated(comparison);
  Printout printout;
  printout << text << planner_table(comparison, simulated) << proof_lines(comparison, simulated);
  for (const CompiledDifference& difference : comparison.differences) {
    printout << difference_printout(difference);
  }
  return printout;
}

}  // namespace spillway
