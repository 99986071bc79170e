// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "hwmodels/memory/memory_trace.h"

namespace spillway {

/// Counts latencies in bounded memory. The mean and the maximum are exact. The percentiles are
/// exact as long as at most 65,536 different latencies occur; this is usual for a memory with a
/// single clock. Otherwise latencies are rounded down to 12 significant binary digits.
class LatencyCounts {
 public:
  void add(Picoseconds latency) {
    sum_ += latency;
    max_ = std::max(max_, latency);
    ++total_;
    ++counts_[coarse_ ? rounded(latency) : latency];
    if (!coarse_ && counts_.size() > most_exact) coarsen();
  }

  LatencySummary summary() const {
    LatencySummary summary;
    if (total_ == 0) return summary;
    summary.mean = sum_ / total_;
    summary.p50 = percentile(50);
    summary.p99 = percentile(99);
    summary.max = max_;
    return summary;
  }

 private:
  static constexpr std::size_t most_exact = 65536;

  static Picoseconds rounded(Picoseconds latency) {
    Picoseconds unit = 1;
    while (latency / unit >= 4096) unit *= 2;
    return latency / unit * unit;
  }

  void coarsen() {
    std::map<Picoseconds, std::int64_t> fewer;
    for (const auto& [latency, count] : counts_) fewer[rounded(latency)] += count;
    counts_ = std::move(fewer);
    coarse_ = true;
  }

  Picoseconds percentile(int percent) const {
    std::int64_t left = (total_ - 1) * percent / 100;
    for (const auto& [latency, count] : counts_) {
      if (left < count) return latency;
      left -= count;
    }
    return max_;
  }

  std::map<Picoseconds, std::int64_t> counts_;
  std::int64_t total_ = 0;
  Picoseconds sum_ = 0;
  Picoseconds max_ = 0;
  bool coarse_ = false;
};

}  // namespace spillway
