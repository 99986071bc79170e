// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/ci/ci_file.h"

namespace spillway {

/// The figures of a check: from this run, or from the run that wrote the baseline.
struct CiFigures {
  struct Op {
    std::string name, type;
    Cycles cycles = 0;
  };
  Kilohertz clock_khz = 0;
  Cycles total_cycles = 0;
  double latency_us = 0;
  std::vector<std::pair<std::string, Bytes>> peaks;  // peak bytes of each memory
  std::vector<Op> operators;
};

struct CiResult {
  std::string name, network, target;
  std::string compiler;  // compiler that made the network's file, if the file names it
  std::string failure;   // why the check could not run; empty if the check ran
  CiFigures now;
  double seconds = 0;  // wall time of the check
  std::optional<double> latency_budget_us;
  // The figures of this check in the baseline; nothing if the baseline does not have the check.
  std::optional<CiFigures> before;
  std::vector<std::string> missed;  // one message per missed budget
};

/// An operator whose number of cycles differs from the baseline, or that exists only in this run or
/// only in the baseline.
struct CiChange {
  // Number of the operator in this run. If the operator exists only in the baseline, its number in
  // the baseline.
  std::size_t number = 0;
  std::string name, type;
  std::optional<Cycles> before, now;
};

/// Runs all checks of a CI file. The result of a check that cannot run has a failure. If the file
/// of the baseline is missing and the run does not write a new baseline (`updates_baseline`), one
/// more result has the missing file as its failure. Throws UserError(input_file) if the file of the
/// baseline has other contents than a baseline.
std::vector<CiResult> run_ci(const CiFile& file);

/// Returns the operators whose cycles changed since the baseline, the largest change first. An
/// operator of this run matches the operator of the baseline with the same name and type. Operators
/// with equal names and types are matched in execution order.
std::vector<CiChange> changes_of(const CiResult& result);

/// Returns exit code 1 if a check could not run, else 4 if a budget was missed, else 0.
ExitCode exit_code_of(const std::vector<CiResult>& results);

/// Returns the JSON document that `ci --json` writes. Later runs read this document as their
/// baseline.
std::string ci_document(const std::vector<CiResult>& results);

}  // namespace spillway
