// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/validation/replay_comparison.h"
#include "experiments/validation/vela_validation.h"
#include "report/printout.h"

namespace spillway {

/// The description of a validation with Vela: the lowering for Ethos-U is compared with Vela's
/// estimates, and with simulations of files that Vela compiled. The data are not part of the
/// repository.
struct VelaExperiment {
  std::string reference;  // folder with summary.csv and per_layer/
  std::string networks;   // folder with the networks that the summary names
  std::string compiled;   // folder with compiled files of some of these networks
  VelaTolerances tolerances;
  // Relative tolerance of total cycles between a compiled file and the lowered network with the
  // compiler's plan.
  double plan_tolerance = 0;
};

/// Parses the description of a validation from a TOML file. Paths in the file are relative to
/// `file`. Throws UserError(input_file) for unknown, missing and malformed keys, and if the data do
/// not exist.
VelaExperiment parse_vela_experiment(std::string_view toml, const std::string& file);

struct VelaExperimentResult {
  std::vector<VelaCaseResult> cases;  // one result per row of the summary
  std::vector<CompiledCase> compiled;
};

VelaExperimentResult run_vela_experiment(const VelaExperiment& experiment);

/// Returns the tables of vela_validation_tables() and replay_comparison_table().
Printout vela_report(const VelaExperiment& experiment, const VelaExperimentResult& result);

/// Returns a line for each number that exceeds its tolerance.
std::vector<std::string> missed_figures(const VelaExperiment& experiment,
                                        const VelaExperimentResult& result);

}  // namespace spillway
