// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"
#include "experiments/point/point_cache.h"
#include "report/printout.h"

namespace spillway {

/// A simulated change of a design point that makes it faster, or makes it fit.
struct Advice {
  std::string kind;  // kind of the change: "planner", "operator splits", "larger sram", "together"
  bool of_chip = false;  // needs another chip, memory or board
  std::string options;   // options that the change sets, as on a command line
  Cycles cycles = 0;
  double latency_us = 0;
  std::vector<OperatorRange> cascades;  // cascades in the changed point's plan
  std::string command;                  // command that runs the changed point
};

/// The changes that would help a network at a design point.
struct AdviceList {
  std::string network, target, mode;
  std::string compiler;  // compiler of a compiled network, if its file names it
  TriedPoint now;
  std::string command;  // command that runs the unchanged point
  // Changes of the program, then of the chip; each group sorted by time, fastest first.
  std::vector<Advice> advice;
  std::size_t simulated = 0;  // number of changes that were simulated
  // Simulated changes that are less than 0.1 % faster, or faster only on weaker hardware.
  std::size_t useless = 0;
  // Simulated changes without a plan, or not applicable to this network.
  std::size_t impossible = 0;
  std::vector<std::string> refused;  // plans of AdviceOptions::plans that cannot be used, and why
};

struct AdviceOptions {
  bool quick = false;  // leaves out planners that search long, and pins of single tensors
  // For a board, also tries memories and clocks that the board does not have.
  bool other_chips = false;
  const Network* plain =
      nullptr;             // the network that a compiled network was made from, for `relink`
  std::string plain_word;  // names the plain network in commands
  std::vector<std::string> plans;  // files with plans made elsewhere, as `run --plan` takes them
  std::size_t workers = 1;
};

/// Simulates each change of `point` alone, then the best changes of the program from different
/// kinds together. `network_word` names the network in commands. For a point that does not fit, the
/// advice lists changes that make it fit.
AdviceList advise(const Network& network, const std::string& network_word, const DesignPoint& point,
                  const AdviceOptions& options);

/// Estimates from the times of a point's run how many seconds quick advice about it takes.
double advice_seconds(const StepTimes& run, std::size_t workers);

/// The answer with at most `most` changes of each kind, the best ones, each with its command.
Printout advice_printout(const AdviceList& list, std::size_t most);
/// All changes as a document with `schema_version`; docs/answers.md describes it.
std::string advice_json(const AdviceList& list);

}  // namespace spillway
