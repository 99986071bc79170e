// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "base/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/memory/memory_trace.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/memory/trace_patterns.h"

namespace spillway::cli {
namespace {

constexpr int most_outstanding = 4096;
constexpr std::int64_t most_blocks = 10'000'000;
constexpr Bytes default_burst = 64;  // of memories that have no burst of their own

struct Request {
  std::string part, trace_name, queue;
  int outstanding = 0;  // 0 = all
  MemoryParameters parameters;
  MemoryTrace trace;
};

template <typename Policy>
Policy choose(const Arguments& arguments, const std::string& option,
              const std::vector<std::string>& names, Policy otherwise) {
  if (!arguments.has(option)) return otherwise;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (arguments.text(option) == names[i]) return static_cast<Policy>(i);
  }
  throw UserError(ExitCode::usage,
                  unknown_name_message(fmt::format("--{}", option), arguments.text(option), names));
}

void apply_controller_options(const Arguments& arguments, Request& request) {
  auto* dram = std::get_if<DramParameters>(&request.parameters);
  if (dram == nullptr) {
    for (const char* option : {"queue", "page-policy", "refresh"}) {
      if (arguments.has(option)) {
        throw UserError(
            ExitCode::usage,
            fmt::format("--{}: {} is no DRAM and has no such controller", option, request.part));
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
    throw UserError(ExitCode::usage,
                    fmt::format("--refresh: {} has no per-bank refresh", request.part));
  }
}

MemoryTrace read_trace(const Arguments& arguments, std::string& name) {
  if (arguments.has("trace") == arguments.has("pattern")) {
    throw UserError(ExitCode::usage, "expected one of --trace FILE.csv and --pattern NAME");
  }
  if (arguments.has("trace")) {
    name = arguments.text("trace");
    return parse_memory_trace(read_text(name), name);
  }
  name = arguments.text("pattern");
  return make_trace(name, arguments.integer("blocks", 1, most_blocks).value_or(50'000));
}

Request read_request(const Arguments& arguments) {
  Request request;
  request.part = arguments.text("part");
  if (request.part.empty()) throw UserError(ExitCode::usage, "expected --part NAME");
  request.parameters = load_part(request.part);
  apply_controller_options(arguments, request);
  request.trace = read_trace(arguments, request.trace_name);
  if (arguments.text("window", "all") != "all") {
    request.outstanding = static_cast<int>(*arguments.integer("window", 1, most_outstanding));
  }
  return request;
}

Bytes burst_bytes(const MemoryParameters& parameters) {
  const auto* dram = std::get_if<DramParameters>(&parameters);
  return dram != nullptr ? dram->geometry.burst_bytes() : default_burst;
}

double in_ns(Picoseconds time) { return static_cast<double>(time) / 1000; }

void print(const Request& request, const TraceResult& result, std::ostream& out) {
  const auto line = [&out](const char* name, const std::string& value) {
    out << fmt::format("{:<16}{}\n", name, value);
  };
  line("part", request.part);
  line("trace", request.trace_name);
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
  if (statistics.bursts == 0) return;
  line("row hits", fmt::format("{:.2f} % of {} device bursts",
                               100 * static_cast<double>(statistics.row_hits) /
                                   static_cast<double>(statistics.bursts),
                               with_thousands(statistics.bursts)));
  line("refreshes", with_thousands(statistics.refreshes));
}

ExitCode run(const Arguments& arguments, const Console& console) {
  const Request request = read_request(arguments);
  if (arguments.has("trace-out")) {
    write_file(arguments.text("trace-out"), format_memory_trace(request.trace));
  }
  const std::unique_ptr<MemoryTiming> memory = make_memory_timing(request.parameters);
  const MemoryTrace bursts = split_requests(request.trace, burst_bytes(request.parameters));
  const TraceResult result = run_memory_trace(*memory, bursts, request.outstanding);
  const std::string json = arguments.text("json");
  if (json != "-") print(request, result, console.out);
  if (!json.empty()) {
    write_file(json, trace_result_json(result, request.part, request.trace_name, request.queue,
                                       request.outstanding));
  }
  return ExitCode::ok;
}

}  // namespace

CommandEntry memory_command() {
  CommandEntry entry;
  entry.name = "memory";
  entry.summary = "one memory model alone under a request trace";
  entry.description =
      "Runs a trace of requests (lines op,addr,bytes with op R or W) on one memory part. All "
      "requests are ready at time 0 and are issued in order, cut at the device's burst size. The "
      "queue settings dramsys, dramsys-fifo, dramsim3 and ramulator imitate the controllers of the "
      "simulators that they are named after.";
  entry.examples = {
      "spillway memory --part DDR3-1600K-x16 --trace requests.csv --window 32 --queue dramsim3",
      "spillway memory --part LPDDR4-3200-x16 --pattern copy64 --json result.json"};
  entry.options.add_options()("part", text_value("NAME"), "part, or a part file NAME.toml")(
      "trace", text_value("FILE.csv"), "requests to run")(
      "pattern", text_value("NAME"),
      "instead of a trace: seq_read, seq_write, rand_read, rand_rw, copy64, copy256, stride1k, "
      "stride16k or tile128")("blocks", text_value("N"),
                              "blocks of 64 bytes of the pattern (50000)")(
      "window", text_value("N"), "requests outstanding at a time, or all (default)")(
      "queue", text_value("NAME"),
      "per-bank (default), shared, dramsys, dramsys-fifo, dramsim3 or ramulator")(
      "page-policy", text_value("NAME"), "open or closed")("refresh", text_value("NAME"),
                                                           "all-bank, per-bank or none")(
      "json", text_value("FILE"), "write the result; - is the terminal")(
      "trace-out", text_value("FILE.csv"), "write the requests");
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
