// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "experiments/sweep/summary_choice.h"
#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// A sweep as declared in a .toml file of kind "sweep" (docs/experiments.md).
struct SweepFile {
  std::string description;
  SweepSpec spec;
  SummaryChoice summary;
  std::string output;  // default path of the rows; empty = none
};

/// Parses a .toml file that declares a sweep. `file` is its path, for error messages and relative
/// paths. Throws UserError(input_file) with line and column of a wrong value.
SweepFile parse_sweep_file(std::string_view toml, const std::string& file);

}  // namespace spillway
