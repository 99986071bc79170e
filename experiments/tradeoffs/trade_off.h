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

/// A simulated point of a sweep: its hardware, planner and options, and its results.
struct HardwareChoice {
  std::string target, system_config, memory_mode, memories, parts, planner, allocator, threads;
  // The options of the point that have no column of their own in the CSV.
  std::string options;
  std::string fast_memory;  // name of the fastest memory of the target
  Bytes fast_bytes = 0;     // capacity of the fastest memory in bytes
  double latency_us = 0;
  /// Sum of the peak bandwidths, in bytes per second, over all memories with traffic except the
  /// fastest memory. Nothing if the bandwidth of one of these memories is unlimited or unknown.
  std::optional<double> bandwidth;
  // Energy in microjoules of all memories with traffic and, if known, of the MACs.
  std::optional<double> energy_uj;
  std::optional<double> cost;  // price of the hardware; nullopt if the user gives no prices
  std::string command;         // command line that simulates this point
  std::size_t equals = 0;      // number of other points with equal values of all objectives
};

/// The quantities by which the points of a network are compared. A lower value is better.
enum class Objective { latency, fast_bytes, bandwidth, energy, cost };

/// The Pareto front (unbeaten points) of one ChoiceGroup. The rows of a ChoiceGroup have the same
/// network and the same values of the options that choose neither hardware nor how the network is
/// compiled.
struct TradeOff {
  std::string network;
  std::string fast_memory;    // name of the fastest memory of the first point
  std::size_t points = 0;     // number of points, with or without a latency
  std::size_t simulated = 0;  // number of points with a latency
  std::vector<Objective> objectives;
  // The unbeaten points, the fastest first. If several points have equal objectives, only the first
  // of these points is listed.
  std::vector<HardwareChoice> unbeaten;
  std::optional<HardwareChoice> fastest;
  // The cheapest point or, if a deadline is given, the cheapest point that meets the deadline;
  // nothing if there is no such point.
  std::optional<HardwareChoice> cheapest;
};

struct TradeOffQuestion {
  PriceList prices;
  std::optional<double> deadline_us;
};

/// Reads the CSV of a sweep and returns one trade-off per group of points (ChoiceGroup), in the
/// order in which the groups first appear in the CSV.
///
/// A point is unbeaten if no other point is at least as good in every objective and better in one
/// objective. The objectives are:
/// * latency;
/// * capacity of the fastest memory, unless this memory has a price;
/// * bandwidth of the other memories, unless memory parts have prices;
/// * energy, if the energy of all points is known;
/// * cost, if there are prices. The cost then includes the capacities and parts with prices.
///
/// The cheapest point is the point with the lowest cost. Without prices, the cheapest point is the
/// point with the smallest fastest memory; among points with equal sizes, the lowest bandwidth and
/// then the lowest latency decide.
///
/// `source` names the CSV in messages. Throws UserError(input_file) if the text is not the CSV of a
/// sweep, and the errors of add_costs() for each group.
std::vector<TradeOff> trade_offs(const std::string& csv, const std::string& source,
                                 const SweepOrigin& origin, const TradeOffQuestion& question);

}  // namespace spillway
