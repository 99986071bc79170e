// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/trade_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/advice/milliseconds.h"
#include "experiments/point/document.h"
#include "experiments/tradeoffs/trade_off.h"

namespace spillway {
namespace {

/// One simulated or computed quantity of a hardware choice, such as its latency or cost, as text:
/// the heading of the quantity's column and the value.
struct FigureCell {
  std::string name, text;
};
/// Returns the quantities of a hardware choice, each with its heading. `trade` gives the objectives
/// and the name of the fastest memory.
std::vector<FigureCell> figure_cells(const TradeOff& trade, const HardwareChoice& choice);

constexpr double megabyte = 1e6;

bool has(const TradeOff& trade, Objective objective) {
  return std::find(trade.objectives.begin(), trade.objectives.end(), objective) !=
         trade.objectives.end();
}

// Returns capacities in bytes as a text with units: `sram=64K dram=1M` for `sram=65536
// dram=1048576`.
std::string capacities_cell(const std::string& memories) {
  std::string text;
  for (const std::string& word : split(memories, ' ')) {
    const std::size_t value = word.find('=') + 1;
    const auto size = parse_size(word.substr(value));
    text += (text.empty() ? "" : " ") +
            (value > 0 && size ? word.substr(0, value) + format_size(*size) : word);
  }
  return text;
}

// Returns memory parts without the hashes of part files: `dram=my.toml` for
// `dram=my.toml:0123456789abcdef`.
std::string parts_cell(const std::string& parts) {
  std::string text;
  for (const std::string& word : split(parts, ' ')) {
    text += (text.empty() ? "" : " ") + word.substr(0, word.find(':'));
  }
  return text;
}

// Returns the number of decimals for times in milliseconds: 5 if the fastest point takes less than
// a millisecond, because such latencies can differ by less than a microsecond; otherwise 3.
int places_of(const TradeOff& trade) {
  constexpr double millisecond = 1000;
  return trade.fastest && trade.fastest->latency_us < millisecond ? 5 : 3;
}

// Returns the names and values of the chosen options, such as `target` and `ethos-u55-128`, in the
// order of a command line. Capacities are written with units, and part files without hashes.
std::vector<std::pair<std::string, std::string>> choice_cells(const HardwareChoice& choice) {
  return {{"target", choice.target},
          {"system config", choice.system_config},
          {"memory mode", choice.memory_mode},
          {"parts", parts_cell(choice.parts)},
          {"options", choice.options},
          {"threads", choice.threads},
          {"memories", capacities_cell(choice.memories)},
          {"planner", choice.planner},
          {"allocator", choice.allocator}};
}

std::vector<FigureCell> figure_cells(const TradeOff& trade, const HardwareChoice& choice) {
  std::vector<FigureCell> cells = {
      {"latency ms", fmt::format("{:.{}f}", milliseconds(choice.latency_us), places_of(trade))},
      {trade.fast_memory, format_size(choice.fast_bytes)},
      {"MB/s",
       choice.bandwidth ? fmt::format("{:.0f}", *choice.bandwidth / megabyte) : "no limit"}};
  if (has(trade, Objective::energy)) {
    cells.push_back({"uJ", choice.energy_uj ? fmt::format("{:.1f}", *choice.energy_uj) : ""});
  }
  if (choice.cost) cells.push_back({"cost", fmt::format("{:.2f}", *choice.cost)});
  return cells;
}

// The names of the objectives in JSON, in the order of the enumeration.
constexpr std::array<const char*, 5> objective_names = {"latency", "fast_bytes", "bandwidth",
                                                        "energy", "cost"};

const char* objective_name(Objective objective) {
  return objective_names[static_cast<std::size_t>(objective)];
}

// Returns the text of an objective on a terminal, such as "latency" or "capacity of sram".
std::string objective_text(const TradeOff& trade, Objective objective) {
  if (objective == Objective::fast_bytes) return "capacity of " + trade.fast_memory;
  if (objective == Objective::bandwidth) return "bandwidth of the other memories";
  return objective_name(objective);
}

using TradeJson = nlohmann::ordered_json;

constexpr std::size_t most_lines = 24;  // maximum number of lines of a table on a terminal

// Returns the indices of the columns of choice_cells() in which the unbeaten points differ. Leaves
// out the column with the capacities of all memories; figure_cells() has a column with the capacity
// of the fastest memory.
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

// Returns the line above the table: the values of options that are equal for all unbeaten points.
// Leaves out memory sizes, and values that need no mention, such as one thread. Empty if no value
// is left.
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

std::string number_text(const std::optional<double>& value, int places) {
  return value ? fmt::format("{:.{}f}", *value, places) : "";
}

struct DocumentCell {
  const char* column;
  Cells cells;
  std::string text;
};

// Returns the cells of a row for Markdown, LaTeX or CSV. Unlike the table on a terminal, these
// formats show all quantities and all options.
std::vector<DocumentCell> document_cells(const HardwareChoice& choice) {
  return {{"latency us", Cells::number, fmt::format("{:.3f}", choice.latency_us)},
          {"fast memory", Cells::text, choice.fast_memory},
          {"fast bytes", Cells::number, std::to_string(choice.fast_bytes)},
          {"bandwidth bytes/s", Cells::number, number_text(choice.bandwidth, 0)},
          {"energy uJ", Cells::number, number_text(choice.energy_uj, 3)},
          {"cost", Cells::number, number_text(choice.cost, 4)},
          {"target", Cells::text, choice.target},
          {"system config", Cells::text, choice.system_config},
          {"memory mode", Cells::text, choice.memory_mode},
          {"parts", Cells::text, choice.parts},
          {"options", Cells::text, choice.options},
          {"threads", Cells::number, choice.threads},
          {"memories", Cells::text, choice.memories},
          {"planner", Cells::text, choice.planner},
          {"allocator", Cells::text, choice.allocator},
          {"equal points", Cells::number, std::to_string(choice.equals)}};
}

void add_text_columns(const TradeOff& trade, const std::vector<std::size_t>& varied,
                      PrintedTable& table) {
  const auto add = [&](const std::string& name, Cells cells) {
    table.columns.push_back({name, {}, cells, 0, 0, {}, "", Place::text});
  };
  const HardwareChoice& first = trade.unbeaten.front();
  for (const FigureCell& figure : figure_cells(trade, first)) add(figure.name, Cells::right);
  table.columns.front().width = table.columns.front().name.size() + 2;
  const auto names = choice_cells(first);
  for (const std::size_t c : varied) {
    add(names[c].first, Cells::text);
    table.columns.back().elastic = true;
  }
  add("", Cells::text);  // number of other points with equal objectives
}

PrintedTable unbeaten_table(const TradeOff& trade, const std::vector<std::size_t>& varied,
                            std::size_t lines) {
  PrintedTable table{"points", ""};
  table.keys = {{"network", trade.network}};
  add_text_columns(trade, varied, table);
  for (const DocumentCell& cell : document_cells(trade.unbeaten.front())) {
    table.columns.push_back({cell.column, {}, cell.cells, 0, 0, {}, "", Place::documents});
  }
  for (std::size_t i = 0; i < lines; ++i) {
    const HardwareChoice& choice = trade.unbeaten[i];
    std::vector<PrintedCell> row;
    for (const FigureCell& figure : figure_cells(trade, choice)) row.emplace_back(figure.text);
    const auto cells = choice_cells(choice);
    for (const std::size_t c : varied) row.emplace_back(cells[c].second);
    row.emplace_back(choice.equals == 0
                         ? std::string()
                         : fmt::format("({} more with these figures)", choice.equals));
    for (const DocumentCell& cell : document_cells(choice)) row.emplace_back(cell.text);
    table.add(std::move(row));
  }
  return table;
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

Printout one_trade(const TradeOff& trade, const TradeOffQuestion& question, std::size_t most) {
  if (trade.simulated == 0) {
    return Printout() << fmt::format("{}: none of {} points has a plan\n", trade.network,
                                     trade.points);
  }
  std::vector<std::string> objectives;
  for (const Objective objective : trade.objectives) {
    objectives.push_back(objective_text(trade, objective));
  }
  const std::vector<std::size_t> varied = varied_columns(trade);
  const std::size_t lines = std::min(trade.unbeaten.size(), most);
  const std::string more = lines == trade.unbeaten.size()
                               ? ""
                               : fmt::format("  and {} slower ones; --format csv prints all\n",
                                             trade.unbeaten.size() - lines);
  return Printout() << fmt::format("{}: {} of {} points are unbeaten\nby {}\n", trade.network,
                                   trade.unbeaten.size(), trade.points,
                                   fmt::join(objectives, ", ")) +
                           common_text(trade, varied)
                    << unbeaten_table(trade, varied, lines)
                    << more + choice_line(trade, "fastest overall", *trade.fastest) +
                           cheapest_text(trade, question);
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
          {"threads", choice->threads},
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

Printout trade_printout(const std::vector<TradeOff>& trades, const TradeOffQuestion& question,
                        bool shortened) {
  Printout printout;
  for (const TradeOff& trade : trades) {
    printout << (printout.blocks().empty() ? "" : "\n")
             << one_trade(trade, question, shortened ? most_lines : trade.unbeaten.size());
  }
  return printout;
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
