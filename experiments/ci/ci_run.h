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
  std::string compiler;  // compiler that wrote the network's file, if the file says so
  std::string failure;   // why there are no figures; empty = the check ran
  CiFigures now;
  double seconds = 0;  // wall time of the check
  std::optional<double> latency_budget_us;
  std::optional<CiFigures> before;  // figures of the baseline, if it has this check
  std::vector<std::string> missed;  // one message per missed budget
};

/// An operator whose cycles differ from the baseline, or that only one of the two runs has.
struct CiChange {
  std::size_t number = 0;  // number of the operator now, or in the baseline if the operator is gone
  std::string name, type;
  std::optional<Cycles> before, now;
};

/// Runs every check. A check that cannot run has its failure as a result; so has a baseline that
/// does not exist although it is not to be replaced. Throws UserError(input_file) for a baseline
/// file that is not one.
std::vector<CiResult> run_ci(const CiFile& file);

/// Operators are matched by name and type; operators with the same name and type in their order.
/// Sorted by the change of cycles, largest first.
std::vector<CiChange> changes_of(const CiResult& result);

/// 1 if a check could not run, else 4 if a budget was missed, else 0.
ExitCode exit_code_of(const std::vector<CiResult>& results);

/// The document of `ci --json`, which is a baseline for later runs.
std::string ci_document(const std::vector<CiResult>& results);

}  // namespace spillway
