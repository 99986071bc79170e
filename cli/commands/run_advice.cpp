// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/run_advice.h"

#include <algorithm>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "cli/answer_options.h"
#include "experiments/advice/milliseconds.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"
#include "planner/capacity_error.h"
#include "planner/external/planner_program.h"
#include "report/operator_table.h"

namespace spillway::cli {
namespace {

// Maximum number of operators of a network for which advice is computed while the user waits. A
// computation of advice makes about a hundred plans to try different splits of operators.
constexpr std::size_t most_operators = 1000;

// Maximum number of bursts of a run for which the planner `search` takes only a few seconds.
constexpr std::int64_t most_searched_bursts = 1'000'000;

const std::vector<std::string> extents = {"auto", "none", "quick", "full"};

bool search_is_short(const Network& network, const PointResult& result) {
  std::int64_t bursts = 0;
  for (const MemoryActivity& memory : result.timing.memories) bursts += memory.bursts;
  return network.operators.size() <= most_operators && bursts <= most_searched_bursts;
}

// Whether the advice is estimated to take less than two seconds. False if the planner is a program
// of the user, because `times` does not include the time of this program.
bool advice_is_quick(const Arguments& arguments, const DesignPoint& point, const StepTimes& times) {
  constexpr double longest_seconds = 2;
  return !is_planner_program(point.planner) &&
         advice_seconds(times, read_jobs(arguments)) < longest_seconds;
}

}  // namespace

std::string changes_that_fit(const Network& network, const std::string& word,
                             const DesignPoint& point) {
  const std::string command = command_of(word, point, "advise");
  const Target target = resolve_target(point);
  const bool tile = obstacle_of(find_point_option("place"), {point, target, network}).empty();
  if (!tile || network.operators.size() > most_operators) {
    return "spillway: note: '" + command + "' looks for changes that make the network fit\n";
  }
  AdviceOptions options;
  options.quick = true;
  std::string text;
  for (const Advice& advice : advise(network, word, point, options).advice) {
    if (advice.of_chip) continue;
    text += fmt::format("  {}: {:.3f} ms\n", advice.options, milliseconds(advice.latency_us));
  }
  return text.empty() ? "" : "spillway: changes that make the network fit, fastest first:\n" + text;
}

PointResult run_or_advise(const Network& network, const std::string& word, const DesignPoint& point,
                          PointCache& cache, const Console& console) {
  try {
    return run_as_given(network, point, cache);
  } catch (const CapacityError&) {
    console.err << changes_that_fit(network, word, point);
    throw;
  }
}

std::string gain_of_search(const Network& network, const DesignPoint& point,
                           const PointResult& result, PointCache& cache) {
  const bool planned_by_default =
      point.planner.empty() && point.plan_source.empty() && compiled_family(network) == nullptr;
  if (!planned_by_default || !search_is_short(network, result)) return "";
  DesignPoint searched = point;
  searched.planner = "search";
  searched.simulation = {};
  try {
    const PointResult found = run_as_given(network, searched, cache);
    if (found.timing.total >= result.timing.total) return "";
    const double gain =
        1 - static_cast<double>(found.timing.total) / static_cast<double>(result.timing.total);
    return fmt::format("with --planner search: {:.3f} ms, {:.1f} % less\n",
                       milliseconds(found.timing.total, found.timing.clock), 100 * gain);
  } catch (const UserError&) {
    return "";  // `search` found no plan. The error message of --planner search says why.
  }
}

void check_advise_option(const Arguments& arguments) {
  if (!arguments.has("advise")) return;
  const std::string extent = arguments.text("advise");
  if (std::find(extents.begin(), extents.end(), extent) == extents.end()) {
    throw usage_error("--advise: " + unknown_name_message("word", extent, extents));
  }
  if (!arguments.has("report")) {
    throw usage_error(
        "--advise needs --report, whose page shows the advice; 'spillway advise' prints the "
        "advice");
  }
}

std::optional<AdviceList> advice_for_page(const Arguments& arguments, const Network& network,
                                          const DesignPoint& point, const StepTimes& times) {
  std::string extent = arguments.text("advise", "auto");
  if (extent == "auto") extent = advice_is_quick(arguments, point, times) ? "quick" : "none";
  if (extent == "none") return std::nullopt;
  AdviceOptions options;
  options.quick = extent == "quick";
  options.workers = read_jobs(arguments);
  return advise(network, arguments.positional()[0], point, options);
}

}  // namespace spillway::cli
