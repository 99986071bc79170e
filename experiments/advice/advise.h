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
  bool of_chip = false;  // whether the change needs another chip, memory or board
  std::string options;   // options that the change sets, as on a command line
  Cycles cycles = 0;
  double latency_us = 0;
  std::vector<OperatorRange> cascades;  // cascades in the plan of the changed point
  std::string command;                  // command that runs the changed point
};

/// The changes that would help a network at a design point.
struct AdviceList {
  std::string network, target, mode;
  std::string compiler;  // compiler of a compiled network, if its file names it
  TriedPoint now;
  std::string command;  // command that runs the unchanged point
  // All changes that help: first the changes that keep the chip, then those that need another chip,
  // memory or board. Each of the two groups begins with the fastest.
  std::vector<Advice> advice;
  std::size_t simulated = 0;  // number of changes that were simulated
  // Number of simulated changes that save less than 0.1 % of the time, or save time only by chance,
  // on weaker hardware.
  std::size_t useless = 0;
  // Number of simulated changes with which the network has no plan or cannot be simulated.
  std::size_t impossible = 0;
  // The files of AdviceOptions::plans that cannot be used, each with the reason.
  std::vector<std::string> refused;
};

struct AdviceOptions {
  bool quick = false;  // leaves out planners that search for long, and pins of single tensors
  // If the target is a board: whether to try also memories and clocks that the board does not have.
  bool other_chips = false;
  // The plain network from which the compiled network was made; null if it is not given. With the
  // plain network, relinking is tried with a new plan, otherwise only with other addresses.
  const Network* plain = nullptr;
  std::string plain_word;          // names the plain network in commands
  std::vector<std::string> plans;  // files with plans of other tools, as `run --plan` reads them
  std::size_t workers = 1;
};

/// Simulates each change of `point` by itself. Then combines the changes that keep the chip and
/// help: the combination has at most one change of each kind. If the network does not fit at
/// `point`, changes that make it fit are the advice. `network_word` names the network in printed
/// commands: a built-in name or a path.
AdviceList advise(const Network& network, const std::string& network_word, const DesignPoint& point,
                  const AdviceOptions& options);

/// Estimates how many seconds quick advice about a point takes, from the times that a run of this
/// point took.
double advice_seconds(const StepTimes& run, std::size_t workers);

/// Returns the text of the answer: the best changes, at most `most` of each kind, each with its
/// command.
Printout advice_printout(const AdviceList& list, std::size_t most);
/// All changes as a document with `schema_version`; docs/answers.md describes it.
std::string advice_json(const AdviceList& list);

}  // namespace spillway
