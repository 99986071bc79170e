// SPDX-License-Identifier: Apache-2.0
#include "report/run_summary.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/terminal_text.h"
#include "base/text.h"
#include "report/operator_table.h"

namespace spillway {
namespace {

constexpr std::size_t slowest_shown = 5;

/// A part of the run's time. In the bar of the summary, the section of this part is filled with
/// `letter`.
struct Part {
  std::string name;
  char letter = ' ';
  int colour = 0;  // index of the part's colour among the terminal's 256 colours
  Cycles cycles = 0;
};

// The terminal colours that are closest to the colours of the HTML pages, which colour-blind people
// can distinguish.
constexpr int compute_colour = 25;
constexpr int wait_colour = 36;
constexpr int overhead_colour = 245;
constexpr int host_colour = 95;
constexpr std::array<int, 5> stall_colours = {214, 166, 175, 227, 74};
constexpr std::array<char, 5> stall_letters = {'=', '+', ':', '%', '@'};

std::vector<Part> parts_of(const Timing& timing) {
  const OperatorTiming sum = timing.sum_of_operators();
  std::vector<Part> parts = {{"compute", '#', compute_colour, sum.compute}};
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    parts.push_back({terminal_text(timing.memories[m].name) + " stalls",
                     stall_letters[m % stall_letters.size()],
                     stall_colours[m % stall_colours.size()], sum.memory_stall[m]});
  }
  parts.push_back({"DMA wait", '~', wait_colour, sum.dma_wait});
  parts.push_back({"overhead", '.', overhead_colour, sum.overhead});
  parts.push_back({"CPU", '*', host_colour, sum.host});
  return parts;
}

double percent_of(Cycles part, Cycles whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string painted(const std::string& text, int colour_number, bool colour) {
  return colour ? fmt::format("\x1b[38;5;{}m{}\x1b[0m", colour_number, text) : text;
}

// Returns the inferences per second with one decimal. A rate below 0.1 has two significant digits
// instead, because one decimal would give 0.0.
std::string rate_of(double latency_ms) {
  const double per_second = 1000 / latency_ms;
  return per_second < 0.1 ? fmt::format("{:.2g}", per_second) : fmt::format("{:.1f}", per_second);
}

std::string headline(const Timing& timing, const std::vector<Part>& parts,
                     std::optional<Cycles> at_least) {
  const auto most = std::max_element(
      parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.cycles < b.cycles; });
  const double latency = milliseconds(timing.total, timing.clock);
  const double share = percent_of(most->cycles, timing.total);
  if (at_least) {
    return fmt::format("at least {:.3f} ms; estimated {:.3f} ms, {} inferences/s; {} {:.1f} %\n",
                       milliseconds(*at_least, timing.clock), latency, rate_of(latency), most->name,
                       share);
  }
  return fmt::format("{:.3f} ms, {} inferences/s; {} {:.1f} % of the time\n", latency,
                     rate_of(latency), most->name, share);
}

// Returns a bar whose sections are the parts of the run's time. Rounds cumulative lengths instead
// of the lengths of single sections, so that the sections always fill the bar.
std::string bar(const Timing& timing, const std::vector<Part>& parts, bool colour,
                std::size_t columns) {
  std::string text;
  Cycles before = 0;
  const auto column = [&](Cycles cycles) {
    return static_cast<std::size_t>(cycles * static_cast<Cycles>(columns) / timing.total);
  };
  for (const Part& part : parts) {
    const std::size_t width = column(before + part.cycles) - column(before);
    before += part.cycles;
    if (width == 0) continue;
    text += painted(std::string(width, part.letter), part.colour, colour);
  }
  return text + "\n";
}

std::string legend(const Timing& timing, const std::vector<Part>& parts, bool colour,
                   std::size_t columns) {
  std::string text;
  std::size_t used = 0;
  for (const Part& part : parts) {
    if (part.cycles == 0) continue;
    const std::string entry =
        fmt::format(" {} {:.1f} %", part.name, percent_of(part.cycles, timing.total));
    const std::size_t width = entry.size() + (used == 0 ? 1 : 3);
    if (used > 0) text += used + width > columns ? "\n" : "  ";
    used = used > 0 && used + width > columns ? entry.size() + 1 : used + width;
    text += painted(std::string(1, part.letter), part.colour, colour) + entry;
  }
  return text + "\n";
}

// Returns the reason why an operator runs on the CPU, from the operator's note: "REASON" for "cpu:
// REASON; unvalidated cost". Empty for an operator of a compiled file, which does not contain the
// reason.
std::string reason_of(const OperatorTiming& op) {
  constexpr std::string_view start = "cpu: ";
  if (op.note.compare(0, start.size(), start) != 0) return "";
  return op.note.substr(start.size(), op.note.find(';') - start.size());
}

PrintedTable slowest(const Timing& timing, const TimeUnit& unit) {
  std::vector<std::size_t> order(timing.operators.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return timing.operators[a].total() > timing.operators[b].total();
  });
  order.resize(std::min(order.size(), slowest_shown));
  PrintedTable table{"slowest", "slowest operators"};
  table.columns = {number_column("share %").at_least(8).with_unit(" %"),
                   number_column("number").shown_as("#").at_least(4),
                   text_column("operator").shortened_if_narrow(),
                   number_column(unit.name).at_least(13).with_unit(" " + unit.name)};
  table.has_head = false;
  for (const std::size_t number : order) {
    const OperatorTiming& op = timing.operators[number];
    const Cycles time = unit.clock.khz > 0 ? in_unit(op.total(), timing.clock, unit) : op.total();
    table.add({fmt::format("{:.1f}", percent_of(op.total(), timing.total)), std::to_string(number),
               op.name, with_thousands(time)});
  }
  return table;
}

