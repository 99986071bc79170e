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

/// Encoded / original weight bytes of single operators, from a file: a CSV with columns `name` and
/// `ratio`, or a .tflite that Arm's compiler made of the same network.
struct WeightRatios {
  struct Row {
    std::string name;  // of an operator
    double ratio = 1;
    SourceLocation where;
  };

  std::string file;
  std::vector<Row> rows;
  std::shared_ptr<const Network> compiled;  // null for a CSV
};

/// Encoded / original weight bytes of a plain `network` at `point` of `target`, where no file gives
/// them; none = sizes follow from the values of the weights.
std::optional<double> weight_ratio_in_force(const DesignPoint& point, const Network& network,
                                            const Target& target);

/// The same as a cell: "encoded", or the ratio. One that stands instead of the weights' own values
/// has a decimal point ("1.0"), so that it can be told from that of weights without values.
std::string weight_ratio_text(const DesignPoint& point, const Network& network,
                              const Target& target);

/// The cell of weights whose values the network does not have, where no ratio was chosen.
std::string weight_ratio_text_without_values();

/// Where the sizes of weights come from, as the head of a table says it.
std::string weight_sizes_text(const DesignPoint& point, const Network& network);

/// Whether the network has the values of all its weights, of some or of none.
enum class WeightValuesKnown : std::uint8_t { none, some, all };
WeightValuesKnown weight_values_known(const Network& network);

/// Whether the value of --weight-ratio names a file, by its ending.
bool is_weight_ratio_file(const std::string& value);

/// Throws UserError(input_file) for a malformed file, and for one without ratios (Vela's per-layer
/// listing has none).
WeightRatios read_weight_ratios(const std::string& file);

/// By operator of `lowered`; operators without an entry have the ratio of all. Throws
/// UserError(input_file) for names that the network does not have and for a file compiled from
/// another network, UserError(usage) for one compiled for another processor than `target`.
std::map<std::string, double> ratios_by_operator(const WeightRatios& ratios, const Network& lowered,
                                                 const Target& target);

/// Puts the ratios of single operators into the options of the families that encode weights.
void set_weight_ratios(std::map<std::string, double> by_operator, FamilyOptions& options);

}  // namespace spillway
