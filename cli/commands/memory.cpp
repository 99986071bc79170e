// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <optional>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "base/files/input_guard.h"
#include "base/files/new_file_stream.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/print_tables.h"
#include "hwmodels/memory/dram/command_file.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/memory/memory_trace.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/memory/trace_patterns.h"
#include "hwmodels/memory/trace_reader.h"

namespace spillway::cli {
namespace {

constexpr int most_outstanding = 4096;
constexpr std::int64_t most_blocks = 10'000'000;
// Bytes per burst for memories without a burst length of their own.
constexpr Bytes default_burst = 64;

struct Request {
  std::string part, queue;
  int outstanding = 0;  // maximum number of outstanding requests; 0 = no limit
  MemoryParameters parameters;
  Bytes capacity = 0;

  const DramParameters* dram() const { return std::get_if<DramParameters>(&parameters); }
};

template <typename Policy>
Policy choose(const Arguments& arguments, const std::string& option,
              const std::vector<std::string>& names, Policy otherwise) {
  if (!arguments.has(option)) return otherwise;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (arguments.text(option) == names[i]) return static_cast<Policy>(i);
  }
  throw usage_error(
      unknown_name_message(fmt::format("--{}", option), arguments.text(option), names));
}

void apply_controller_options(const Arguments& arguments, Request& request) {
  auto* dram = std::get_if<DramParameters>(&request.parameters);
  if (dram == nullptr) {
    for (const char* option :
         {"queue", "page-policy", "refresh", "postpone", "commands", "check"}) {
      if (arguments.has(option)) {
        throw usage_error("--{}: {} is no DRAM and has no such controller", option, request.part);
      }
    }
    return;
  }
  request.queue = arguments.text("queue", "per-bank");
  apply_queue_setting(request.queue, *dram);
  DramController& controller = dram->controller;
  controller.page_policy =
      choose(arguments, "page-policy", {"open", "closed"}, controller.page_policy);
  controller.refresh =
      choose(arguments, "refresh", {"none", "all-bank", "per-bank"}, controller.refresh);
  if (controller.refresh == DramController::Refresh::per_bank && dram->clocks.rfc_bank == 0) {
    throw usage_error("--refresh: {} has no per-bank refresh", request.part);
  }
  if (!arguments.has("postpone")) return;
  if (controller.refresh != DramController::Refresh::per_bank) {
    throw usage_error("--postpone: needs --refresh per-bank");
  }
  const int most = 8 * dram->geometry.banks;
  controller.postponed_refreshes = static_cast<int>(*arguments.integer("postpone", 0, most));
}

Request read_request(const Arguments& arguments) {
  Request request;
  request.part = arguments.text("part");
  if (request.part.empty()) throw usage_error("expected --part NAME");
  MemoryPart part = load_memory_part(request.part);
  request.parameters = std::move(part.timing);
  request.capacity = part.capacity;
  apply_controller_options(arguments, request);
  if (arguments.text("window", "all") != "all") {
    request.outstanding = static_cast<int>(*arguments.integer("window", 1, most_outstanding));
  }
  return request;
}

Bytes burst_bytes(const MemoryParameters& parameters) {
  const auto* dram = std::get_if<DramParameters>(&parameters);
  return dram != nullptr ? dram->geometry.burst_bytes() : default_burst;
}

std::ifstream open_input(const std::string& path) {
  register_input(path);
  std::ifstream file(path);
  if (!file) throw input_error({path}, "cannot be read");
  return file;
}

/// The memory requests of a trace file or of a generated pattern, with the name of the file or
/// pattern for messages.
class Requests {
 public:
  Requests(const Arguments& arguments, const Request& request) {
    if (arguments.has("trace") == arguments.has("pattern")) {
      throw usage_error("expected one of --trace FILE.csv and --pattern NAME");
    }
    if (arguments.has("pattern")) {
      name_ = arguments.text("pattern");
      const auto blocks = arguments.integer("blocks", 1, most_blocks).value_or(50'000);
      next_ = pattern_requests(name_, blocks, 1, request.capacity);
      return;
    }
    arguments.require_none({"blocks"}, "is the length of a pattern; a trace has its own length");
    name_ = arguments.text("trace");
    file_ = open_input(name_);
    TraceDefaults defaults;
    defaults.bytes = burst_bytes(request.parameters);
    if (const DramParameters* dram = request.dram()) defaults.clock = dram->clocks.tck;
    defaults.capacity = request.capacity;
    reader_ = std::make_unique<TraceReader>(file_, name_, defaults);
    next_ = [reader = reader_.get()] { return reader->next(); };
  }

  const std::string& name() const { return name_; }
  std::optional<TraceRequest> next() { return next_(); }

 private:
  std::string name_;
  std::ifstream file_;
  std::unique_ptr<TraceReader> reader_;
  RequestSource next_;
};

double in_ns(Picoseconds time) { return static_cast<double>(time) / 1000; }

PrintedTable figures(const Request& request, const std::string& trace, const TraceResult& result) {
  PrintedTable table{"figures", ""};
  table.columns = {text_column("figure").at_least(16), text_column("value").gap_before(0)};
  table.has_head = false;
  const auto line = [&table](const char* name, const std::string& value) {
    table.add({name, value});
  };
  line("part", request.part);
  line("trace", trace);
  if (!request.queue.empty()) line("queue", request.queue);
  line("window", request.outstanding == 0 ? "all" : std::to_string(request.outstanding));
  line("requests", fmt::format("{} of {} bytes in all", with_thousands(result.requests),
                               with_thousands(result.bytes)));
  line("elapsed", fmt::format("{:.3f} us", in_ns(result.elapsed) / 1000));
  line("bandwidth", fmt::format("{:.1f} MB/s", result.bytes_per_second() / 1e6));
  if (result.peak_bytes_per_second > 0) {
    line("bus", fmt::format("{:.2f} % of {:.1f} MB/s", 100 * result.utilisation(),
                            static_cast<double>(result.peak_bytes_per_second) / 1e6));
  }
  line("latency", fmt::format("{:.1f} ns mean, {:.1f} p50, {:.1f} p99, {:.1f} max",
                              in_ns(result.latency.mean), in_ns(result.latency.p50),
                              in_ns(result.latency.p99), in_ns(result.latency.max)));
  const MemoryStatistics& statistics = result.statistics;
  if (statistics.bursts == 0) return table;
  line("row hits", fmt::format("{:.2f} % of {} device bursts",
                               100 * static_cast<double>(statistics.row_hits) /
                                   static_cast<double>(statistics.bursts),
                               with_thousands(statistics.bursts)));
  line("refreshes", with_thousands(statistics.refreshes));
  if (!result.energy) return table;
  const MemoryEnergy& energy = *result.energy;
  constexpr double pj_per_uj = 1e6;
  line("energy",
       fmt::format("{:.3f} uJ: {:.1f} % activates, {:.1f} reads, {:.1f} writes, {:.1f} refreshes, "
                   "{:.1f} standby",
                   energy.total() / pj_per_uj, 100 * energy.activate / energy.total(),
                   100 * energy.read / energy.total(), 100 * energy.write / energy.total(),
                   100 * energy.refresh / energy.total(), 100 * energy.standby() / energy.total()));
  return table;
}

// Returns a table of the violated timing rules of a DRAM. As text, each violation is a sentence. In
// Markdown, LaTeX and CSV, the numbers of a violation have separate columns.
PrintedTable violation_table(const dram::CommandReport& report, const std::string& file,
                             const DramParameters& dram) {
  PrintedTable table{"violations", ""};
  table.has_head = false;
  table.columns = {text_column("violation").only_in_text()};
  for (const char* name : {"row", "clock", "ns", "channel", "not before clock"}) {
    table.columns.push_back(number_column(name).only_in_documents());
  }
  for (const char* name : {"command", "bank", "rule"}) {
    table.columns.push_back(text_column(name).only_in_documents());
  }
  for (const auto& [row, channel, violation] : report.first) {
    const dram::CommandRecord& command = violation.command;
    const std::string name(dram::command_name(command.command));
    const std::string bank =
        dram::is_for_all_banks(command.command) ? "all" : std::to_string(command.bank);
    const std::string ns =
        fmt::format("{:.3f}", static_cast<double>(command.clock) * in_ns(dram.clocks.tck));
    std::string text = fmt::format("{}:{}: {} at clock {} ({} ns), channel {}, bank {}: {}", file,
                                   row, name, command.clock, ns, channel, bank, violation.rule);
    std::string least;
    if (violation.late_enough > 0) {
      least = std::to_string(violation.late_enough);
      text += ", not before clock " + least;
    }
    table.add({text, std::to_string(row), std::to_string(command.clock), ns,
               std::to_string(channel), least, name, bank, violation.rule});
  }
  return table;
}

ExitCode check(const Arguments& arguments, const Request& request, const Console& console) {
  arguments.require_none({"trace", "pattern", "blocks", "commands", "window", "trace-out"},
                         "--check reads commands and simulates nothing");
  const std::string file = arguments.text("check");
  std::ifstream stream = open_input(file);
  const dram::CommandReport report = dram::check_commands(stream, file, *request.dram());
  Printout printout;
  printout << violation_table(report, file, *request.dram());
  if (report.violations == 0) {
    printout << fmt::format("{} commands, legal\n", with_thousands(report.commands));
  }
  print(printout, arguments, console);
  if (report.violations == 0) return ExitCode::ok;
  console.err << fmt::format("spillway: {} violations in {} commands\n", report.violations,
                             report.commands);
  return ExitCode::run_failed;
}

void write_requests(const Arguments& arguments, const Request& request) {
  NewFileStream file(arguments.text("trace-out"));
  Requests requests(arguments, request);
  file << "op,addr,bytes\n";
  while (const auto next = requests.next()) {
    fmt::print(file, "{},{:#x},{}\n", next->write ? 'W' : 'R', next->address, next->bytes);
  }
  file.commit();
}

ExitCode run_memory(const Arguments& arguments, const Console& console) {
  const Request request = read_request(arguments);
  if (arguments.has("check")) return check(arguments, request, console);
  Requests requests(arguments, request);
  if (arguments.has("trace-out")) write_requests(arguments, request);
  const std::unique_ptr<MemoryTiming> memory = make_memory_timing(request.parameters);
  std::optional<NewFileStream> commands;
  if (arguments.has("commands")) {
    commands.emplace(arguments.text("commands"));
    dram::write_command_header(*commands, request.part, request.dram()->clocks.tck);
    memory->record_commands([&](int channel, const dram::CommandRecord& command) {
      dram::write_command(*commands, channel, command);
    });
  }
  const RequestSource bursts =
      split_requests([&] { return requests.next(); }, burst_bytes(request.parameters));
  const TraceResult result = run_memory_trace(*memory, bursts, request.outstanding);
  if (commands) commands->commit();
  print(Printout() << figures(request, requests.name(), result), arguments, console);
  write_document(
      arguments, console,
      trace_result_json(result, request.part, requests.name(), request.queue, request.outstanding));
  return ExitCode::ok;
}

}  // namespace

CommandEntry memory_command() {
  CommandEntry entry;
  entry.summary = "simulate one memory alone under a trace of requests";
  entry.description =
      "Runs a trace of requests on one memory part. The lines of a trace are op,addr,bytes, where "
      "op is R or W, and may end in a time in ns; traces of DRAMSys (.stl), DRAMsim3 and Ramulator "
      "are read, too. Requests are issued in order, not before their times, and are split at the "
      "device's burst size. --check checks whether DRAM commands in a file, such as the file that "
      "--commands writes, are legal for the part. The queue settings dramsys, dramsys-fifo, "
      "dramsim3 and ramulator imitate the controllers of the simulators with these names.";
  entry.examples = {
      "spillway memory --part DDR3-1600K-x16 --trace requests.csv --window 32 --queue dramsim3",
      "spillway memory --part LPDDR4-3200-x16 --pattern copy64 --json result.json",
      "spillway memory --part LPDDR4-3200-x16 --pattern copy64 --commands commands.csv",
      "spillway memory --part LPDDR4-3200-x16 --check commands.csv"};
  entry.options.add_options()("part", text_value("NAME"),
                              "a name of 'spillway list parts', or a part file NAME.toml")(
      "trace", text_value("FILE"), "file with the requests")(
      "pattern", text_value("NAME"),
      "pattern of generated requests, instead of a trace: seq_read, seq_write, rand_read, rand_rw, "
      "copy64, copy256, stride1k, stride16k or tile128")(
      "blocks", text_value("N"), "length of the pattern in blocks of 64 bytes [50000]")(
      "window", text_value("N"), "largest number of outstanding requests, or 'all' [all]")(
      "queue", text_value("NAME"),
      "request queue of the controller: per-bank, shared, dramsys, dramsys-fifo, dramsim3 or "
      "ramulator [per-bank]")("page-policy", text_value("NAME"),
                              "page policy of the controller: open or closed")(
      "refresh", text_value("NAME"), "refresh of the device: all-bank, per-bank or none")(
      "postpone", text_value("N"),
      "number of per-bank refreshes that may be postponed while requests wait, at most 8 times the "
      "number of banks [0]")("commands", text_value("FILE.csv"), "write the commands of the DRAM")(
      "check", text_value("FILE.csv"), "check DRAM commands against the part's rules")(
      "trace-out", text_value("FILE.csv"), "write the requests as a trace");
  entry.tables = {"figures", "violations"};
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"commands", "trace-out"});
  entry.run = run_memory;
  return entry;
}

}  // namespace spillway::cli
