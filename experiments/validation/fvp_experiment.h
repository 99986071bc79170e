// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/validation/fvp_cases.h"

namespace spillway {

/// A comparison of simulated command streams with the counters of Arm's FVPs.
struct FvpExperiment {
  struct Network {
    std::string reference, streams;  // folders
  };
  std::vector<Network> networks;
  // Relative tolerance of cycles, by group. For units, it applies to the sum over all units of a
  // kind.
  std::map<std::string, double> tolerance;
  std::vector<std::string>
      fitted;              // runs that a constant was fitted to, such as "u85-1024 kws_micronet_m"
  Cycles cycle_floor = 0;  // smaller differences are always within tolerance
  // Tolerance for beats of operators, whose weights differ from those that ran.
  std::int64_t operator_beats = 0;
};

/// Throws UserError(input_file) for unknown, missing and malformed keys.
FvpExperiment parse_fvp_experiment(std::string_view toml, const std::string& file);

struct FvpResult {
  FvpCase reference;
  Cycles cycles = 0;
  Cycles vela = 0;                  // estimate by cycles_by_velas_rule() for the same stream
  std::vector<std::int64_t> beats;  // parallel to the counters

  double error() const {
    return static_cast<double>(cycles) / static_cast<double>(reference.cycles) - 1;
  }
};

/// The sum of all units of one kind on one accelerator.
struct FvpUnits {
  std::string accelerator, kind;
  int count = 0;
  Cycles reference = 0, cycles = 0;

  double error() const { return static_cast<double>(cycles) / static_cast<double>(reference) - 1; }
};

/// The cycles of all units, summed by accelerator and kind of unit, the sum with the largest error
/// first.
std::vector<FvpUnits> units_by_kind(const std::vector<FvpResult>& results);

/// The error of single units as the mean of their errors, and as the sum of their differences over
/// the sum of their cycles, in parts of 1. The FVP's clock moves in steps of 1,000 cycles and cuts
/// off both ends of a unit, so a unit may be up to a step shorter or longer than published.
struct UnitError {
  double mean = 0;
  double of_cycles = 0;
};
struct UnitErrors {
  UnitError all;       // the difference from the published cycles
  UnitError beyond;    // the part of the difference beyond a step
  UnitError unbiased;  // expected from a simulator without any error: a third of a step per unit
};
UnitErrors unit_errors(const std::vector<FvpResult>& results);

/// Simulates every case on the built-in target, with the adapters of its run.
std::vector<FvpResult> run_fvp_experiment(const FvpExperiment& experiment);

/// Markdown tables: one row per case, with operators at the end and the worst of them first, and
/// Vela's estimate in each row; then mean and worst error per group, units by kind, and single
/// units, worst first.
std::string fvp_markdown(const FvpExperiment& experiment, const std::vector<FvpResult>& results);

/// The products, such as "u85", of which a row or a kind of units exceeds its tolerance in cycles.
/// The accelerators of a product share their rules, so none of them counts as validated.
std::vector<std::string> unvalidated_products(const FvpExperiment& experiment,
                                              const std::vector<FvpResult>& results);

/// One line per cycle or beat count beyond its tolerance; beats must be equal, except those of
/// operators.
std::vector<std::string> missed_fvp_figures(const FvpExperiment& experiment,
                                            const std::vector<FvpResult>& results);

}  // namespace spillway
