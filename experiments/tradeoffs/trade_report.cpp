// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/trade_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/advice/milliseconds.h"
#include "experiments/point/document.h"
#include "experiments/tradeoffs/choice_cells.h"

namespace spillway {
namespace {

using TradeJson = nlohmann::ordered_json;

constexpr std::size_t most_lines = 24;  // lines of a table that people read

// Indices of the columns of choice_cells() in which the unbeaten points differ. The capacity of the
// fastest memory is left out, because it has a column of its own.
std::vector<std::size_t> varied_columns(const TradeOff& trade) {
  std::vector<std::size_t> columns;
  const auto first = choice_cells(trade.unbeaten.front());
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (first[c].first == "memories") continue;
    const bool varied = std::any_of(trade.unbeaten.begin(), trade.unbeaten.end(),
                                    [&](const HardwareChoice& choice) {
                                      return choice_cells(choice)[c].second != first[c].second;
                                    });
    if (varied) columns.push_back(c);
  }
  return columns;
}

// The columns in which all unbeaten points agree, as one line above the table.
std::string common_text(const TradeOff& trade, const std::vector<std::size_t>& varied) {
  std::vector<std::string> words;
  const auto cells = choice_cells(trade.unbeaten.front());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto& [name, text] = cells[c];
    const bool usual = text.empty() || name == "memories" || (name == "threads" && text == "1");
    if (usual || std::find(varied.begin(), varied.end(), c) != varied.end()) continue;
    words.push_back(text);
  }
  return words.empty() ? "" : fmt::format("all: {}\n", fmt::join(words, ", "));
}

