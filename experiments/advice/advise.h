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

/// A simulated change of a design point that helps: the change makes the point faster, or makes a
/// network fit that did not fit.
struct Advice {
  // The kind, such as "planner" or "larger sram"; "together" = a combination of changes.
  std::string kind;
  bool of_chip = false;  // whether the change needs another chip, memory or board
  std::string options;   // options that the change sets, as words of a command line
  Cycles cycles = 0;
  double latency_us = 0;
  std::vector<OperatorRange> cascades;  // cascades in the plan of the changed point
  std::string command;                  // command line that simulates the changed design point
};

/// The advice for a network at a design point: changes that save time or make the network fit.
struct AdviceList {
  std::string network, target, mode;
  std::string compiler;  // compiler of a compiled network; empty = unknown
  TriedPoint now;
  std::string command;  // command line that simulates the unchanged design point
  // All changes that help. The changes that keep the chip come first; the changes that need another
  // chip, memory or board follow. Each of the two groups begins with the fastest change.
  std::vector<Advice> advice;
  std::size_t simulated = 0;  // number of changes that were simulated
  // Number of simulated changes that do not help: changes that save less than 0.1 % of the time,
  // hardware that is not better and saves time only by chance, and larger sizes of a memory than
  // the smallest size with which the network fits.
  std::size_t useless = 0;
  // Number of simulated changes with which the network has no plan or cannot be simulated.
  std::size_t impossible = 0;
  // One text for each file of AdviceOptions::plans that cannot be used: the file and the reason.
  std::vector<std::string> refused;
};

struct AdviceOptions {
  // Whether to leave out planners that may take long, pins of single tensors, and relinking.
  bool quick = false;
  // If the target is a board: whether to also try memories and clocks that the board does not have.
  bool other_chips = false;
  // The plain (not compiled) network from which the compiled network was made; null if the user
  // does not give it. With this network, relinking makes a new plan; otherwise relinking changes
  // only addresses.
  const Network* plain = nullptr;
  std::string plain_word;          // path of the plain (not compiled) network in printed commands
  std::vector<std::string> plans;  // paths of plan files that other tools wrote
  std::size_t workers = 1;
};

/// Returns the advice for `network` at `point`. Simulates each change of `point` by itself. Then
/// combines the helpful changes that keep the chip, at most one change of each kind. If the network
/// does not fit the memories at `point`, the advice lists the changes with which the network fits.
/// `network_word` is the network in printed commands: a built-in name or a path.
AdviceList advise(const Network& network, const std::string& network_word, const DesignPoint& point,
                  const AdviceOptions& options);

/// Returns an estimate of the seconds that quick advice about a point takes with `workers`
/// processes. `run` has the times of one run of this point.
double advice_seconds(const StepTimes& run, std::size_t workers);

/// Returns the text of the advice: the best changes, at most `most` changes of each kind, each with
/// its command.
Printout advice_printout(const AdviceList& list, std::size_t most);
/// Returns all changes as a JSON document with `schema_version` (docs/answers.md).
std::string advice_json(const AdviceList& list);

}  // namespace spillway
