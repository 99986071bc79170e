// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "experiments/sweep/summary_choice.h"
#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// A sweep as a .toml file of kind "sweep" declares it (docs/experiments.md).
struct SweepFile {
  std::string description;
  SweepSpec spec;
  SummaryChoice summary;
  std::string output;  // where rows are written by default; empty = none
};

/// Parses the file of a sweep. Throws UserError(input_file) with line and column of a wrong value.
SweepFile parse_sweep_file(std::string_view toml, const std::string& file);

}  // namespace spillway