std::string padded_table(const std::vector<std::vector<std::string>>& rows, std::size_t figures) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += c < figures ? fmt::format("{:>{}}  ", row[c], widths[c] + (c == 0 ? 2 : 0))
                          : fmt::format("{:<{}}  ", row[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string unbeaten_table(const TradeOff& trade, const std::vector<std::size_t>& varied) {
  std::vector<std::vector<std::string>> rows(1);
  const auto names = choice_cells(trade.unbeaten.front());
  const auto figures = figure_cells(trade, trade.unbeaten.front());
  for (const FigureCell& figure : figures) rows[0].push_back(figure.name);
  for (const std::size_t c : varied) rows[0].push_back(names[c].first);
  const std::size_t lines = std::min(trade.unbeaten.size(), most_lines);
  for (std::size_t i = 0; i < lines; ++i) {
    rows.emplace_back();
    for (const FigureCell& figure : figure_cells(trade, trade.unbeaten[i])) {
      rows.back().push_back(figure.text);
    }
    const auto cells = choice_cells(trade.unbeaten[i]);
    for (const std::size_t c : varied) rows.back().push_back(cells[c].second);
    const std::size_t equals = trade.unbeaten[i].equals;
    if (equals > 0) rows.back().push_back(fmt::format("({} more with these figures)", equals));
  }
  for (auto& row : rows) row.resize(figures.size() + varied.size() + 1);
  std::string text = padded_table(rows, figures.size());
  if (trade.unbeaten.size() > lines) {
    text += fmt::format("  and {} slower ones; --format csv prints all\n",
                        trade.unbeaten.size() - lines);
  }
  return text;
}

std::string choice_line(const TradeOff& trade, const std::string& what,
                        const HardwareChoice& choice) {
  std::vector<std::string> words;
  for (const FigureCell& figure : figure_cells(trade, choice)) {
    words.push_back(figure.name == "latency ms" ? figure.text + " ms"
                    : figure.name == "MB/s"     ? figure.text + " MB/s"
                    : figure.name == "uJ"       ? figure.text + " uJ"
                                                : figure.name + " " + figure.text);
  }
  return fmt::format("{}: {}\n  {}\n", what, fmt::join(words, ", "), choice.command);
}

std::string cheapest_text(const TradeOff& trade, const TradeOffQuestion& question) {
  const std::string within =
      question.deadline_us ? fmt::format(" within {:.3f} ms", milliseconds(*question.deadline_us))
                           : "";
  if (!trade.cheapest) return fmt::format("no point is{}\n", within);
  const std::string what = question.prices.empty() ? "least " + trade.fast_memory : "cheapest";
  return choice_line(trade, what + within, *trade.cheapest);
}

std::string one_trade_text(const TradeOff& trade, const TradeOffQuestion& question) {
  if (trade.simulated == 0) {
    return fmt::format("{}: none of {} points has a plan\n", trade.network, trade.points);
  }
  std::vector<std::string> objectives;
  for (const Objective objective : trade.objectives) {
    objectives.push_back(objective_text(trade, objective));
  }
  const std::vector<std::size_t> varied = varied_columns(trade);
  return fmt::format("{}: {} of {} points are unbeaten\nby {}\n", trade.network,
                     trade.unbeaten.size(), trade.points, fmt::join(objectives, ", ")) +
         common_text(trade, varied) + unbeaten_table(trade, varied) +
         choice_line(trade, "fastest overall", *trade.fastest) + cheapest_text(trade, question);
}

TradeJson number_or_null(const std::optional<double>& number) {
  return number ? TradeJson(*number) : TradeJson();
}

TradeJson choice_json(const std::optional<HardwareChoice>& choice) {
  if (!choice) return nullptr;
  return {{"target", choice->target},
          {"system_config", choice->system_config},
          {"memory_mode", choice->memory_mode},
          {"memories", choice->memories},
          {"parts", choice->parts},
          {"options", choice->options},
          {"planner", choice->planner},
          {"allocator", choice->allocator},
          {"latency_us", choice->latency_us},
          {"fast_memory", choice->fast_memory},
          {"fast_bytes", choice->fast_bytes},
          {"bandwidth_bytes_per_s",
           choice->bandwidth ? TradeJson(std::llround(*choice->bandwidth)) : TradeJson()},
          {"energy_uj", number_or_null(choice->energy_uj)},
          {"cost", number_or_null(choice->cost)},
          {"equal_points", choice->equals},
          {"command", choice->command}};
}

const char* objective_name(Objective objective) {
  switch (objective) {
    case Objective::latency:
      return "latency";
    case Objective::fast_bytes:
      return "fast_bytes";
    case Objective::bandwidth:
      return "bandwidth";
    case Objective::energy:
      return "energy";
    case Objective::cost:
      return "cost";
  }
  return "";
}

TradeJson trade_off_json(const TradeOff& trade) {
  TradeJson objectives = TradeJson::array(), unbeaten = TradeJson::array();
  for (const Objective objective : trade.objectives) {
    objectives.push_back(objective_name(objective));
  }
  for (const HardwareChoice& choice : trade.unbeaten) unbeaten.push_back(choice_json(choice));
  return {{"network", trade.network},
          {"points", trade.points},
          {"simulated_points", trade.simulated},
          {"objectives", objectives},
          {"unbeaten", unbeaten},
          {"fastest", choice_json(trade.fastest)},
          {"cheapest", choice_json(trade.cheapest)}};
}

}  // namespace

std::string trade_text(const std::vector<TradeOff>& trades, const TradeOffQuestion& question) {
  std::vector<std::string> texts;
  texts.reserve(trades.size());
  for (const TradeOff& trade : trades) texts.push_back(one_trade_text(trade, question));
  return fmt::format("{}", fmt::join(texts, "\n"));
}

DocumentTable trade_table(const std::vector<TradeOff>& trades) {
  DocumentTable table;
  table.header = {"network",           "latency us",  "fast memory", "fast bytes",
                  "bandwidth bytes/s", "energy uJ",   "cost",        "target",
                  "system config",     "memory mode", "parts",       "options",
                  "memories",          "planner",     "allocator",   "equal points"};
  const auto number = [](const std::optional<double>& value, int places) {
    return value ? fmt::format("{:.{}f}", *value, places) : "";
  };
  for (const TradeOff& trade : trades) {
    for (const HardwareChoice& choice : trade.unbeaten) {
      table.rows.push_back({trade.network, fmt::format("{:.3f}", choice.latency_us),
                            choice.fast_memory, std::to_string(choice.fast_bytes),
                            number(choice.bandwidth, 0), number(choice.energy_uj, 3),
                            number(choice.cost, 4), choice.target, choice.system_config,
                            choice.memory_mode, choice.parts, choice.options, choice.memories,
                            choice.planner, choice.allocator, std::to_string(choice.equals)});
    }
  }
  return table;
}

std::string trade_json(const std::vector<TradeOff>& trades, const TradeOffQuestion& question) {
  TradeJson list = TradeJson::array();
  for (const TradeOff& trade : trades) list.push_back(trade_off_json(trade));
  TradeJson document = document_head("pareto");
  document["deadline_us"] = number_or_null(question.deadline_us);
  document["networks"] = list;
  return document_text(document);
}

}  // namespace spillway
