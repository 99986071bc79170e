// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace spillway::latency {

/// Bytes per cycle of the two ports.
struct PortRates {
  double fast = 1;
  double slow = 1;
};

/// What an operator does before any transfer of the DMA.
struct OperatorLoad {
  double compute_cycles = 0;
  double fast_bytes = 0;
  double slow_bytes = 0;

  double cycles(const PortRates& rates) const {
    return std::max({compute_cycles, fast_bytes / rates.fast, slow_bytes / rates.slow});
  }
  /// Bytes of the DMA that make it no longer.
  double free_bytes(const PortRates& rates) const {
    const double time = cycles(rates);
    return std::max(0.0, std::min(rates.slow * time - slow_bytes, rates.fast * time - fast_bytes));
  }
  /// Bytes of the DMA up to which another one costs at most its time on the fast port.
  double cheap_bytes(const PortRates& rates) const {
    const double free = free_bytes(rates);
    if (rates.fast <= rates.slow) {
      return free;
    }
    // Where the slow port takes over: (slow + d) / rate = (fast + d) / rate.
    return std::max(
        free, (fast_bytes * rates.slow - slow_bytes * rates.fast) / (rates.fast - rates.slow));
  }
};

}  // namespace spillway::latency
