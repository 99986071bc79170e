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

/// A simulated point of a sweep: its hardware, its program and its figures.
struct HardwareChoice {
  std::string target, system_config, memory_mode, memories, parts, planner, allocator, threads;
  std::string options;      // varied by the sweep, without a column of their own
  std::string fast_memory;  // name of the target's fastest memory
  Bytes fast_bytes = 0;     // capacity of the fastest memory
  double latency_us = 0;
  /// Peak bandwidth of the memories with traffic, except the fastest one, in bytes per second.
  /// Nothing if one of them has no limit.
  std::optional<double> bandwidth;
  std::optional<double> energy_uj;  // energy of all memories with traffic, and of the MACs if known
  std::optional<double> cost;       // nothing if there are no prices
  std::string command;              // command that runs this point
  std::size_t equals = 0;           // number of other unbeaten points with the same figures
};

/// The figures by which the points of a network are compared.
enum class Objective { latency, fast_bytes, bandwidth, energy, cost };

/// The result for one network and one set of values for the options that choose neither hardware
/// nor program.
struct TradeOff {
  std::string network;
  std::string fast_memory;    // fastest memory of the first point
  std::size_t points = 0;     // number of points in the sweep
  std::size_t simulated = 0;  // points that have a latency
  std::vector<Objective> objectives;
  std::vector<HardwareChoice> unbeaten;  // fastest first; points with equal figures are listed once
  std::optional<HardwareChoice> fastest;
  // Cheapest point that meets the deadline, if there is a deadline.
  std::optional<HardwareChoice> cheapest;
};

struct TradeOffQuestion {
  PriceList prices;
  std::optional<double> deadline_us;
};

/// The trade-offs of a sweep's CSV, one per ChoiceGroup, in the order of its rows.
///
/// A point is unbeaten if no other point is at least as good in every objective and better in one.
/// The objectives are latency, capacity of the fastest memory, bandwidth of the other memories,
/// energy if it is known for all points, and cost if there are prices. A capacity or bandwidth with
/// a price is not compared on its own; it counts through the cost.
///
/// The cheapest point is the one with the lowest cost. Without prices, it is the one with the
/// smallest fastest memory, then the lowest bandwidth, then the lowest latency.
///
/// `source` names the CSV in messages. Throws UserError(input_file) if the text is not a sweep, and
/// UserError(usage) for prices that apply to none or only some of the points.
std::vector<TradeOff> trade_offs(const std::string& csv, const std::string& source,
                                 const SweepOrigin& origin, const TradeOffQuestion& question);

}  // namespace spillway
