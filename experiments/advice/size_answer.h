// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/sweep/sweep.h"
#include "experiments/sweep/sweep_spec.h"
#include "report/printout.h"

namespace spillway {

/// A question: how much of a memory does a network need to be fast enough? Exactly one of
/// `latency_us` and `within` must be set. If `plain` or `compiler` is set, a compiled file is made
/// and simulated for every tried size.
struct SizeQuestion {
  /// One network and the options of the points, without sizes of the memory in question. If `spec`
  /// has no planners, the default planner of the target and a few other planners are tried.
  SweepSpec spec;
  std::string network;  // the network as command lines name it: a built-in name or a path
  // Memory whose size is asked for; empty = the fastest memory for feature maps or, if files are
  // made, the cache of the memory mode.
  std::string memory;
  std::optional<double> latency_us;  // upper limit of the latency in microseconds
  // The share by which the latency may exceed the latency with unlimited memory: 0.05 means 5 %.
  std::optional<double> within;
  // Step between neighbouring sizes in bytes; none = chosen from the largest size.
  std::optional<Bytes> step;
  // Largest size in bytes; none = the bytes that plans use in unlimited memory.
  std::optional<Bytes> up_to;
  std::optional<Network> plain;  // the plain (not compiled) network, if `network` is compiled
  std::string plain_word;        // path of the plain (not compiled) network in commands
  // The compiler's command, with the placeholders {network}, {out} and the name of the memory in
  // question, such as {sram}, for its size.
  std::string compiler;
  std::string files;              // folder for the outputs of the compiler
  double compiler_seconds = 600;  // time limit of one compilation
};

/// A memory that contains a part of the arena, but is not the memory in question.
struct OutsideBytes {
  std::string memory;
  Bytes bytes = 0;         // highest end address of planned data
  bool constants = false;  // whether the memory also contains the network's constants
};

/// The result for one size of the memory, with the planner that is the fastest for this size.
struct SizedPoint {
  Bytes size = 0;
  std::string planner, allocator;
  double latency_us = 0;
  Cycles cycles = 0;
  std::string command;  // command line that simulates this size
  /// Shares of the time by cause, the largest first: "compute", "dram stalls", "DMA wait",
  /// "overhead", "CPU".
  std::vector<std::pair<std::string, double>> shares;
  std::vector<OutsideBytes> outside;  // other memories that contain parts of the arena
};

/// The answer for one variant: one combination of the options that the question varies.
struct SizeAnswer {
  // The options in which the variant differs from other variants; empty = only one variant.
  std::string label;
  double goal_us = 0;
  // The result with a memory size that counts as unlimited: 1 GiB, or the capacity of the memory
  // part if this capacity is smaller.
  SizedPoint with_unlimited;
  // Result for the smallest size that is fast enough; none = no simulated size is fast enough.
  std::optional<SizedPoint> smallest;
  // The fastest result with a size below `smallest`. This result shows how much time a smaller
  // memory costs.
  std::optional<SizedPoint> cheaper;
  // The result for the next larger size with which the network is faster than with `smallest`. This
  // result shows how much time a larger memory saves.
  std::optional<SizedPoint> faster;
  // Results of all simulated sizes that fit, in ascending order of sizes.
  std::vector<SizedPoint> curve;
  std::vector<Bytes> too_small;   // simulated sizes in bytes for which no planner has a plan
  std::size_t sizes = 0;          // number of sizes that may be tried
  std::size_t untried_below = 0;  // number of sizes below `smallest` that were not simulated
  // Indices into `curve` of sizes that have a longer latency than the preceding, smaller size.
  std::vector<std::size_t> slower;
};

struct SizeAnswers {
  std::string network, memory;
  // The tool that makes a file for every size: "relink" or "compiler"; empty = each size is
  // planned, and no files are made.
  std::string files_by;
  // Smallest size, largest size, and step between sizes, in bytes.
  Bytes first = 0, last = 0, step = 0;
  std::vector<std::string> planners;
  // Number of simulated design points, and number of all design points in the range of sizes.
  std::size_t simulated = 0, points = 0;
  std::vector<SizeAnswer> answers;
  // A line of text about the bytes that a runtime needs in addition to the planned bytes; empty =
  // no such line.
  std::string beside_plans;
};

/// Answers the question by simulation. Stores the results in the file `run.output` as KeptPoints
/// does; stores no results if this path is empty or if files are made for the sizes. Throws the
/// errors of KeptPoints and answer_file_size(). Throws UserError(usage) for a compiled network
/// without `plain` and `compiler`: its plan is fixed, so the size of a memory would not change the
/// plan.
SizeAnswers answer_size(SizeQuestion question, const SweepRun& run);

Printout size_printout(const SizeAnswers& answers);
/// Returns the answer as a JSON document with `schema_version` (docs/answers.md).
std::string size_json(const SizeAnswers& answers);

}  // namespace spillway
