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

/// Asks how much of a memory a network needs. Exactly one of `latency_us` and `within` must be set.
/// With `plain` or `compiler`, a compiled file is made for every size.
struct SizeQuestion {
  /// One network and the options that are fixed or varied, without sizes of the memory in question.
  /// If it names no planners, usual_planners() are tried.
  SweepSpec spec;
  std::string network;               // names the network in commands: a built-in name or a path
  std::string memory;                // empty = the fastest memory that feature maps may use
  std::optional<double> latency_us;  // upper limit for one inference
  // The share by which the latency may exceed the latency with unlimited memory; 0.05 = 5 %.
  std::optional<double> within;
  std::optional<Bytes> step;      // step between sizes; none = about 500 sizes
  std::optional<Bytes> up_to;     // largest size; none = the bytes that plans without a limit use
  std::optional<Network> plain;   // the plain network of a compiled network, for `relink`
  std::string plain_word;         // names the plain network in commands
  std::string compiler;           // command with {network}, {out} and the memory's name as {NAME}
  std::string files;              // the folder that the compiler writes into
  double compiler_seconds = 600;  // time limit of one compilation
};

/// A memory that holds a part of the arena, other than the memory in question.
struct OutsideBytes {
  std::string memory;
  Bytes bytes = 0;         // the highest planned address
  bool constants = false;  // the constants are in this memory, too
};

/// A size with the planner that is fastest for it.
struct SizedPoint {
  Bytes size = 0;
  std::string planner, allocator;
  double latency_us = 0;
  Cycles cycles = 0;
  std::string command;  // command that runs this point
  /// Shares of the time, largest first: "compute", "dram stalls", "DMA wait", "overhead".
  std::vector<std::pair<std::string, double>> shares;
  std::vector<OutsideBytes> outside;  // if the arena is in several memories
};

/// The answer for one combination of the options that the question varies.
struct SizeAnswer {
  std::string label;  // distinguishes it from other combinations; empty if there is only one
  double goal_us = 0;
  // The result with so much memory that it counts as unlimited: 1 GiB, or the capacity of the
  // memory part if this is smaller.
  SizedPoint roomy;
  std::optional<SizedPoint> smallest;  // none = no simulated size is fast enough
  // The fastest result with a smaller size than `smallest`, to show what less memory costs.
  std::optional<SizedPoint> cheaper;
  // The result with the next larger size that is faster than `smallest`, to show what more memory
  // saves.
  std::optional<SizedPoint> faster;
  std::vector<SizedPoint> curve;  // all sizes that were simulated and fit, ascending
  std::vector<Bytes> too_small;   // sizes simulated at which no planner has a plan
  std::size_t sizes = 0;          // number of sizes in the range
  std::size_t untried_below = 0;  // sizes smaller than the answer that were not simulated
  // Indices into `curve` of sizes that are slower than the next smaller one.
  std::vector<std::size_t> slower;
};

struct SizeAnswers {
  std::string network, memory;
  // What makes a file for every size: "relink" or "compiler"; empty = sizes are planned without
  // files.
  std::string files_by;
  Bytes first = 0, last = 0, step = 0;  // first and last size in the range, and their step
  std::vector<std::string> planners;
  // Number of design points that were simulated, and number of all design points in the range.
  std::size_t simulated = 0, points = 0;
  std::vector<SizeAnswer> answers;
  // A line about bytes that a runtime keeps outside its plans; empty = none.
  std::string beside_plans;
};

/// Returns the planners for a question that names none: the default planner of the target and a few
/// others. If feature maps may be in several memories, the others are planners that use them all;
/// otherwise they are planners for a single memory.
std::vector<std::string> usual_planners(const DesignPoint& point);

/// Answers the question by simulation. Stores the results in the file `run.output` as KeptPoints
/// does; if this path is empty, nothing is stored. Throws the errors of KeptPoints, and
/// UserError(usage) for a compiled network without `plain` and `compiler`: its plan is fixed, so no
/// size would change it.
SizeAnswers answer_size(SizeQuestion question, const SweepRun& run);

Printout size_printout(const SizeAnswers& answers);
/// The answer as a document with `schema_version`; docs/answers.md describes it.
std::string size_json(const SizeAnswers& answers);

}  // namespace spillway
