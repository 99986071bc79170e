// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/validation/replay_comparison.h"
#include "experiments/validation/vela_validation.h"
#include "report/printout.h"

namespace spillway {

/// A comparison of the lowering for Ethos-U with estimates of Vela, and with replays of networks
/// that Vela compiled. The data are outside the repository.
struct VelaExperiment {
  std::string reference;  // folder with summary.csv and per_layer/
  std::string networks;   // folder with the networks that the summary names
  std::string compiled;   // folder with some of them compiled
  VelaTolerances tolerances;
  double plan_tolerance = 0;  // tolerance of totals under the compiler's plan
};

/// Paths in `toml` are relative to `file`. Throws UserError(input_file) for unknown, missing and
/// malformed keys, and if the data do not exist.
VelaExperiment parse_vela_experiment(std::string_view toml, const std::string& file);

struct VelaExperimentResult {
  std::vector<VelaCaseResult> cases;  // all rows of the summary
  std::vector<CompiledCase> compiled;
};

VelaExperimentResult run_vela_experiment(const VelaExperiment& experiment);

/// Returns vela_validation_tables() and replay_comparison_table().
Printout vela_report(const VelaExperiment& experiment, const VelaExperimentResult& result);

/// One line per figure that must agree and does not.
std::vector<std::string> missed_figures(const VelaExperiment& experiment,
                                        const VelaExperimentResult& result);

}  // namespace spillway
