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

std::string beats_cell(const FvpResult& result) {
  std::string text;
  for (std::size_t i = 0; i < result.beats.size(); ++i) {
    const std::int64_t difference = result.beats[i] - result.reference.counters[i].beats;
    text += fmt::format("{}{:+}", i == 0 ? "" : " ", difference);
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

std::string case_row(const FvpExperiment& experiment, const FvpResult& result) {
  const FvpCase& one = result.reference;
  const double vela = static_cast<double>(result.vela) / static_cast<double>(one.cycles) - 1;
  return fmt::format("| {} | {} | {}{} | {} | {} | {} | {} | {} | {} |\n", one.accelerator,
                     one.name, with_thousands(one.cycles), one.total ? " (total)" : "",
                     with_thousands(result.cycles), signed_percent(result.error()),
                     is_fitted(experiment, one) ? "fitted" : "", with_thousands(result.vela),
                     signed_percent(vela, 1), beats_cell(result));
}

std::string case_table(const FvpExperiment& experiment, const std::vector<FvpResult>& results) {
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
  std::string text =
      "| accelerator | stream | FVP cycles | Spillway | error | | Vela's rule | error | beats |\n"
      "|---|---|---|---|---|---|---|---|---|\n";
  for (const FvpResult* row : rows) text += case_row(experiment, *row);
  return text;
}

struct Summary {
  int count = 0;
  double sum = 0;
  double worst = 0;
  int counters = 0;
  int equal = 0;
};

std::string summary_table(const std::vector<FvpResult>& results) {
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
  std::string text =
      "\n| rows | number | mean error | worst | counters equal |\n|---|---|---|---|---|\n";
  for (const auto& [group, summary] : groups) {
    text += fmt::format("| {} | {} | {:.2f} % | {} | {} of {} |\n", group, summary.count,
                        100 * summary.sum / summary.count, signed_percent(summary.worst),
                        summary.equal, summary.counters);
  }
  return text;
}

std::string unit_error_table(const std::vector<FvpResult>& results) {
  const UnitErrors errors = unit_errors(results);
  std::string text = "\n| units | mean of the errors | differences over cycles |\n|---|---|---|\n";
  const auto add = [&](const char* name, const UnitError& error) {
    text += fmt::format("| {} | {:.1f} % | {:.1f} % |\n", name, 100 * error.mean,
                        100 * error.of_cycles);
  };
  add("Spillway", errors.all);
  add("Spillway, beyond a step of the FVP's clock", errors.beyond);
  add("expected from a simulator without error", errors.unbiased);
  return text;
}

std::string unit_tables(const std::vector<FvpResult>& results) {
  const std::vector<FvpUnits> kinds = units_by_kind(results);
  if (kinds.empty()) return "";
  std::string text = unit_error_table(results);
  text +=
      "\n| accelerator | units | number | FVP cycles | Spillway | error |\n"
      "|---|---|---|---|---|---|\n";
  for (const FvpUnits& units : kinds) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", units.accelerator, units.kind,
                        units.count, with_thousands(units.reference), with_thousands(units.cycles),
                        signed_percent(units.error(), 1));
  }
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
  text +=
      "\n| accelerator | unit | operators | FVP cycles | Spillway | difference |\n"
      "|---|---|---|---|---|---|\n";
  for (const FvpResult* row : rows) {
    const FvpCase& one = row->reference;
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {:+} |\n", one.accelerator, one.name, one.unit.kind,
                    with_thousands(one.cycles), with_thousands(row->cycles), difference(*row));
  }
  return text;
}

}  // namespace

std::string fvp_markdown(const FvpExperiment& experiment, const std::vector<FvpResult>& results) {
  return case_table(experiment, results) + summary_table(results) + unit_tables(results);
}

}  // namespace spillway
