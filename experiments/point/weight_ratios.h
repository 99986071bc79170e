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

/// Ratios of encoded to original weight bytes for single operators, from a file: a CSV with columns
/// `name` and `ratio`, or a .tflite that Arm's compiler made from the same network.
struct WeightRatios {
  struct Row {
    std::string name;  // name of an operator
    double ratio = 1;
    SourceLocation where;
  };

  std::string file;
  std::vector<Row> rows;
  std::shared_ptr<const Network> compiled;  // null for a CSV
};

/// The ratio of encoded to original weight bytes of a plain `network` at `point`, for operators
/// without a ratio from a file; none = sizes follow from the values of the weights.
std::optional<double> weight_ratio_in_force(const DesignPoint& point, const Network& network,
                                            const Target& target);

/// The same as a table cell: "encoded", or the ratio. A ratio that replaces known values of the
/// weights has a decimal point ("1.0"), which tells it from the ratio of weights without values.
std::string weight_ratio_text(const DesignPoint& point, const Network& network,
                              const Target& target);

/// The cell for weights whose values are unknown, if the user chose no ratio.
std::string weight_ratio_text_without_values();

/// Where the sizes of weights come from, for the head of a table.
std::string weight_sizes_text(const DesignPoint& point, const Network& network);

/// Whether the network has the values of all its weights, of some of them or of none.
enum class WeightValuesKnown : std::uint8_t { none, some, all };
WeightValuesKnown weight_values_known(const Network& network);

/// Whether a value of --weight-ratio is the name of a file, judged by its ending.
bool is_weight_ratio_file(const std::string& value);

/// Throws UserError(input_file) for a malformed file, and for a file without ratios, such as Vela's
/// per-layer listing.
WeightRatios read_weight_ratios(const std::string& file);

/// The ratios by operator of `lowered`; operators that are missing have the common ratio. Throws
/// UserError(input_file) for names that the network does not have and for a file compiled from
/// another network, UserError(usage) for one compiled for another processor than `target`.
std::map<std::string, double> ratios_by_operator(const WeightRatios& ratios, const Network& lowered,
                                                 const Target& target);

/// Stores the ratios of single operators in the options of the families that encode weights.
void set_weight_ratios(std::map<std::string, double> by_operator, FamilyOptions& options);

}  // namespace spillway
