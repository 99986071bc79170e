// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <queue>

#include "hwmodels/memory/memory_trace.h"

namespace spillway {
namespace {

constexpr double ps_per_second = 1e12;

/// Issues the requests of a trace in order and keeps the number of outstanding ones.
class Issuer {
 public:
  Issuer(MemoryTiming& memory, const MemoryTrace& trace, int outstanding)
      : memory_(memory), trace_(trace), outstanding_(outstanding), arrivals_(trace.size()) {}

  std::vector<Picoseconds> run() {
    std::vector<Picoseconds> latencies;
    latencies.reserve(trace_.size());
    while (latencies.size() < trace_.size()) {
      submit_what_arrives();
      if (outstanding_ == 0) now_ = std::max(now_, memory_.next_decision());
      const Completion completion = memory_.complete_one();
      latencies.push_back(completion.done - arrivals_[completion.tag]);
      last_done_ = std::max(last_done_, completion.done);
      if (outstanding_ > 0) done_.push(completion.done);
    }
    return latencies;
  }

  Picoseconds last_done() const { return last_done_; }

 private:
  // When the next request may be issued; nothing while all that are outstanding are undecided.
  std::optional<Picoseconds> next_arrival() const {
    const int in_flight = memory_.pending() + static_cast<int>(done_.size());
    if (outstanding_ == 0 || in_flight < outstanding_) return now_;
    if (done_.empty()) return std::nullopt;
    return std::max(now_, done_.top());
  }

  void submit_what_arrives() {
    while (next_ < trace_.size() && !memory_.full()) {
      const std::optional<Picoseconds> arrival = next_arrival();
      if (!arrival) return;
      if (memory_.pending() > 0 && *arrival > memory_.next_decision()) return;
      now_ = *arrival;
      const int in_flight = memory_.pending() + static_cast<int>(done_.size());
      if (outstanding_ > 0 && in_flight >= outstanding_) done_.pop();
      submit(trace_[next_]);
    }
  }

  void submit(const TraceRequest& request) {
    Burst burst;
    burst.address = request.address;
    burst.bytes = static_cast<std::int32_t>(request.bytes);
    burst.write = request.write;
    burst.tag = static_cast<std::uint32_t>(next_);
    burst.arrival = now_;
    arrivals_[next_++] = now_;
    memory_.submit(burst);
  }

  MemoryTiming& memory_;
  const MemoryTrace& trace_;
  int outstanding_;
  std::vector<Picoseconds> arrivals_;
  std::size_t next_ = 0;
  Picoseconds now_ = 0;
  Picoseconds last_done_ = 0;
  // Served bursts whose data has yet to move, the first one on top.
  std::priority_queue<Picoseconds, std::vector<Picoseconds>, std::greater<>> done_;
};

Picoseconds percentile(const std::vector<Picoseconds>& sorted, int percent) {
  return sorted[(sorted.size() - 1) * static_cast<std::size_t>(percent) / 100];
}

LatencySummary summarise(std::vector<Picoseconds> latencies) {
  LatencySummary summary;
  if (latencies.empty()) return summary;
  std::sort(latencies.begin(), latencies.end());
  Picoseconds sum = 0;
  for (const Picoseconds latency : latencies) sum += latency;
  summary.mean = sum / static_cast<Picoseconds>(latencies.size());
  summary.p50 = percentile(latencies, 50);
  summary.p99 = percentile(latencies, 99);
  summary.max = latencies.back();
  return summary;
}

double in_ns(Picoseconds time) { return static_cast<double>(time) / 1000; }

}  // namespace

double TraceResult::bytes_per_second() const {
  return elapsed == 0 ? 0
                      : static_cast<double>(bytes) * ps_per_second / static_cast<double>(elapsed);
}

double TraceResult::utilisation() const {
  if (statistics.bursts > 0) {
    return static_cast<double>(statistics.data_busy) /
           (static_cast<double>(statistics.last_data) * statistics.channels);
  }
  return peak_bytes_per_second == 0
             ? 0
             : bytes_per_second() / static_cast<double>(peak_bytes_per_second);
}

TraceResult run_memory_trace(MemoryTiming& memory, const MemoryTrace& trace, int outstanding) {
  memory.reset();
  Issuer issuer(memory, trace, outstanding);
  TraceResult result;
  result.latency = summarise(issuer.run());
  result.requests = static_cast<std::int64_t>(trace.size());
  for (const TraceRequest& request : trace) result.bytes += request.bytes;
  result.statistics = memory.statistics();
  result.elapsed = std::max(issuer.last_done(), result.statistics.last_data);
  result.peak_bytes_per_second = memory.peak_bytes_per_second();
  return result;
}

std::string trace_result_json(const TraceResult& result, const std::string& part,
                              const std::string& trace, const std::string& queue, int outstanding) {
  nlohmann::ordered_json json;
  json["part"] = part;
  json["trace"] = trace;
  json["queue"] = queue;
  json["window"] = outstanding == 0 ? "all" : std::to_string(outstanding);
  json["requests"] = result.requests;
  json["bytes"] = result.bytes;
  json["elapsed_ns"] = in_ns(result.elapsed);
  json["bandwidth_mb_per_s"] = result.bytes_per_second() / 1e6;
  json["peak_mb_per_s"] = static_cast<double>(result.peak_bytes_per_second) / 1e6;
  json["bus_utilisation_percent"] = 100 * result.utilisation();
  json["latency_ns"] = {{"mean", in_ns(result.latency.mean)},
                        {"p50", in_ns(result.latency.p50)},
                        {"p99", in_ns(result.latency.p99)},
                        {"max", in_ns(result.latency.max)}};
  json["device_bursts"] = result.statistics.bursts;
  json["row_hits"] = result.statistics.row_hits;
  json["activates"] = result.statistics.activates;
  json["refreshes"] = result.statistics.refreshes;
  return json.dump(2) + "\n";
}

}  // namespace spillway
