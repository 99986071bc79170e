// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

/// Bytes per cycle of the two ports.
struct PortRates {
  double fast = 1;
  double slow = 1;
};

/// The work of an operator without any DMA transfers.
struct OperatorLoad {
  double compute_cycles = 0;
  double fast_bytes = 0;
  double slow_bytes = 0;
  double stall_cycles = 0;
  double map_stall = 0;
  double weight_stall = 0;
  double again_bytes = 0;
  double more_slices = 0;

  void add(const Access& access, double sign = 1) {
    fast_bytes += sign * access.fast_bytes;
    slow_bytes += sign * access.slow_bytes;
    stall_cycles += sign * access.stall_cycles;
    map_stall += sign * access.map_stall;
    weight_stall += sign * access.weight_stall;
    again_bytes += sign * access.again_bytes;
    more_slices += sign * access.more_slices;
  }
  double all_slow_bytes() const { return slow_bytes + more_slices * again_bytes; }
  double cycles(const PortRates& rates) const {
    return std::max({compute_cycles, fast_bytes / rates.fast, all_slow_bytes() / rates.slow}) +
           stall_cycles + std::max(map_stall, weight_stall);
  }
  /// Returns the number of DMA bytes that can move during the operator without making it longer.
  double free_bytes(const PortRates& rates) const { return free_bytes(rates, cycles(rates)); }
  /// Returns free_bytes(rates). `time` is the result of cycles(), which the caller already knows.
  double free_bytes(const PortRates& rates, double time) const {
    return std::max(0.0,
                    std::min(rates.slow * time - all_slow_bytes(), rates.fast * time - fast_bytes));
  }
  /// Returns the number of DMA bytes that can move during the operator while the slow port is not
  /// the bottleneck. Each of these bytes costs at most its time on the fast port.
  double cheap_bytes(const PortRates& rates) const { return cheap_bytes(rates, free_bytes(rates)); }
  /// Returns cheap_bytes(rates). `free` is the result of free_bytes(), which the caller already
  /// knows.
  double cheap_bytes(const PortRates& rates, double free) const {
    if (rates.fast <= rates.slow) {
      return free;
    }
    // The slow port is the bottleneck from d DMA bytes on, where both ports take the same time:
    // (all_slow_bytes() + d) / rates.slow = (fast_bytes + d) / rates.fast.
    return std::max(free, (fast_bytes * rates.slow - all_slow_bytes() * rates.fast) /
                              (rates.fast - rates.slow));
  }
};

}  // namespace spillway::search
