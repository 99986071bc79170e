// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// A design point and the limits that it must keep.
struct CiCheck {
  std::string name;
  Network network;
  std::string failure;  // why the network cannot be read; empty = it could be read
  DesignPoint point;
  std::optional<double> latency_us;  // upper limit
  // By memory: upper limit of the highest planned address.
  std::vector<std::pair<std::string, Bytes>> budgets;
};

/// A file of kind "ci": limits that changes of a project must not break, and earlier results to
/// compare with.
struct CiFile {
  std::string description;
  std::string baseline;           // path of an earlier `ci --json`; empty = none
  bool updates_baseline = false;  // --update: the baseline will be replaced, so it may be missing
  std::optional<double> slower;   // share by which latency may exceed the baseline; none = any
  std::vector<CiCheck> checks;
};

/// Reads a CI file. Paths of networks and of the baseline are relative to the folder of `file`, or
/// to the working folder if no such file is there; a baseline that does not exist yet will be
/// written beside `file`. A network that cannot be read is the failure of its check. Throws
/// UserError(input_file) with line and column for keys and values that docs/experiments.md does not
/// allow.
CiFile parse_ci_file(std::string_view toml, const std::string& file);

}  // namespace spillway
