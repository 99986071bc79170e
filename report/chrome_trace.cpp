// SPDX-License-Identifier: Apache-2.0
#include "report/chrome_trace.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "report/live_bytes.h"

namespace spillway {
namespace {

constexpr std::size_t longest_name = 120;
constexpr int operators_tid = 1;
constexpr int host_tid = 2;

using Nanoseconds = std::int64_t;

Nanoseconds to_ns(Picoseconds time) { return time / 1000; }

std::string json_text(std::string text) {
  if (text.size() > longest_name) text = text.substr(0, longest_name - 3) + "...";
  using Json = nlohmann::json;
  return Json(std::move(text)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

// Returns a time in microseconds, the unit of the trace format. Three decimals represent
// nanoseconds exactly.
std::string microseconds(Nanoseconds time) {
  return fmt::format("{}.{:03}", time / 1000, time % 1000);
}

/// Builds the events of a trace as JSON objects.
class TraceWriter {
 public:
  TraceWriter(const Timing& timing, std::string title) : timing_(timing), title_(std::move(title)) {
    for (const OperatorTiming& op : timing.operators) names_.push_back(json_text(op.name));
  }

  void name_tracks();
  void add_operators();
  void add_host();
  void add_slices();
  void add_bandwidth();
  void add_live_bytes(const Plan& plan);
  std::string take() && {
    return "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n" + text_ + "\n]}\n";
  }

 private:
  void event(const std::string& members) {
    if (!text_.empty()) text_ += ",\n";
    text_ += "{\"pid\": 1, " + members + "}";
  }
  bool uses_host() const;
  void name_track(int tid, const std::string& name);
  void add_arrow(const TraceSlice& slice, int tid);
  int tid_of(const TraceSlice& slice) const;
  std::string by_memory(const std::vector<std::int64_t>& values) const;
  Nanoseconds ns(Cycles cycles) const { return to_ns(timing_.clock.to_time(cycles)); }

  const Timing& timing_;
  std::string title_;
  std::vector<std::string> names_;  // operator names as JSON strings
  std::string text_;
  int arrows_ = 0;
};

// Returns the track number of a slice. Every engine or port has 256 consecutive numbers, one for
// each of its lanes. An engine has several lanes if it works on several tasks at the same time.
int TraceWriter::tid_of(const TraceSlice& slice) const {
  return host_tid + 1 + 256 * slice.track + slice.lane;
}

void TraceWriter::name_track(int tid, const std::string& name) {
  event(fmt::format(R"("ph": "M", "tid": {}, "name": "thread_name", "args": {{"name": {}}})", tid,
                    json_text(name)));
  event(fmt::format(R"("ph": "M", "tid": {0}, "name": "thread_sort_index", )"
                    R"("args": {{"sort_index": {0}}})",
                    tid));
}

void TraceWriter::name_tracks() {
  event(fmt::format(R"("ph": "M", "name": "process_name", "args": {{"name": {}}})",
                    json_text(title_)));
  name_track(operators_tid, "operators");
  if (uses_host()) name_track(host_tid, "CPU");
  int last = operators_tid;
  for (const TraceSlice& slice : timing_.slices) {
    if (tid_of(slice) == last) continue;
    last = tid_of(slice);
    const std::string& engine = timing_.engines[slice.track].name;
    name_track(last, slice.lane == 0 ? engine : fmt::format("{} {}", engine, slice.lane + 1));
  }
}

// Returns a JSON object with one value per memory, for example `{"sram": 1, "dram": 2}`. Memories
// with the value 0 are left out.
std::string TraceWriter::by_memory(const std::vector<std::int64_t>& values) const {
  std::string members;
  for (std::size_t m = 0; m < values.size(); ++m) {
    if (values[m] == 0) continue;
    members += fmt::format("{}{}: {}", members.empty() ? "" : ", ",
                           json_text(timing_.memories[m].name), values[m]);
  }
  return "{" + members + "}";
}

void TraceWriter::add_operators() {
  for (std::size_t i = 0; i < timing_.operators.size(); ++i) {
    const OperatorTiming& op = timing_.operators[i];
    const Nanoseconds start = ns(op.start);
    event(fmt::format(R"("ph": "X", "tid": {}, "ts": {}, "dur": {}, "name": {}, "cat": {}, )"
                      R"("args": {{"operator": {}, "cycles": {}, "compute_cycles": {}, )"
                      R"("stall_cycles": {}, "dma_wait_cycles": {}, "overhead_cycles": {}, )"
                      R"("host_cycles": {}, "read_bytes": {}, "write_bytes": {}, "macs": {}}})",
                      operators_tid, microseconds(start), microseconds(ns(op.end) - start),
                      names_[i], json_text(op.type), i, op.total(), op.compute,
                      by_memory(op.memory_stall), op.dma_wait, op.overhead, op.host,
                      by_memory(op.read_bytes), by_memory(op.write_bytes), op.macs));
  }
}

bool TraceWriter::uses_host() const {
  return std::any_of(timing_.operators.begin(), timing_.operators.end(),
                     [](const OperatorTiming& op) { return op.host > 0; });
}

// Adds a track for the operators that run on the CPU. While the CPU runs an operator, no engine
// works.
void TraceWriter::add_host() {
  for (std::size_t i = 0; i < timing_.operators.size(); ++i) {
    const OperatorTiming& op = timing_.operators[i];
    if (op.host == 0) continue;
    const Nanoseconds start = ns(op.start);
    const Nanoseconds duration = ns(op.end) - start;
    if (duration == 0) continue;
    event(fmt::format(R"("ph": "X", "tid": {}, "ts": {}, "dur": {}, "name": {}, "cat": {}, )"
                      R"("args": {{"operator": {}, "host_cycles": {}}})",
                      host_tid, microseconds(start), microseconds(duration), names_[i],
                      json_text(op.type), i, op.host));
  }
}

void TraceWriter::add_slices() {
  for (const TraceSlice& slice : timing_.slices) {
    const Nanoseconds start = to_ns(slice.start);
    const Nanoseconds duration = to_ns(slice.end) - start;
    if (duration == 0) continue;
    const std::string name =
        slice.operator_index < 0 ? "\"background\"" : at(names_, slice.operator_index);
    event(fmt::format(R"("ph": "X", "tid": {}, "ts": {}, "dur": {}, "name": {}, )"
                      R"("args": {{"operator": {}, "busy_ns": {}}})",
                      tid_of(slice), microseconds(start), microseconds(duration), name,
                      slice.operator_index, to_ns(slice.busy)));
    if (timing_.engines[slice.track].name == "dma") add_arrow(slice, tid_of(slice));
  }
}

// Adds an arrow from a transfer to the operator that waits for the transfer. The arrow begins in
// the last nanosecond of the transfer. The arrow ends when the transfer ends or, if the operator
// starts later, when the operator starts.
void TraceWriter::add_arrow(const TraceSlice& slice, int tid) {
  if (slice.operator_index < 0) return;
  const OperatorTiming& op = at(timing_.operators, slice.operator_index);
  const Nanoseconds leaves = to_ns(slice.end) - 1;
  const Nanoseconds arrives = std::clamp(to_ns(slice.end), ns(op.start), ns(op.end));
  if (arrives < leaves || op.total() == 0) return;
  const std::string common = fmt::format(R"("name": "dma", "cat": "dma", "id": {})", ++arrows_);
  event(fmt::format(R"("ph": "s", "tid": {}, "ts": {}, {})", tid, microseconds(leaves), common));
  event(fmt::format(R"("ph": "f", "bp": "e", "tid": {}, "ts": {}, {})", operators_tid,
                    microseconds(std::max(leaves, std::min(arrives, ns(op.end) - 1))), common));
}

void TraceWriter::add_bandwidth() {
  if (timing_.bucket == 0) return;
  for (const MemoryActivity& memory : timing_.memories) {
    for (std::size_t b = 0; b < memory.bytes_per_bucket.size(); ++b) {
      const Picoseconds start = static_cast<Picoseconds>(b) * timing_.bucket;
      const double megabytes_per_second = static_cast<double>(memory.bytes_per_bucket[b]) * 1e6 /
                                          static_cast<double>(timing_.bucket);
      event(fmt::format(R"("ph": "C", "ts": {}, "name": {}, "args": {{"MB/s": {:.1f}}})",
                        microseconds(to_ns(start)), json_text(memory.name + " bandwidth"),
                        megabytes_per_second));
    }
  }
}

void TraceWriter::add_live_bytes(const Plan& plan) {
  const std::size_t operators = timing_.operators.size();
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    const auto live =
        live_bytes(plan, static_cast<MemoryIndex>(m), static_cast<TimeStep>(operators) + 1);
    if (std::count(live.begin(), live.end(), 0) == static_cast<std::ptrdiff_t>(live.size())) {
      continue;
    }
    for (std::size_t i = 0; i < operators; ++i) {
      event(fmt::format(R"("ph": "C", "ts": {}, "name": {}, "args": {{"bytes": {}}})",
                        microseconds(ns(timing_.operators[i].start)),
                        json_text(plan.memories[m].name + " live bytes"), live[i + 1]));
    }
  }
}

}  // namespace

std::string chrome_trace(const std::string& title, const Timing& timing, const Plan& plan) {
  TraceWriter writer(timing, title);
  writer.name_tracks();
  writer.add_operators();
  writer.add_host();
  writer.add_slices();
  writer.add_bandwidth();
  writer.add_live_bytes(plan);
  return std::move(writer).take();
}

}  // namespace spillway
