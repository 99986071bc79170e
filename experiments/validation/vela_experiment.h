// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "experiments/validation/vela_validation.h"
#include "report/printout.h"

namespace spillway {

/// The cycles of a run. `host` is the part of `total` in which operators run on the host processor.
struct PlanCycles {
  Cycles total = 0;
  Cycles host = 0;

  Cycles npu() const { return total - host; }
};

/// A network with a plain file and a compiled file. Two simulations are compared: the commands of
/// the compiled file, and the lowered plain network with the compiler's plan. Operators on the host
/// processor take the same time in both simulations.
struct CompiledCase {
  std::string file;  // name of the compiled file, NETWORK__ACCELERATOR__MODE..., without its ending
  PlanCycles replayed;
  PlanCycles lowered;
  std::string not_compared;  // why the lowered network was not simulated; empty = simulated

  double total_error() const { return relative(lowered.total, replayed.total); }
  double npu_error() const { return relative(lowered.npu(), replayed.npu()); }

 private:
  static double relative(Cycles value, Cycles to) {
    return to == 0 ? 0 : static_cast<double>(value) / static_cast<double>(to) - 1;
  }
};

/// Compares all .tflite files in folder `compiled`, in the order of their names. Files whose plain
/// network is not in folder `networks`, and files with other names than CompiledCase::file, are
/// left out.
std::vector<CompiledCase> compare_compiled_plans(const std::string& networks,
                                                 const std::string& compiled);

/// The description of a validation with Vela: the lowering for Ethos-U is compared with Vela's
/// estimates, and with simulations of files that Vela compiled. The data are not part of the
/// repository.
struct VelaExperiment {
  std::string reference;  // folder with summary.csv and per_layer/
  std::string networks;   // folder with the networks that the summary names
  std::string compiled;   // folder with compiled files of some of these networks
  VelaTolerances tolerances;
  // Relative tolerance of the total cycles, and of the NPU cycles, between a compiled file and the
  // lowered network with the compiler's plan.
  double plan_tolerance = 0;
};

/// Parses the description of a validation from a TOML file. Paths in the file are relative to
/// `file`. Throws UserError(input_file) for unknown, missing and malformed keys, and if the data do
/// not exist.
VelaExperiment parse_vela_experiment(std::string_view toml, const std::string& file);

struct VelaExperimentResult {
  std::vector<VelaCaseResult> cases;  // one result per row of Vela's summary
  std::vector<CompiledCase> compiled;
};

VelaExperimentResult run_vela_experiment(const VelaExperiment& experiment);

/// Returns the tables of vela_validation_tables(), and a table with one row per compiled case.
Printout vela_report(const VelaExperiment& experiment, const VelaExperimentResult& result);

/// Returns a line for each number that exceeds its tolerance.
std::vector<std::string> missed_figures(const VelaExperiment& experiment,
                                        const VelaExperimentResult& result);

}  // namespace spillway
