// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// Operators that run together, numbered as operators of the lowered network.
struct OperatorRange {
  std::int32_t first = 0, last = 0;
};

/// What a simulation of a design point gave.
struct TriedPoint {
  std::string status;   // ok, does not fit, infeasible, budget exhausted, failed
  std::string message;  // why it is not ok
  std::string memory;   // that is too small, where one is
  Bytes excess = 0;     // by which it does not fit
  Cycles cycles = 0;
  double latency_us = 0;
  std::vector<std::pair<std::string, Cycles>> parts;  // where the time went: "compute", ...
  std::vector<OperatorRange> cascades;                // of its plan
  std::string host;  // what runs on the CPU, in lines for people; empty = nothing

  bool is_ok() const { return status == "ok"; }
};

/// Cycles of all operators by cause: "compute", "MEMORY stalls", "DMA wait", "overhead", "host".
std::vector<std::pair<std::string, Cycles>> time_parts(const Timing& timing);

/// Simulates the points in up to `workers` processes; results in the order of the points. Throws
/// UserError(interrupted) after SIGINT.
std::vector<TriedPoint> try_points(const Network& network, const std::vector<DesignPoint>& points,
                                   std::size_t workers);

/// What `work` gives for the numbers 0 .. count-1, in processes of its own; empty where it died.
/// Throws as try_points().
std::vector<std::string> map_in_workers(std::size_t count, std::size_t workers,
                                        const std::function<std::string(std::size_t)>& work);

}  // namespace spillway
