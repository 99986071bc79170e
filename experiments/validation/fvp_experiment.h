// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/validation/fvp_cases.h"

namespace spillway {

/// Command streams beside the counters of Arm's FVPs.
struct FvpExperiment {
  struct Network {
    std::string reference, streams;  // folders
  };
  std::vector<Network> networks;
  // Of cycles, relative, by group; of units, what those of a kind may be off together.
  std::map<std::string, double> tolerance;
  std::vector<std::string> fitted;  // runs that a constant was fitted on: "u85-1024 kws_micronet_m"
  Cycles cycle_floor = 0;           // differences up to this are within tolerance
  std::int64_t operator_beats = 0;  // the same for the beats of operators, whose weights are others
};

/// Throws UserError(input_file) for unknown, missing and malformed keys.
FvpExperiment parse_fvp_experiment(std::string_view toml, const std::string& file);

struct FvpResult {
  FvpCase reference;
  Cycles cycles = 0;
  Cycles vela = 0;                  // of the same stream, cycles_by_velas_rule()
  std::vector<std::int64_t> beats;  // parallel to the counters

  double error() const {
    return static_cast<double>(cycles) / static_cast<double>(reference.cycles) - 1;
  }
};

/// All units of one kind of a size.
struct FvpUnits {
  std::string accelerator, kind;
  int count = 0;
  Cycles reference = 0, cycles = 0;

  double error() const { return static_cast<double>(cycles) / static_cast<double>(reference) - 1; }
};

/// Worst first.
std::vector<FvpUnits> units_by_kind(const std::vector<FvpResult>& results);

/// Replays every case on the built-in target with the adapters of its run.
std::vector<FvpResult> run_fvp_experiment(const FvpExperiment& experiment);

/// One row per case, the operators last and the worst of them first, Vela's estimate beside each;
/// then mean and worst per group, units by kind and unit by unit, worst first, as Markdown.
std::string fvp_markdown(const FvpExperiment& experiment, const std::vector<FvpResult>& results);

/// The products ("u85") of which some row or kind of units misses its tolerance in cycles: their
/// sizes share their rules, so none of them counts as validated.
std::vector<std::string> unvalidated_products(const FvpExperiment& experiment,
                                              const std::vector<FvpResult>& results);

/// One line per cycle or beat count beyond its tolerance; beats must be equal.
std::vector<std::string> missed_fvp_figures(const FvpExperiment& experiment,
                                            const std::vector<FvpResult>& results);

}  // namespace spillway
