// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"
#include "experiments/point/point_cache.h"

namespace spillway {

/// A change of a design point that was simulated and makes it faster, or makes it fit.
struct Advice {
  std::string kind;      // of the change: "planner", "operator splits", "larger sram", "together"
  bool of_chip = false;  // needs another chip, memory or board
  std::string options;   // that the change sets, as a command line has them
  Cycles cycles = 0;
  double latency_us = 0;
  std::vector<OperatorRange> cascades;  // of the changed point's plan
  std::string command;                  // runs the changed point alone
};

/// What would help a network at a design point.
struct AdviceList {
  std::string network, target, mode;
  std::string compiler;  // of a compiled network, as far as its file says
  TriedPoint now;
  std::string command;         // of the point as it is
  std::vector<Advice> advice;  // changes of the program, then of the chip; fastest first in each
  std::size_t simulated = 0;   // changes that were tried
  std::size_t useless = 0;     // of them, less than 0.1 % faster, or only on weaker hardware
  std::size_t impossible = 0;  // of them, without a plan or not for this network
  std::vector<std::string> refused;  // plans of AdviceOptions::plans that are impossible, and why
};

struct AdviceOptions {
  bool quick = false;              // leaves out planners that search long and exchanges of tensors
  bool other_chips = false;        // of a board, also memories and clocks that it does not have
  const Network* plain = nullptr;  // what a compiled network was made from, for `relink`
  std::string plain_word;          // names it in commands
  std::vector<std::string> plans;  // files with plans of others, as `run --plan` takes them
  std::size_t workers = 1;
};

/// Simulates changes of `point` one by one, and those of the program that save most in their kind
/// together. `network_word` names the network in commands. A point that does not fit gets the
/// changes that make it fit.
AdviceList advise(const Network& network, const std::string& network_word, const DesignPoint& point,
                  const AdviceOptions& options);

/// Estimates how long quick advice about a point takes from the time of its run.
double advice_seconds(const StepTimes& run, std::size_t workers);

/// The best `most` changes of every kind, each with its command.
std::string advice_text(const AdviceList& list, std::size_t most);
/// All of them as a document with `schema_version`; docs/answers.md describes it.
std::string advice_json(const AdviceList& list);

}  // namespace spillway
