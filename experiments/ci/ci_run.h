// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/ci/ci_file.h"

namespace spillway {

/// What a check measured: in this run, or in the run that wrote the baseline.
struct CiFigures {
  struct Op {
    std::string name, type;
    Cycles cycles = 0;
  };
  Kilohertz clock_khz = 0;
  Cycles total_cycles = 0;
  double latency_us = 0;
  std::vector<std::pair<std::string, Bytes>> peaks;  // peak of each memory
  std::vector<Op> operators;
};

struct CiResult {
  std::string name, network, target;
  std::string compiler;  // compiler of the network's file, if the file names it
  std::string failure;   // why the check could not run; empty = it ran
  CiFigures now;
  double seconds = 0;  // wall time of the check
  std::optional<double> latency_budget_us;
  // What the baseline says about this check; nothing if it does not contain the check.
  std::optional<CiFigures> before;
  std::vector<std::string> missed;  // one message per missed budget
};

/// An operator that has another number of cycles than in the baseline, or that exists only in this
/// run or only in the baseline.
struct CiChange {
  // Number of the operator in this run; if it exists only in the baseline, its number there.
  std::size_t number = 0;
  std::string name, type;
  std::optional<Cycles> before, now;
};

/// Runs all checks. If a check cannot run, its result has the failure. If the baseline is missing,
/// one more result has the failure, unless --update replaces the baseline. Throws
/// UserError(input_file) if the baseline's file is not a baseline.
std::vector<CiResult> run_ci(const CiFile& file);

/// Returns the operators whose cycles changed, the largest change first. Operators of the two runs
/// are matched by name and type; if several have the same name and type, they are matched in their
/// order.
std::vector<CiChange> changes_of(const CiResult& result);

/// Returns 1 if a check could not run, else 4 if a budget was missed, else 0.
ExitCode exit_code_of(const std::vector<CiResult>& results);

/// Returns the document that `ci --json` writes. Later runs read it as their baseline.
std::string ci_document(const std::vector<CiResult>& results);

}  // namespace spillway
