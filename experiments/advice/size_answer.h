// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/sweep/sweep.h"
#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// How much of a memory does a network need? Exactly one of `latency_us` and `within` is given.
/// With `plain` or `compiler`, a compiled file is made for every size.
struct SizeQuestion {
  /// One network, and what else is chosen or varied; no sizes of the memory that is asked for. No
  /// planners = usual_planners() of the first point.
  SweepSpec spec;
  std::string network;               // the word that names it, for commands
  std::string memory;                // empty = the fastest that feature maps may use
  std::optional<double> latency_us;  // of one inference, at most
  std::optional<double> within;   // of the latency with as much memory as there may be; 0.05 = 5 %
  std::optional<Bytes> step;      // of the sizes; none = about 500 of them
  std::optional<Bytes> up_to;     // largest size; none = what the plans take that have no limit
  std::optional<Network> plain;   // that a compiled network was made from: for `relink`
  std::string plain_word;         // names it in commands
  std::string compiler;           // a command with {network}, {out} and the memory's name as {NAME}
  std::string files;              // the folder that the compiler writes into
  double compiler_seconds = 600;  // for one compilation
};

/// A memory that holds a part of the arena beside the one whose size is asked for.
struct OutsideBytes {
  std::string memory;
  Bytes bytes = 0;         // the highest planned address
  bool constants = false;  // constants lie in it, too
};

/// A simulated point: a size with the planner that is fastest there.
struct SizedPoint {
  Bytes size = 0;
  std::string planner, allocator;
  double latency_us = 0;
  Cycles cycles = 0;
  std::string command;  // runs it alone
  /// Shares of the time, largest first: "compute", "dram stalls", "DMA wait", "overhead".
  std::vector<std::pair<std::string, double>> shares;
  std::vector<OutsideBytes> outside;  // where the arena lies in several memories
};

/// The answer for one of the combinations that the question varies.
struct SizeAnswer {
  std::string label;  // what tells it from the others; empty where there is one
  double goal_us = 0;
  SizedPoint roomy;  // what more memory can give at most: 1 GiB, or all of the part
  std::optional<SizedPoint> smallest;  // none = no size that was tried is enough
  std::optional<SizedPoint> cheaper;   // the fastest of the smaller sizes, of those the smallest
  std::optional<SizedPoint> faster;    // the smallest of the larger sizes that is faster
  std::vector<SizedPoint> curve;       // all sizes that were simulated and fit, ascending
  std::vector<Bytes> too_small;        // sizes simulated at which no planner has a plan
  std::size_t sizes = 0;               // that could be tried
  std::size_t untried_below = 0;       // of them, smaller than the answer and not simulated
  std::vector<std::size_t> slower;     // places on the curve of those slower than the one before
};

struct SizeAnswers {
  std::string network, memory;
  std::string files_by;  // "relink" or "compiler": makes a file for each size; empty = plans alone
  Bytes first = 0, last = 0, step = 0;  // of the sizes that could be tried
  std::vector<std::string> planners;
  std::size_t simulated = 0, points = 0;  // design points that were and that could be
  std::vector<SizeAnswer> answers;
  std::string beside_plans;  // a line of what a runtime keeps beside its plans; empty = none does
};

/// Planners for a question that names none: where maps may lie in several memories those that
/// spill, else the family's own and the usual ones for a single memory.
std::vector<std::string> usual_planners(const DesignPoint& point);

/// Answers from simulated points, kept as KeptPoints does; `run.output` may be empty. Throws
/// UserError(usage) for a compiled network without `plain` and `compiler`, whose plan no size
/// changes, and as KeptPoints does.
SizeAnswers answer_size(SizeQuestion question, const SweepRun& run);

/// At most 80 columns but for commands and long names.
std::string size_text(const SizeAnswers& answers);
/// The same as a document with `schema_version`; docs/answers.md describes it.
std::string size_json(const SizeAnswers& answers);

}  // namespace spillway
