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

/// A simulated point of a sweep: its hardware, its program and its results.
struct HardwareChoice {
  std::string target, system_config, memory_mode, memories, parts, planner, allocator, threads;
  // The options of the point that have no column of their own.
  std::string options;
  std::string fast_memory;  // name of the target's fastest memory
  Bytes fast_bytes = 0;     // capacity of the fastest memory
  double latency_us = 0;
  /// Sum of the peak bandwidths of the memories with traffic, without the fastest one, in bytes per
  /// second. Nothing if one of them has no limit.
  std::optional<double> bandwidth;
  // Energy in microjoules of all memories with traffic and, if known, of the MACs.
  std::optional<double> energy_uj;
  std::optional<double> cost;  // nullopt if there are no prices
  std::string command;         // command that runs this point
  std::size_t equals = 0;      // number of other unbeaten points with equal objectives
};

/// The quantities by which the points of a network are compared. Less is better for all of them.
enum class Objective { latency, fast_bytes, bandwidth, energy, cost };

/// The result for one ChoiceGroup: a network with given values of the options that choose neither
/// hardware nor program.
struct TradeOff {
  std::string network;
  std::string fast_memory;    // fastest memory of the first point
  std::size_t points = 0;     // number of points in the sweep
  std::size_t simulated = 0;  // points that have a latency
  std::vector<Objective> objectives;
  // Fastest first. Of points with equal objectives, only the first one is listed.
  std::vector<HardwareChoice> unbeaten;
  std::optional<HardwareChoice> fastest;
  // The cheapest point that meets the deadline; nothing if there is no deadline.
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
