// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "cli/sweeps/run_sweep.h"
#include "cli/sweeps/sweep_report.h"
#include "cli/sweeps/sweep_spec.h"
#include "experiments/rows/sweep_columns.h"
#include "experiments/sweep/sweep_meta.h"
#include "experiments/tradeoffs/costs.h"
#include "experiments/tradeoffs/trade_report.h"

namespace spillway::cli {
namespace {

TradeOffQuestion read_trade_question(const Arguments& arguments) {
  TradeOffQuestion question;
  question.prices = parse_prices(arguments.list("cost"));
  if (arguments.has("deadline")) {
    const std::string text = arguments.text("deadline");
    question.deadline_us = parse_latency(text);
    if (!question.deadline_us) {
      throw usage_error("--deadline: '" + text +
                        "' is not a time like 33ms, 500us or 1s, or a rate like 30fps");
    }
  }
  return question;
}

// Whether the only positional argument is the CSV of a sweep, whose header begins with the columns
// `sweep_identity_columns`.
bool is_finished_sweep(const Arguments& arguments) {
  if (arguments.positional().size() != 1) return false;
  std::error_code ignored;
  // A pipe is not read here, because its bytes can be read only once and may be a network.
  if (!std::filesystem::is_regular_file(arguments.positional()[0], ignored)) return false;
  std::string begin(sweep_identity_columns.size(), '\0');
  std::ifstream file(arguments.positional()[0], std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return file.gcount() == static_cast<std::streamsize>(begin.size()) &&
         begin == sweep_identity_columns;
}

void require_no_sweep(const Arguments& arguments) {
  std::vector<std::string> options = {"skip",        "vary",          "output",
                                      "jobs",        "report",        "svg",
                                      "keep-failed", "point-timeout", "point-memory"};
  for (const PointOption& option : point_options()) options.emplace_back(option.name);
  arguments.require_none(
      options,
      "the points are read from " + arguments.positional()[0] +
          ", a result of 'spillway sweep'; this option is only for points that are simulated");
}

ExitCode print_trades(const std::vector<TradeOff>& trades, const TradeOffQuestion& question,
                      const Arguments& arguments, const Console& console) {
  const bool shortened = table_format(arguments) == TableFormat::text;
  print(trade_printout(trades, question, shortened), arguments, console);
  if (arguments.has("json")) {
    write_document(arguments, console, trade_json(trades, question));
  }
  const bool all = std::all_of(trades.begin(), trades.end(),
                               [](const TradeOff& trade) { return trade.cheapest.has_value(); });
  return all ? ExitCode::ok : ExitCode::check_missed;
}

// Returns what FILE.meta.json beside the CSV `file` records about the sweep: its command line,
// networks and targets. Without this file, the result is empty.
SweepOrigin origin_beside(const std::string& file) {
  const std::string meta = meta_path(file);
  std::error_code ignored;
  return std::filesystem::exists(meta, ignored) ? origin_in(read_text(meta), meta) : SweepOrigin();
}

ExitCode run_pareto(const Arguments& arguments, const Console& console) {
  check_sweep_report_options(arguments);
  const TradeOffQuestion question = read_trade_question(arguments);
  if (is_finished_sweep(arguments)) {
    require_no_sweep(arguments);
    const std::string& file = arguments.positional()[0];
    return print_trades(trade_offs(read_text(file), file, origin_beside(file), question), question,
                        arguments, console);
  }
  const SweepSpec spec = read_sweep_spec(arguments, console);
  SweepTable table(spec);
  check_prices(table, question.prices);
  ExitCode answered = ExitCode::ok;
  const ExitCode swept = run_sweep_for_answer(
      table, arguments, console, [&](const std::string& csv, const std::string& source) {
        const SweepOrigin origin = origin_of(table, arguments.command_line());
        const std::vector<TradeOff> trades = trade_offs(csv, source, origin, question);
        if (wants_sweep_report(arguments)) {
          write_sweep_report(arguments, console, csv, source, origin, trade_json(trades, question));
        }
        answered = print_trades(trades, question, arguments, console);
      });
  return swept == ExitCode::ok ? answered : swept;
}

}  // namespace

CommandEntry pareto_command() {
  CommandEntry entry;
  entry.summary = "compare chips, memories and planners: list the points that no other point beats";
  entry.positional = "NETWORK...|FILE.csv";
  entry.description =
      "Simulates every combination of options as 'sweep' does, or reads the points from FILE.csv, "
      "which 'sweep' wrote. Lists the points that no other point beats (the Pareto front) in "
      "latency, capacity of the fastest memory, bandwidth of the other memories, and energy if the "
      "energy of all points is known. Also shows the fastest point and the cheapest point that "
      "meets --deadline. With --cost, the cheapest point has the lowest cost by your prices; "
      "otherwise it has the smallest fast memory. If no point meets the deadline, the exit status "
      "is 4.";
  entry.examples = {
      "spillway pareto ds_cnn --target ethos-u55-64,ethos-u55-128 --memory sram=16K:64K:16K "
      "--deadline 2ms",
      "spillway pareto resnet8 --target ethos-u65-256 --memory-mode Dedicated_Sram --memory "
      "sram=32K:128K:32K --part dram=LPDDR4-3200-x16,DDR3-1600K-x16 --cost "
      "sram=1.0/KiB,part=LPDDR4:3.50,part=DDR3:2.00 --deadline 33ms",
      "spillway pareto sweep.csv --format markdown"};
  add_sweep_options(entry.options);
  entry.options.add_options()("deadline", text_value("TIME"),
                              "longest latency of one inference, such as 33ms, 500us or 30fps")(
      "cost", list_value("PRICE"),
      "prices, such as sram=1.0/KiB, part=LPDDR4:3.50 or target=ethos-u55-128:0.80")(
      "vary", list_value("OPTION=VALUE,..."), "values of another option, each of which is tried")(
      "skip", list_value("CONDITION"),
      "condition of points to leave out, such as 'planner=exact and memory.sram>512K'")(
      "output", text_value("FILE.csv"),
      "keep the rows of simulated points in this file; later runs and 'sweep' reuse the rows");
  entry.tables = {"points"};
  add_worker_options(entry);
  add_sweep_report_options(entry);
  entry.outputs.emplace_back("output");
  entry.sweep_csv = "output";
  entry.run = run_pareto;
  return entry;
}

}  // namespace spillway::cli
