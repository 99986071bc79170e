// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/ci/ci_file.h"

namespace spillway {

/// What one check measured, now or when its baseline was written.
struct CiFigures {
  struct Op {
    std::string name, type;
    Cycles cycles = 0;
  };
  Kilohertz clock_khz = 0;
  Cycles total_cycles = 0;
  double latency_us = 0;
  std::vector<std::pair<std::string, Bytes>> peaks;  // by memory
  std::vector<Op> operators;
};

struct CiResult {
  std::string name, network, target;
  std::string compiler;  // that wrote the network's file, as far as it says
  std::string failure;   // why there are no figures; empty = there are
  CiFigures now;
  double seconds = 0;  // that the check took
  std::optional<double> latency_budget_us;
  std::optional<CiFigures> before;  // of the baseline, where it has this check
  std::vector<std::string> missed;  // budgets, one line each
};

/// An operator that takes other cycles than before, or is in only one of both.
struct CiChange {
  std::size_t number = 0;  // of the operator now, or of the one that is gone
  std::string name, type;
  std::optional<Cycles> before, now;
};

/// Runs every check; one that cannot run is a result with its failure, and so is a baseline that is
/// not there and is not to be replaced. Throws UserError(input_file) for a file that is no
/// baseline.
std::vector<CiResult> run_ci(const CiFile& file);

/// Operators are matched by name and type; several alike in their order. Most changed cycles first.
std::vector<CiChange> changes_of(const CiResult& result);

/// 1 when a check could not run, else 4 when a budget was missed, else 0.
ExitCode exit_code_of(const std::vector<CiResult>& results);

/// The document of `ci --json`, which is a baseline for later runs.
std::string ci_document(const std::vector<CiResult>& results);

}  // namespace spillway
