// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "experiments/point/option_entries.h"
#include "experiments/point/option_obstacles.h"
#include "experiments/point/option_table.h"
#include "experiments/point/option_values.h"
#include "hwmodels/ethosu/options.h"

// Options of Ethos-U NPUs: the sizes of encoded weights, the compiler's rules of lowering, and the
// file from which the commands of a compiled network get their names.
namespace spillway::option_entries {
namespace {

template <auto Member>
using InSchedule = InFamily<ethosu::Options, &ethosu::Options::schedule, Member>;

SetOption read_weight_ratio(const OptionItems& items) {
  const std::string& value = items.at(0);
  if (value == "encoded") {
    return [](DesignPoint& point) {
      point.family_options.of<ethosu::Options>().schedule.weight_ratio = ethosu::as_encoded;
    };
  }
  if (!is_weight_ratio_file(value)) {
    return [ratio = number_in("weight-ratio", value, 0.01, 4)](DesignPoint& point) {
      point.family_options.of<ethosu::Options>().schedule.weight_ratio = ratio;
    };
  }
  return [ratios = read_weight_ratios(value),
          input = read_option_file("weight-ratio", value).input](DesignPoint& point) {
    point.weight_ratios = ratios;
    point.inputs.push_back(input);
  };
}

OptionItems items_of_weight_ratio(const DesignPoint& point) {
  if (point.weight_ratios) return {point.weight_ratios->file};
  const double ratio = point.family_options.of<ethosu::Options>().schedule.weight_ratio;
  return {ratio == ethosu::as_encoded ? "encoded" : fmt::format("{}", ratio)};
}

void clear_weight_ratio(DesignPoint& point) {
  point.weight_ratios.reset();
  reset<InSchedule<&ethosu::ScheduleOptions::weight_ratio>>(point);
}

// Returns an entry of the option table for an option with two values. `Member` is the member of
// ethosu::ScheduleOptions that stores the value: values[0] stands for the enumerator 0, values[1]
// for the enumerator 1.
template <auto Member>
PointOption two_value_option(PointOption option, const std::array<const char*, 2>& values,
                             Obstacle obstacle) {
  using Enum = typename ValueAt<InSchedule<Member>>::value_type;
  const auto parse = [name = option.name, values](const OptionItems& items) {
    const auto found = std::find(values.begin(), values.end(), items.at(0));
    if (found == values.end()) {
      throw usage_error(
          fmt::format("--{}: '{}' is neither {} nor {}", name, items.at(0), values[0], values[1]));
    }
    return static_cast<Enum>(found - values.begin());
  };
  const auto items_of = [values](const std::optional<Enum>& value) {
    return value ? OptionItems{values[static_cast<std::size_t>(*value)]} : OptionItems{};
  };
  return parsed_option<InSchedule<Member>>(std::move(option), parse, items_of, obstacle);
}

// Reads the names of operators from a file: from Vela's debug database (XML) or from Vela's
// per-layer listing (CSV). The returned function stores these names in a point.
SetOption read_names(const OptionItems& items) {
  const OptionFile file = read_option_file("names", items.at(0));
  ethosu::Options names;
  const std::size_t first = file.text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && file.text[first] == '<') {
    names.debug_database = file.text;
    names.debug_database_file = file.input.path;
  } else {
    names.listing = parse_vela_per_layer(file.text, file.input.path);
    names.listing_file = file.input.path;
  }
  return [names, input = file.input](DesignPoint& point) {
    auto& options = point.family_options.of<ethosu::Options>();
    options.debug_database = names.debug_database;
    options.debug_database_file = names.debug_database_file;
    options.listing = names.listing;
    options.listing_file = names.listing_file;
    point.inputs.push_back(input);
  };
}

OptionItems items_of_names(const DesignPoint& point) {
  for (const InputFile& input : point.inputs) {
    if (input.option == "names") return {input.path};
  }
  return {};
}

void clear_names(DesignPoint& point) {
  reset<InFamily<ethosu::Options, &ethosu::Options::debug_database>>(point);
  reset<InFamily<ethosu::Options, &ethosu::Options::debug_database_file>>(point);
  reset<InFamily<ethosu::Options, &ethosu::Options::listing>>(point);
  reset<InFamily<ethosu::Options, &ethosu::Options::listing_file>>(point);
}

// Whether the compiler turns the operator into operations with a convolution. The compiler then
// generates the weights, so a weight ratio has an effect even if the network has no weights.
bool becomes_convolution(const Operator& op) {
  return op.type == OpType::mean || op.type == OpType::sum || op.type == OpType::arg_max ||
         op.type == OpType::arg_min || op.type == OpType::squared_difference;
}

std::string weight_ratio_obstacle(const OptionUse& use) {
  const std::string reason = first_obstacle<obstacle_compiled, obstacle_plain_weights>(use);
  const auto& operators = use.network.operators;
  const bool asked = is_given(weight_ratio(), use.point) &&
                     std::none_of(operators.begin(), operators.end(), becomes_convolution);
  return !reason.empty() || !asked ? reason : obstacle_no_weights(use);
}

// No weights are encoded if the user gives their sizes, or if the network does not contain their
// values.
std::string weight_encoding_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_no_npu>(use);
  if (!reason.empty() || !is_given(weight_encoding(), use.point)) return reason;
  if (weight_ratio_in_force(use.point, use.network, use.target) == std::nullopt) return "";
  const bool unknown = weight_values_known(use.network) == WeightValuesKnown::none;
  return unknown ? ": " + use.network.name + " does not contain the values of its weights"
                 : ": --weight-ratio gives the sizes of all weights";
}

