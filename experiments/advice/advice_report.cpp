// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "experiments/advice/advise.h"
#include "experiments/advice/milliseconds.h"
#include "experiments/point/document.h"

namespace spillway {
namespace {

using Json = nlohmann::ordered_json;

double saving(const AdviceList& list, const Advice& advice) {
  return 1 - advice.latency_us / list.now.latency_us;
}

std::string cascades_text(const Advice& advice) {
  std::string ranges;
  for (const OperatorRange& cascade : advice.cascades) {
    ranges += fmt::format("{} {}", ranges.empty() ? "" : ",", cascade.first);
    if (cascade.last > cascade.first) ranges += fmt::format(" to {}", cascade.last);
  }
  return ranges.empty() ? "" : fmt::format("in stripes: operators{}", ranges);
}

Json cascades_json(const Advice& advice) {
  Json cascades = Json::array();
  for (const OperatorRange& cascade : advice.cascades) {
    cascades.push_back({{"first_op", cascade.first}, {"last_op", cascade.last}});
  }
  return cascades;
}

// Returns a table of advice. If `of_chip` is true, the table lists the changes that need another
// chip or memory, otherwise the changes that keep the chip. Of the changes with the same
// Advice::kind (such as "planner" or "memory mode"), the table shows at most the first `most`.
Printout section(const AdviceList& list, bool of_chip, std::size_t most) {
  const std::string what = of_chip ? "with another chip or memory" : "with the chip as it is";
  PrintedTable table{"changes", "\n" + what};
  constexpr std::size_t indent = 22;
  table.keys = {{"with", what}};
  table.columns = {number_column("saves %")
                       .shown_as(list.now.is_ok() ? "saves" : "")
                       .at_least(8)
                       .with_unit(" %"),
                   number_column("latency ms").at_least(12).gap_before(0),
                   {"change"},
                   text_column("stripes").at_least(indent).below_rows(),
                   text_column("command").at_least(indent).below_rows()};
  std::map<std::string, std::size_t> shown;
  std::size_t left_out = 0;
  for (const Advice& advice : list.advice) {
    if (advice.of_chip != of_chip) continue;
    if (++shown[advice.kind] > most) {
      ++left_out;
      continue;
    }
    table.add({list.now.is_ok() ? fmt::format("{:.1f}", 100 * saving(list, advice)) : "",
               fmt::format("{:.3f}", milliseconds(advice.latency_us)),
               advice.kind + ": " + advice.options, cascades_text(advice), advice.command});
  }
  Printout printout;
  printout << std::move(table);
  if (left_out > 0) {
    printout << fmt::format("{:{}}and {} more; --all shows them\n", "", indent, left_out);
  }
  return printout;
}

// Returns a text with the number of changes that help, the number of changes that do not help, and
// the number of impossible changes.
std::string counts_text(const AdviceList& list) {
  const std::size_t helping = list.simulated - list.useless - list.impossible;
  std::string text =
      fmt::format("{} changes simulated: {} {}, {} {} not", list.simulated, helping,
                  helping == 1 ? "helps" : "help", list.useless, list.useless == 1 ? "does" : "do");
  if (list.impossible == 0) return text;
  return text +
         fmt::format(", {} {} not possible", list.impossible, list.impossible == 1 ? "is" : "are");
}

Json advice_json_of(const AdviceList& list, const Advice& advice) {
  return {{"kind", advice.kind},
          {"of_chip", advice.of_chip},
          {"options", advice.options},
          {"total_cycles", advice.cycles},
          {"latency_us", advice.latency_us},
          {"saving", list.now.is_ok() ? Json(saving(list, advice)) : Json()},
          {"cascades", cascades_json(advice)},
          {"command", advice.command}};
}

}  // namespace

Printout advice_printout(const AdviceList& list, std::size_t most) {
  std::string text = fmt::format("{} on {} ({}): ", list.network, list.target, list.mode);
  if (!list.compiler.empty()) text.insert(0, fmt::format("compiled by {}\n", list.compiler));
  text += list.now.is_ok() ? fmt::format("{:.3f} ms\n", milliseconds(list.now.latency_us))
                           : fmt::format("{}\n{}\n{}", list.now.status, list.now.message,
                                         list.advice.empty() ? "" : "changes that make it fit:\n");
  Printout printout;
  printout << text + list.now.host << section(list, false, most) << section(list, true, most);
  std::string end;
  if (list.advice.empty()) {
    end = list.now.is_ok() ? "no change that was tried makes it faster\n"
                           : "no change that was tried makes it fit\n";
  }
  end += list.refused.empty() ? "" : "\nnot possible here:\n";
  for (const std::string& refused : list.refused) end += "  " + refused + "\n";
  return printout << end + "\n" + counts_text(list) + "\n";
}

std::string advice_json(const AdviceList& list) {
  Json advice = Json::array();
  for (const Advice& item : list.advice) advice.push_back(advice_json_of(list, item));
  const Json now = {{"status", list.now.status},
                    {"message", list.now.message},
                    {"excess_bytes", list.now.excess},
                    {"total_cycles", list.now.is_ok() ? Json(list.now.cycles) : Json()},
                    {"latency_us", list.now.is_ok() ? Json(list.now.latency_us) : Json()},
                    {"command", list.command}};
  Json document = document_head("advise");
  const Json fields = {{"network", list.network},  {"target", list.target},
                       {"memory_mode", list.mode}, {"now", now},
                       {"advice", advice},         {"simulated", list.simulated},
                       {"useless", list.useless},  {"impossible", list.impossible},
                       {"refused", list.refused}};
  document.update(fields);
  if (!list.compiler.empty()) document["compiled_by"] = list.compiler;
  return document_text(document);
}

}  // namespace spillway
