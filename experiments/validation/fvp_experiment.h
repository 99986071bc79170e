// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/validation/fvp_cases.h"
#include "report/printout.h"

namespace spillway {

/// The description of a validation with Arm's FVPs: command streams are simulated, and the results
/// are compared with the counters of the FVPs.
struct FvpExperiment {
  struct Network {
    std::string reference, streams;  // folders of the reference data and of the command streams
  };
  std::vector<Network> networks;
  // Relative tolerance of cycles for each group of cases. In group "units", the tolerance applies
  // to the sum of all units of a kind.
  std::map<std::string, double> tolerance;
  // Runs to which a constant of the model was fitted, such as "u85-1024 kws_micronet_m".
  std::vector<std::string> fitted;
  Cycles cycle_floor = 0;  // allowed difference in cycles of every whole run
  // Allowed difference in beats for cases of group "operators". The command streams of these cases
  // contain other weights than the streams that ran on the FVP, so the encoded bytes differ.
  std::int64_t operator_beats = 0;
};

/// Parses the description of a validation from a TOML file. Throws UserError(input_file) for
/// unknown, missing and malformed keys.
FvpExperiment parse_fvp_experiment(std::string_view toml, const std::string& file);

struct FvpResult {
  FvpCase reference;
  Cycles cycles = 0;
  Cycles vela = 0;  // Vela's estimate: cycles_by_velas_rule(); 0 for units
  // Beats that the simulation counts, in the order of reference.counters.
  std::vector<std::int64_t> beats;

  double error() const {
    return static_cast<double>(cycles) / static_cast<double>(reference.cycles) - 1;
  }
};

/// The summed cycles of all units of one kind on one accelerator. Two units have the same kind if
/// their operations have the same types.
struct FvpUnits {
  std::string accelerator, kind;
  int count = 0;
  Cycles reference = 0, cycles = 0;

  double error() const { return static_cast<double>(cycles) / static_cast<double>(reference) - 1; }
};

/// Sums the cycles of all units of the same kind on the same accelerator. Returns one item per sum,
/// in descending order of the absolute errors.
std::vector<FvpUnits> units_by_kind(const std::vector<FvpResult>& results);

/// The error of single units, computed in two ways: the mean of the absolute relative errors, and
/// the sum of the absolute differences divided by the sum of the published cycles. Both values are
/// fractions, such as 0.02. The FVP's clock counts in steps of 1,000 cycles, so the published time
/// of a unit may be up to one step too long or too short.
struct UnitError {
  double mean = 0;
  double of_cycles = 0;
};
struct UnitErrors {
  UnitError all;  // errors of the full differences from the published cycles
  // The error if only the cycles of each difference that exceed one step of the FVP's clock are
  // counted.
  UnitError beyond;
  // The error that the steps of the FVP's clock alone cause. The beginning and the end of a unit
  // are each rounded to a step. Therefore even an exact simulator would differ from the published
  // time of a unit by a third of a step on average.
  UnitError of_clock_steps;
};
UnitErrors unit_errors(const std::vector<FvpResult>& results);

/// Simulates every case on the built-in target of its accelerator, with the timing adapters (Arm's
/// models of memories) of the measured run.
std::vector<FvpResult> run_fvp_experiment(const FvpExperiment& experiment);

/// Returns the result of unit_errors() as text, and four tables:
/// * `runs` has one row per case, except units (parts of a run between two interrupts), with the
///   error of the simulation and the error of Vela's estimate. The last rows are single operators,
///   the largest error first.
/// * `means` has the mean error and the largest error of each group of cases on U55, U65 or U85.
/// * `kinds` has the sums of units of a kind.
/// * `units` has the single units, the largest difference first.
Printout fvp_report(const FvpExperiment& experiment, const std::vector<FvpResult>& results);

/// Returns a line for each number of cycles or beats that exceeds its tolerance. Numbers of beats
/// must be equal, except in group "operators".
std::vector<std::string> missed_fvp_figures(const FvpExperiment& experiment,
                                            const std::vector<FvpResult>& results);

}  // namespace spillway
