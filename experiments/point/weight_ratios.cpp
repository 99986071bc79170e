// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/weight_ratios.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/text.h"
#include "experiments/point/design_point.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/target/processor_family.h"
#include "traces/csv/csv_reader.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

// The highest weight ratio (encoded bytes per byte of weights) that a CSV may have. Encoding never
// makes weights 16 times as large.
constexpr double most = 16;

bool is_listing(const CsvReader& csv) {
  const std::vector<std::string>& header = csv.header();
  return std::find(header.begin(), header.end(), "NNG Operator") != header.end();
}

void read_rows(const std::string& file, WeightRatios& ratios) {
  CsvReader csv(read_text(file), file);
  if (is_listing(csv)) {
    throw UserError(ExitCode::input_file, {file},
                    "a per-layer listing does not hold sizes of weights; give a CSV with columns "
                    "name,ratio or the .tflite that Vela made");
  }
  const CsvReader::Column name = csv.require_column({"name"});
  const CsvReader::Column ratio = csv.require_column({"ratio"});
  csv.reject_unknown_columns();
  while (csv.next_row()) {
    WeightRatios::Row row{csv.cell(name), csv.number(ratio), {file, csv.line()}};
    if (row.ratio <= 0 || row.ratio > most) {
      csv.reject(ratio, fmt::format("a ratio lies above 0 and up to {:g}", most));
    }
    ratios.rows.push_back(std::move(row));
  }
}

double chosen_ratio(const DesignPoint& point) {
  return point.family_options.of<ethosu::Options>().schedule.weight_ratio;
}

std::map<std::string, double> ratios_of_rows(const WeightRatios& ratios, const Network& lowered) {
  std::vector<std::string> names;
  names.reserve(lowered.operators.size());
  for (const Operator& op : lowered.operators) names.push_back(op.name);
  std::map<std::string, double> by_operator;
  for (const WeightRatios::Row& row : ratios.rows) {
    if (std::find(names.begin(), names.end(), row.name) == names.end()) {
      const std::string near = nearest_name(row.name, names);
      throw UserError(ExitCode::input_file, row.where,
                      fmt::format("the network has no operator '{}'{}", row.name,
                                  near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (!by_operator.emplace(row.name, row.ratio).second) {
      throw UserError(ExitCode::input_file, row.where,
                      fmt::format("operator '{}' has a ratio already", row.name));
    }
  }
  return by_operator;
}

}  // namespace

WeightValuesKnown weight_values_known(const Network& network) {
  int known = 0;
  int unknown = 0;
  for (const Tensor& tensor : network.tensors) {
    if (tensor.kind != TensorKind::weight) continue;
    const bool coded = tensor.type == DataType::int8 || tensor.type == DataType::uint8;
    ++(coded && !tensor.data.empty() ? known : unknown);
  }
  if (known == 0) return WeightValuesKnown::none;
  return unknown == 0 ? WeightValuesKnown::all : WeightValuesKnown::some;
}

std::optional<double> weight_ratio_in_force(const DesignPoint& point, const Network& network,
                                            const Target& target) {
  const double ratio = chosen_ratio(point);
  if (ratio != ethosu::as_encoded) return ratio;
  const bool encoded = target.processor.family().encodes_weights &&
                       weight_values_known(network) != WeightValuesKnown::none;
  return encoded ? std::nullopt : std::optional<double>(ethosu::ratio_without_values);
}

std::string weight_ratio_text(const DesignPoint& point, const Network& network,
                              const Target& target) {
  const std::optional<double> ratio = weight_ratio_in_force(point, network, target);
  if (!ratio) return "encoded";
  const bool chosen = chosen_ratio(point) != ethosu::as_encoded &&
                      weight_values_known(network) != WeightValuesKnown::none;
  return chosen ? fmt::format("{:#}", *ratio) : fmt::format("{}", *ratio);
}

std::string weight_ratio_text_without_values() {
  return fmt::format("{}", ethosu::ratio_without_values);
}

std::string weight_sizes_text(const DesignPoint& point, const Network& network) {
  const double ratio = chosen_ratio(point);
  if (ratio != ethosu::as_encoded) return fmt::format("weight ratio {:#.3g}", ratio);
  switch (weight_values_known(network)) {
    case WeightValuesKnown::all:
      return "weights encoded";
    case WeightValuesKnown::some:
      return fmt::format("weights encoded, ratio {:#.3g} where they have no values",
                         ethosu::ratio_without_values);
    case WeightValuesKnown::none:
      break;
  }
  return fmt::format("weight ratio {:#.3g}", ethosu::ratio_without_values);
}

bool is_weight_ratio_file(const std::string& value) {
  return ends_with(value, ".csv") || ends_with(value, ".tflite");
}

WeightRatios read_weight_ratios(const std::string& file) {
  WeightRatios ratios;
  ratios.file = file;
  if (!ends_with(file, ".tflite")) {
    read_rows(file, ratios);
    return ratios;
  }
  ratios.compiled = std::make_shared<const Network>(read_tflite(file));
  if (compiled_family(*ratios.compiled) == nullptr) {
    throw UserError(ExitCode::input_file, {file},
                    "holds no ethos-u operator: weights are encoded only in networks that Vela "
                    "compiled");
  }
  return ratios;
}

std::map<std::string, double> ratios_by_operator(const WeightRatios& ratios, const Network& lowered,
                                                 const Target& target) {
  if (!ratios.compiled) return ratios_of_rows(ratios, lowered);
  const ProcessorFamily& family = *compiled_family(*ratios.compiled);
  return family.plan_of_compiled(lowered, *ratios.compiled, target).weight_ratios;
}

FamilyOptions options_with_ratios(const DesignPoint& point, const Network& lowered,
                                  const Target& target) {
  FamilyOptions options = point.family_options;
  if (point.weight_ratios) {
    set_weight_ratios(ratios_by_operator(*point.weight_ratios, lowered, target), options);
  }
  return options;
}

void set_weight_ratios(std::map<std::string, double> by_operator, FamilyOptions& options) {
  options.of<ethosu::Options>().schedule.operator_weight_ratios = std::move(by_operator);
}

}  // namespace spillway
