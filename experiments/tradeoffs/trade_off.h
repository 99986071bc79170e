// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "experiments/pages/sweep_json.h"
#include "experiments/tradeoffs/price_list.h"

namespace spillway {

/// A simulated point of a sweep: hardware, program, and what they are worth.
struct HardwareChoice {
  std::string target, system_config, memory_mode, memories, parts, planner, allocator, threads;
  std::string options;      // that the sweep varies without a column
  std::string fast_memory;  // the target's fastest
  Bytes fast_bytes = 0;     // its capacity
  double latency_us = 0;
  /// Bytes per second that the other memories of which the run reads or writes can move; nothing
  /// where one has no limit.
  std::optional<double> bandwidth;
  std::optional<double> energy_uj;  // of all memories with traffic, and of the MACs where known
  std::optional<double> cost;       // nothing without prices
  std::string command;              // runs it alone
  std::size_t equals = 0;           // other unbeaten points with the same figures
};

/// What points of one network are compared by.
enum class Objective { latency, fast_bytes, bandwidth, energy, cost };

/// The choices for one network with the options that are no choice of hardware or program.
struct TradeOff {
  std::string network;
  std::string fast_memory;    // of the first point
  std::size_t points = 0;     // of the sweep
  std::size_t simulated = 0;  // of them, those with a latency
  std::vector<Objective> objectives;
  std::vector<HardwareChoice> unbeaten;  // by latency, fastest first; equal points once
  std::optional<HardwareChoice> fastest;
  std::optional<HardwareChoice> cheapest;  // among those that meet the deadline, if there is one
};

struct TradeOffQuestion {
  PriceList prices;
  std::optional<double> deadline_us;
};

/// The trade-offs of a sweep's CSV, one per network, in the order of its rows. A point is unbeaten
/// where no other one is at least as good in every objective and better in one. The objectives are
/// latency, capacity of the fastest memory, bandwidth of the others, energy where it is known of
/// all points, and cost where there are prices; the cost takes the place of a capacity or bandwidth
/// that it prices. Cheapest is the lowest cost; without prices, the smallest fastest memory, then
/// the lowest bandwidth, then the lowest latency. `source` names the CSV in messages.
/// Throws UserError(input_file) when it is no sweep, and UserError(usage) for prices that cover
/// only some of the points or none.
std::vector<TradeOff> trade_offs(const std::string& csv, const std::string& source,
                                 const SweepOrigin& origin, const TradeOffQuestion& question);

}  // namespace spillway
