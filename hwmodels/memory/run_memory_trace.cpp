// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "base/version.h"
#include "hwmodels/memory/latency_counts.h"
#include "hwmodels/memory/memory_trace.h"

namespace spillway {
namespace {

constexpr double ps_per_second = 1e12;

/// Issues requests in order and limits the number of outstanding requests.
class Issuer {
 public:
  Issuer(MemoryTiming& memory, const RequestSource& requests, int outstanding)
      : memory_(memory), requests_(requests), outstanding_(outstanding), next_(requests()) {}

  void run(TraceResult& result) {
    while (next_ || memory_.pending() > 0) {
      submit_what_arrives(result);
      if (outstanding_ == 0) now_ = std::max(now_, memory_.next_decision());
      const Completion completion = memory_.complete_one();
      latencies_.add(completion.done - arrivals_[completion.tag]);
      free_tags_.push_back(completion.tag);
      result.elapsed = std::max(result.elapsed, completion.done);
      if (outstanding_ > 0) done_.push(completion.done);
    }
    result.latency = latencies_.summary();
  }

 private:
  // Returns the earliest time for the next request. Returns nullopt if the limit of outstanding
  // requests is reached and no outstanding request has a known end yet.
  std::optional<Picoseconds> next_arrival() const {
    const Picoseconds ready = std::max(now_, next_->time);
    const int in_flight = memory_.pending() + static_cast<int>(done_.size());
    if (outstanding_ == 0 || in_flight < outstanding_) return ready;
    if (done_.empty()) return std::nullopt;
    return std::max(ready, done_.top());
  }

  void submit_what_arrives(TraceResult& result) {
    while (next_ && !memory_.full()) {
      const std::optional<Picoseconds> arrival = next_arrival();
      if (!arrival) return;
      if (memory_.pending() > 0 && *arrival > memory_.next_decision()) return;
      now_ = *arrival;
      const int in_flight = memory_.pending() + static_cast<int>(done_.size());
      if (outstanding_ > 0 && in_flight >= outstanding_) done_.pop();
      submit(*next_);
      ++result.requests;
      result.bytes += next_->bytes;
      next_ = requests_();
    }
  }

  void submit(const TraceRequest& request) {
    Burst burst;
    burst.address = request.address;
    burst.bytes = static_cast<std::int32_t>(request.bytes);
    burst.write = request.write;
    burst.tag = take_tag();
    burst.arrival = now_;
    arrivals_[burst.tag] = now_;
    memory_.submit(burst);
  }

  std::uint32_t take_tag() {
    if (free_tags_.empty()) {
      arrivals_.push_back(0);
      return static_cast<std::uint32_t>(arrivals_.size() - 1);
    }
    const std::uint32_t tag = free_tags_.back();
    free_tags_.pop_back();
    return tag;
  }

  MemoryTiming& memory_;
  const RequestSource& requests_;
  int outstanding_;
  std::optional<TraceRequest> next_;
  std::vector<Picoseconds> arrivals_;  // by tag: when the request arrived
  std::vector<std::uint32_t> free_tags_;
  LatencyCounts latencies_;
  Picoseconds now_ = 0;
  // The known end times of requests in flight; the earliest end is on top.
  std::priority_queue<Picoseconds, std::vector<Picoseconds>, std::greater<>> done_;
};

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

TraceResult run_memory_trace(MemoryTiming& memory, const RequestSource& requests, int outstanding) {
  memory.reset();
  TraceResult result;
  Issuer(memory, requests, outstanding).run(result);
  result.statistics = memory.statistics();
  result.elapsed = std::max(result.elapsed, result.statistics.last_data);
  result.peak_bytes_per_second = memory.peak_bytes_per_second();
  result.energy = memory.energy(result.elapsed);
  return result;
}

std::string trace_result_json(const TraceResult& result, const std::string& part,
                              const std::string& trace, const std::string& queue, int outstanding) {
  nlohmann::ordered_json json;
  json["schema_version"] = 1;
  json["document"] = "memory";
  json["tool"] = "spillway";
  json["tool_version"] = version();
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
  if (result.energy) {
    const MemoryEnergy& energy = *result.energy;
    json["energy_pj"] = {{"activate", energy.activate},
                         {"read", energy.read},
                         {"write", energy.write},
                         {"refresh", energy.refresh},
                         {"active_standby", energy.active_standby},
                         {"precharge_standby", energy.precharge_standby},
                         {"power_down", energy.power_down},
                         {"self_refresh", energy.self_refresh},
                         {"total", energy.total()}};
  }
  return json.dump(2) + "\n";
}

}  // namespace spillway
