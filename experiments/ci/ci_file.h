// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// A design point with what it may take.
struct CiCheck {
  std::string name;
  Network network;
  std::string failure;  // why the network cannot be read; empty = it was
  DesignPoint point;
  std::optional<double> latency_us;                    // at most
  std::vector<std::pair<std::string, Bytes>> budgets;  // by memory: highest planned address
};

/// A file of kind "ci": budgets that a change must keep, and the results to compare with.
struct CiFile {
  std::string description;
  std::string baseline;           // path of an earlier `ci --json`; empty = none
  bool updates_baseline = false;  // the baseline is to be replaced: it may be missing
  std::optional<double> slower;   // share by which latency may grow over the baseline; none = any
  std::vector<CiCheck> checks;
};

/// Networks and baseline are looked up beside `file` first, and a baseline that is nowhere belongs
/// there; a network that cannot be read is the
/// failure of its check. Throws UserError(input_file) with line
/// and column for keys and values that are not as docs/experiments.md says.
CiFile parse_ci_file(std::string_view toml, const std::string& file);

}  // namespace spillway
