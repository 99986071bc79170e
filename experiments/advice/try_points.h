// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// A range of operators that run together, by their numbers in the lowered network.
struct OperatorRange {
  std::int32_t first = 0, last = 0;
};

/// The result of a design point that was tried.
struct TriedPoint {
  std::string status;   // "ok", "does not fit", "infeasible", "budget exhausted" or "failed"
  std::string message;  // the error; empty if ok
  std::string memory;   // the memory that is too small, if any
  Bytes excess = 0;     // bytes that are missing in that memory
  Cycles cycles = 0;
  double latency_us = 0;
  std::vector<std::pair<std::string, Cycles>> parts;  // cycles by cause: "compute", ...
  std::vector<OperatorRange> cascades;                // cascades in the plan
  // Lines of text about the operators that run on the CPU; empty = there are none.
  std::string host;

  bool is_ok() const { return status == "ok"; }
};

/// The cycles of all operators by cause: "compute", "MEMORY stalls", "DMA wait", "overhead",
/// "host".
std::vector<std::pair<std::string, Cycles>> time_parts(const Timing& timing);

/// Simulates the points in up to `workers` processes. Results are in the order of the points.
/// Throws UserError(interrupted) after SIGINT.
std::vector<TriedPoint> try_points(const Network& network, const std::vector<DesignPoint>& points,
                                   std::size_t workers);

/// Calls `work` for the numbers 0 .. count-1 in worker processes and returns the results; empty if
/// a worker died. Throws as try_points().
std::vector<std::string> map_in_workers(std::size_t count, std::size_t workers,
                                        const std::function<std::string(std::size_t)>& work);

}  // namespace spillway
