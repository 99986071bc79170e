// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// A range of operators that run as a cascade, by their numbers in the lowered network.
struct OperatorRange {
  std::int32_t first = 0, last = 0;
};

/// The result of a simulated design point.
struct TriedPoint {
  std::string status;   // "ok", "does not fit", "infeasible", "budget exhausted" or "failed"
  std::string message;  // error message; empty if ok
  std::string memory;   // name of the memory that is too small; empty if no memory is too small
  Bytes excess = 0;     // missing bytes of the memory that is too small
  Cycles cycles = 0;
  double latency_us = 0;
  std::vector<std::pair<std::string, Cycles>> parts;  // cycles by cause, see time_parts()
  // Cascades (operators that run in stripes together) in the plan.
  std::vector<OperatorRange> cascades;
  // Lines of text about the operators that run on the CPU; empty = no operator runs on the CPU.
  std::string host;

  bool is_ok() const { return status == "ok"; }
};

/// Returns the cycles by cause, summed over all operators: "compute", "MEMORY stalls" for each
/// memory, "DMA wait", "overhead", "host".
std::vector<std::pair<std::string, Cycles>> time_parts(const Timing& timing);

/// Simulates the points in up to `workers` processes. Returns the results in the order of the
/// points. Throws UserError(interrupted) after one of ending_signals.
std::vector<TriedPoint> try_points(const Network& network, const std::vector<DesignPoint>& points,
                                   std::size_t workers);

/// Loads compiled files and simulates each of them with the options of `point`, in up to `workers`
/// processes. Returns the results in the order of the files. If a file cannot be loaded, is not
/// compiled, or makes its process crash, only its own result has the status "failed". Throws
/// UserError(interrupted) after one of ending_signals.
std::vector<TriedPoint> try_compiled_files(const std::vector<std::string>& files,
                                           const DesignPoint& point, std::size_t workers);

}  // namespace spillway
