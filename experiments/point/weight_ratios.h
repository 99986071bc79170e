// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway {

struct DesignPoint;

/// Weight ratios of single operators: encoded bytes per byte of weights. The ratios come from a CSV
/// with the columns `name` and `ratio`, or from a .tflite that Arm's compiler made from the same
/// network.
struct WeightRatios {
  struct Row {
    std::string name;  // name of an operator
    double ratio = 1;
    SourceLocation where;
  };

  std::string file;
  std::vector<Row> rows;
  // The compiled file with the ratios; null if the ratios come from a CSV.
  std::shared_ptr<const Network> compiled;
};

/// Returns the weight ratio (encoded bytes per byte of weights) at `point` of the operators that
/// have no ratio from a file. Returns nothing if Spillway computes the sizes of encoded weights
/// from the values of the weights. `network` is the plain network.
std::optional<double> weight_ratio_in_force(const DesignPoint& point, const Network& network,
                                            const Target& target);

/// Returns weight_ratio_in_force() as a table cell: the ratio, or "encoded". If the values of the
/// weights are known and a ratio is used nevertheless, it is written with a decimal point ("1.0").
/// So it differs from the ratio for weights whose values are unknown ("1").
std::string weight_ratio_text(const DesignPoint& point, const Network& network,
                              const Target& target);

/// Returns the table cell for the case that the values of the weights are unknown and the user
/// gives no ratio.
std::string weight_ratio_text_without_values();

/// Returns a text for the heading of a table that says where the sizes of encoded weights come
/// from.
std::string weight_sizes_text(const DesignPoint& point, const Network& network);

/// Whether the values of no, some or all weights of a network are known.
enum class WeightValuesKnown : std::uint8_t { none, some, all };
WeightValuesKnown weight_values_known(const Network& network);

/// Whether a value of --weight-ratio is the name of a file and not a number. Decided by the ending
/// of the value.
bool is_weight_ratio_file(const std::string& value);

/// Reads weight ratios from a CSV or a compiled .tflite. Throws UserError(input_file) for a
/// malformed file, and for a file without ratios, such as Vela's per-layer listing.
WeightRatios read_weight_ratios(const std::string& file);

/// Returns the weight ratios by names of operators of `lowered`. Operators that are not in the file
/// are left out; their ratio is weight_ratio_in_force(). Throws UserError(input_file) if the file
/// names an operator that the network does not have, names an operator twice, or was compiled from
/// another network. Throws UserError(usage) if the file was compiled for another processor than
/// `target`.
std::map<std::string, double> ratios_by_operator(const WeightRatios& ratios, const Network& lowered,
                                                 const Target& target);

/// Returns the family options of the point, with the ratios of --weight-ratio if the point has any.
FamilyOptions options_with_ratios(const DesignPoint& point, const Network& lowered,
                                  const Target& target);

/// Stores weight ratios, by names of operators, in the options of the families that encode weights.
void set_weight_ratios(std::map<std::string, double> by_operator, FamilyOptions& options);

}  // namespace spillway
