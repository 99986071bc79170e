// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/validation/fvp_experiment.h"

namespace spillway {
namespace {

// Returns the counters whose beats differ between the simulation and the FVP, such as "sram read
// -144"; empty if all are equal.
std::string beats_cell(const FvpResult& result) {
  std::string text;
  for (std::size_t i = 0; i < result.beats.size(); ++i) {
    const FvpCounter& counter = result.reference.counters[i];
    if (result.beats[i] == counter.beats) continue;
    text += fmt::format("{}{} {} {:+}", text.empty() ? "" : ", ", counter.memory,
                        counter.write ? "write" : "read", result.beats[i] - counter.beats);
  }
  return text;
}

bool is_unit(const FvpResult& result) { return result.reference.unit.kernels > 0; }

bool is_operator(const FvpResult& result) { return result.reference.group == "operators"; }

bool is_fitted(const FvpExperiment& experiment, const FvpCase& one) {
  const std::string name = one.accelerator + " " + one.name;
  return std::find(experiment.fitted.begin(), experiment.fitted.end(), name) !=
         experiment.fitted.end();
}

std::vector<PrintedCell> case_row(const FvpExperiment& experiment, const FvpResult& result) {
  const FvpCase& one = result.reference;
  const double vela = static_cast<double>(result.vela) / static_cast<double>(one.cycles) - 1;
  return {one.accelerator,
          one.name,
          with_thousands(one.cycles),
          with_thousands(result.cycles),
          signed_percent(result.error()),
          one.total ? "total" : "",
          is_fitted(experiment, one) ? "fitted" : "",
          with_thousands(result.vela),
          signed_percent(vela, 1),
          beats_cell(result)};
}

PrintedTable case_table(const FvpExperiment& experiment, const std::vector<FvpResult>& results) {
  std::vector<const FvpResult*> rows;
  for (const FvpResult& result : results) {
    if (!is_unit(result)) rows.push_back(&result);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const FvpResult* a, const FvpResult* b) {
    const auto key = [](const FvpResult& result) {
      return std::pair(is_operator(result), is_operator(result) ? -std::abs(result.error()) : 0.0);
    };
    return key(*a) < key(*b);
  });
  PrintedTable table{"runs", "Cycles of whole runs:"};
  table.columns = {
      {"accelerator"},
      text_column("stream").shortened_if_narrow(),
      number_column("FVP cycles"),
      number_column("Spillway"),
      number_column("error %").shown_as("error"),
      text_column("counted").only_in_documents(),
      text_column("fitted").shown_as(""),
      number_column("Vela's rule").only_in_documents(),
      number_column("error of the rule %").shown_as("error of the rule").only_in_documents(),
      text_column("beats that differ").only_in_documents()};
  for (const FvpResult* row : rows) table.add(case_row(experiment, *row));
  return table;
}

struct Summary {
  int count = 0;
  double sum = 0;
  double worst = 0;
  int counters = 0;
  int equal = 0;
};

PrintedTable summary_table(const std::vector<FvpResult>& results) {
  std::map<std::string, Summary> groups;
  for (const FvpResult& result : results) {
    const FvpCase& one = result.reference;
    Summary& summary =
        groups[one.group + ", " + one.accelerator.substr(0, one.accelerator.find('-'))];
    ++summary.count;
    summary.sum += std::abs(result.error());
    if (std::abs(result.error()) > std::abs(summary.worst)) summary.worst = result.error();
    for (std::size_t i = 0; i < result.beats.size(); ++i) {
      ++summary.counters;
      summary.equal += result.beats[i] == one.counters[i].beats ? 1 : 0;
    }
  }
  PrintedTable table{"means", "\nErrors of the cycles, and counters that are equal:"};
  table.columns = {{"rows"},
                   number_column("number"),
                   number_column("mean error %").shown_as("mean error"),
                   number_column("worst %").shown_as("worst"),
                   number_column("equal"),
                   number_column("counters")};
  for (const auto& [group, summary] : groups) {
    table.add({group, std::to_string(summary.count),
               fmt::format("{:.2f} %", 100 * summary.sum / summary.count),
               signed_percent(summary.worst), std::to_string(summary.equal),
               std::to_string(summary.counters)});
  }
  return table;
}

// Returns lines with the errors of single units, and with the errors that the steps of the FVP's
// clock alone would cause.
std::string unit_error_lines(const std::vector<FvpResult>& results) {
  const UnitErrors errors = unit_errors(results);
  const auto line = [](const char* name, const UnitError& error) {
    return fmt::format("  {:<42}{:>6.1f} %{:>8.1f} %\n", name, 100 * error.mean,
                       100 * error.of_cycles);
  };
  return "\nErrors of units: the mean, and all differences over all cycles:\n" +
         line("Spillway", errors.all) +
         line("Spillway, beyond a step of the FVP's clock", errors.beyond) +
         line("expected from a simulator without error", errors.of_clock_steps);
}

PrintedTable kind_table(const std::vector<FvpUnits>& kinds) {
  PrintedTable table{"kinds", "\nUnits by their operators:"};
  table.columns = {{"accelerator"},           text_column("units").shortened_if_narrow(),
                   number_column("number"),   number_column("FVP cycles"),
                   number_column("Spillway"), number_column("error %").shown_as("error")};
  for (const FvpUnits& units : kinds) {
    table.add({units.accelerator, units.kind, std::to_string(units.count),
               with_thousands(units.reference), with_thousands(units.cycles),
               signed_percent(units.error(), 1)});
  }
  return table;
}

PrintedTable unit_table(const std::vector<FvpResult>& results) {
  std::vector<const FvpResult*> rows;
  for (const FvpResult& result : results) {
    if (is_unit(result)) rows.push_back(&result);
  }
  const auto difference = [](const FvpResult& result) {
    return result.cycles - result.reference.cycles;
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const FvpResult* a, const FvpResult* b) {
    return std::abs(difference(*a)) > std::abs(difference(*b));
  });
  PrintedTable table{"units", "\nUnits, the largest difference first:"};
  table.columns = {{"accelerator"},
                   {"unit"},
                   text_column("operators").shortened_if_narrow(),
                   number_column("FVP cycles"),
                   number_column("Spillway").only_in_documents(),
                   number_column("difference")};
  for (const FvpResult* row : rows) {
    const FvpCase& one = row->reference;
    table.add({one.accelerator, one.name, one.unit.kind, with_thousands(one.cycles),
               with_thousands(row->cycles), fmt::format("{:+}", difference(*row))});
  }
  return table;
}

}  // namespace

Printout fvp_report(const FvpExperiment& experiment, const std::vector<FvpResult>& results) {
  Printout printout;
  return printout << case_table(experiment, results) << summary_table(results)
                  << unit_error_lines(results) << kind_table(units_by_kind(results))
                  << unit_table(results);
}

}  // namespace spillway