// Returns the layout and the size in memory of every tensor.
std::vector<std::pair<TensorLayout, Bytes>> formats(const Network& network) {
  std::vector<std::pair<TensorLayout, Bytes>> all;
  for (const Tensor& tensor : network.tensors) all.emplace_back(tensor.layout, tensor.bytes);
  return all;
}

std::string narrow_maps_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_no_npu>(use);
  if (!reason.empty() || !is_given(narrow_maps(), use.point)) return reason;
  DesignPoint bricks = use.point, rows = use.point;
  set_option(narrow_maps(), {"nhcwb16"}, bricks);
  set_option(narrow_maps(), {"nhwc"}, rows);
  return check_lowered(use, bricks, [&](const Network& in_bricks) {
    const auto before = formats(in_bricks);
    return check_lowered(use, rows, [&](const Network& in_rows) -> std::string {
      return formats(in_rows) != before
                 ? ""
                 : ": no feature map of " + use.network.name + " fills its bricks badly";
    });
  });
}

std::string chains_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_no_npu>(use);
  if (!reason.empty() || !is_given(chains(), use.point)) return reason;
  DesignPoint chained = use.point;
  set_option(chains(), {"on"}, chained);
  return check_lowered(use, chained, [&](const Network& lowered) -> std::string {
    return has_chains(lowered) ? "" : ": no operators of " + use.network.name + " form a chain";
  });
}

ethosu::BlockOptions read_blocks(const OptionItems& items) {
  ethosu::BlockOptions blocks;
  const bool word = items.size() == 1 && (items[0] == "compiler" || items[0] == "timed");
  if (word) {
    blocks.timed = items[0] == "timed";
    return blocks;
  }
  for (const std::string& item : items) {
    const auto block = parse_block_text(item);
    if (!block) {
      throw usage_error(
          fmt::format("--blocks: '{}' is neither compiler nor timed nor an operator "
                      "and its block, such as 3=8x16x32 (height, width and depth)",
                      item));
    }
    blocks.of.insert(*block);
  }
  return blocks;
}

OptionItems items_of_blocks(const std::optional<ethosu::BlockOptions>& blocks) {
  if (!blocks) return {};
  if (blocks->of.empty()) return {blocks->timed ? "timed" : "compiler"};
  OptionItems items;
  for (const auto& [op, block] : blocks->of) items.push_back(block_text(op, block));
  return items;
}

}  // namespace

PointOption weight_ratio() {
  PointOption option{"weight-ratio", "encoded|X|FILE",
                     "encoded / original weight bytes: of all operators, or by operator from a CSV "
                     "(name,ratio) or the compiled .tflite; as the values are encoded [encoded]",
                     Stage::schedule};
  option.read = read_weight_ratio;
  option.items = items_of_weight_ratio;
  option.clear = clear_weight_ratio;
  option.obstacle = weight_ratio_obstacle;
  return option;
}

PointOption weight_encoding() {
  return two_value_option<&ethosu::ScheduleOptions::weight_encoding>(
      {"weight-encoding", "compiler|smallest",
       "Ethos-U: how weights are encoded: as the compiler does, or in the fewest bytes [compiler; "
       "search takes the faster]",
       Stage::schedule},
      {"compiler", "smallest"}, weight_encoding_obstacle);
}

PointOption vela() {
  return two_value_option<&ethosu::ScheduleOptions::rules>(
      {"vela", "3.10|5.0",
       "Ethos-U: the compiler's release whose rules say what runs on the NPU and how weights are "
       "encoded [3.10; U85: 5.0]",
       Stage::lower},
      {"3.10", "5.0"}, first_obstacle<obstacle_compiled, obstacle_no_npu>);
}

PointOption narrow_maps() {
  return two_value_option<&ethosu::ScheduleOptions::narrow_maps>(
      {"narrow-maps", "nhcwb16|nhwc",
       "Ethos-U: format of feature maps that fill bricks of 16 channels badly [nhcwb16; search "
       "takes the faster]",
       Stage::lower},
      {"nhcwb16", "nhwc"}, narrow_maps_obstacle);
}

PointOption chains() {
  return two_value_option<&ethosu::ScheduleOptions::chains>(
      {"chains", "on|off",
       "Ethos-U85: elementwise operators run in one pass with the operator before them [on; search "
       "takes the faster]",
       Stage::lower},
      {"on", "off"}, chains_obstacle);
}

PointOption blocks() {
  return parsed_option<InSchedule<&ethosu::ScheduleOptions::blocks>>(
      {"blocks", "compiler|timed|OP=HxWxD,...",
       "Ethos-U: blocks in which operators compute their outputs: the compiler's, the fastest in "
       "simulations, or those of single operators [compiler; search takes the faster]",
       Stage::lower, true},
      read_blocks, items_of_blocks, first_obstacle<obstacle_compiled, obstacle_no_npu>);
}

PointOption names() {
  PointOption option{"names", "FILE",
                     "compiled networks: names of operators, from Vela's debug database (.xml) or "
                     "per-layer listing (.csv)",
                     Stage::report};
  option.read = read_names;
  option.items = items_of_names;
  option.clear = clear_names;
  option.obstacle = obstacle_not_compiled;
  return option;
}

}  // namespace spillway::option_entries
