// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// A check of a CI file: a design point of a network, with limits for its time and memory.
struct CiCheck {
  std::string name;
  Network network;
  std::string failure;  // why the network cannot be read; empty if the network was read
  DesignPoint point;
  std::optional<double> latency_us;  // upper limit of the latency in microseconds
  // For each memory with a budget: the upper limit of the memory's peak, in bytes.
  std::vector<std::pair<std::string, Bytes>> budgets;
};

/// The contents of a CI file: a TOML file of kind "ci" with the limits that changes of a project
/// must keep, and with the path of a baseline, the results of an earlier run.
struct CiFile {
  std::string description;
  std::string baseline;           // path of the output of an earlier `ci --json`; empty = none
  bool updates_baseline = false;  // whether the run overwrites the baseline (option --update)
  // Share by which a latency may exceed the latency in the baseline, such as 0.02; nullopt = no
  // limit.
  std::optional<double> slower;
  std::vector<CiCheck> checks;
};

/// Reads a CI file. Paths of networks and of the baseline are relative to the folder of `file`. If
/// this folder does not have the named file, its path is relative to the working folder. A baseline
/// that does not exist yet will be written to the folder of `file`. If a network cannot be read,
/// its check records the failure. Throws UserError(input_file) with line and column for keys and
/// values that docs/experiments.md does not allow.
CiFile parse_ci_file(std::string_view toml, const std::string& file);

}  // namespace spillway