// Returns the energy of each memory and of the MACs, by name; nullopt = the energy is unknown.
std::vector<std::pair<std::string, std::optional<double>>> energies(const Timing& timing) {
  std::vector<std::pair<std::string, std::optional<double>>> all;
  for (const MemoryActivity& memory : timing.memories) {
    all.emplace_back(memory.name, memory.energy_pj);
  }
  all.emplace_back("MACs", timing.mac_energy_pj);
  return all;
}

std::string energy_cell(const std::optional<double>& picojoules) {
  constexpr double pj_per_uj = 1e6;
  return picojoules ? fmt::format("{:.1f}", *picojoules / pj_per_uj) : "";
}

// Returns a line with the share of each memory and of the MACs in the known energy, and with the
// names whose energy is unknown; empty if no energy is known.
std::string energy_line(const Timing& timing) {
  std::vector<std::string> shares, unknown;
  double known = 0;
  for (const auto& [name, energy] : energies(timing)) known += energy.value_or(0);
  for (const auto& [name, energy] : energies(timing)) {
    if (!energy) {
      unknown.push_back(terminal_text(name));
    } else if (known > 0) {
      shares.push_back(fmt::format("{} {:.1f} %", terminal_text(name), 100 * *energy / known));
    }
  }
  if (shares.empty()) return "";
  std::string line = fmt::format("known energy: {}", fmt::join(shares, ", "));
  if (!unknown.empty()) line += fmt::format("; not known: {}", fmt::join(unknown, ", "));
  return line + "\n";
}

PrintedTable memory_table(const Timing& timing) {
  const auto all = energies(timing);
  const bool energy =
      std::any_of(all.begin(), all.end(), [](const auto& part) { return part.second.has_value(); });
  // If the table has a column for energies, the other columns are narrower, so that the table fits
  // 80 characters.
  const std::size_t width = energy ? 11 : 13;
  PrintedTable table{"memories", ""};
  table.columns = {
      text_column("memory").shown_as("memory, bytes").at_least(13).shortened_if_narrow(),
      number_column("peak bytes").shown_as("peak").at_least(std::min<std::size_t>(width, 12)),
      number_column("size bytes").shown_as("of").at_least(std::min<std::size_t>(width, 12)),
      number_column("read bytes").shown_as("read").at_least(width),
      number_column("written bytes").shown_as("written").at_least(width)};
  if (energy) table.columns.push_back(number_column("energy uJ"));
  for (const MemoryActivity& memory : timing.memories) {
    table.add({memory.name, with_thousands(memory.peak), with_thousands(memory.capacity),
               with_thousands(memory.read_bytes), with_thousands(memory.write_bytes)});
    if (energy) table.rows.back().emplace_back(energy_cell(memory.energy_pj));
  }
  if (timing.mac_energy_pj) {
    table.add({"MACs", "", "", "", "", energy_cell(timing.mac_energy_pj)});
  }
  return table;
}

}  // namespace

std::string host_summary(const Timing& timing, std::size_t width) {
  const OperatorTiming* largest = nullptr;
  Cycles cycles = 0;
  int count = 0;
  for (const OperatorTiming& op : timing.operators) {
    if (op.host == 0) continue;
    ++count;
    cycles += op.host;
    if (largest == nullptr || op.host > largest->host) largest = &op;
  }
  if (largest == nullptr) return "";
  const std::string reason = reason_of(*largest);
  constexpr std::size_t widest_name = 30;
  const std::string why = reason.empty() ? "" : ": " + terminal_text(reason);
  const std::string second =
      fmt::format("  largest: {} ({}){}", elided(terminal_text(largest->name), widest_name),
                  terminal_text(largest->type), why);
  return fmt::format("{} of {} operators run on the CPU, {:.1f} % of the time\n{}\n", count,
                     timing.operators.size(), percent_of(cycles, timing.total),
                     elided(second, width));
}

Printout run_summary(const Timing& timing, bool colour, std::size_t width, const TimeUnit& unit,
                     std::optional<Cycles> at_least) {
  Printout printout;
  if (timing.total > 0) {
    const std::vector<Part> parts = parts_of(timing);
    printout << headline(timing, parts, at_least);
    const std::size_t columns = width == unlimited_output ? narrowest_output : width;
    printout.draw(bar(timing, parts, colour, columns) + legend(timing, parts, colour, columns),
                  colour);
    printout << host_summary(timing, width) << slowest(timing, unit);
  }
  return printout << memory_table(timing) << energy_line(timing);
}

}  // namespace spillway
