// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>

#include "experiments/point/option_entries.h"
#include "experiments/point/option_obstacles.h"
#include "experiments/point/option_table.h"
#include "experiments/point/option_values.h"
#include "hwmodels/ethosu/options.h"

// Options of Ethos-U NPUs: the sizes of encoded weights, the compiler's rules of lowering, and the
// file from which the commands of a compiled network get their names.
namespace spillway::option_entries {
namespace {

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
  reset_family_member<ethosu::Options, &ethosu::Options::schedule,
                      &ethosu::ScheduleOptions::weight_ratio>(point);
}

/// An option with two values. The value with index 0 or 1 stands for the enumerator 0 or 1 of a
/// member of ethosu::ScheduleOptions.
struct TwoValues {
  const char* option;
  std::array<const char*, 2> values;
};

constexpr TwoValues encoding_values = {"weight-encoding", {"compiler", "smallest"}};
constexpr TwoValues vela_values = {"vela", {"3.10", "5.0"}};
constexpr TwoValues narrow_map_values = {"narrow-maps", {"nhcwb16", "nhwc"}};
constexpr TwoValues chain_values = {"chains", {"on", "off"}};

template <auto Member, const TwoValues& of>
SetOption read_two_values(const OptionItems& items) {
  using Enum = typename std::decay_t<decltype(ethosu::ScheduleOptions{}.*Member)>::value_type;
  const auto found = std::find(of.values.begin(), of.values.end(), items.at(0));
  if (found == of.values.end()) {
    throw UserError(ExitCode::usage, fmt::format("--{}: '{}' is neither {} nor {}", of.option,
                                                 items.at(0), of.values[0], of.values[1]));
  }
  return [value = static_cast<Enum>(found - of.values.begin())](DesignPoint& point) {
    point.family_options.of<ethosu::Options>().schedule.*Member = value;
  };
}

template <auto Member, const TwoValues& of>
OptionItems items_of_two_values(const DesignPoint& point) {
  const auto& value = point.family_options.of<ethosu::Options>().schedule.*Member;
  if (!value) return {};
  return {of.values[static_cast<std::size_t>(*value)]};
}

// Returns an entry of the option table for an option with two values. `Member` is the member of
// ethosu::ScheduleOptions that stores the value.
template <auto Member, const TwoValues& of>
PointOption two_value_option(const char* value_name, const char* help,
                             std::string (*obstacle)(const OptionUse& use)) {
  PointOption option{of.option, value_name, help, Stage::lower};
  option.read = read_two_values<Member, of>;
  option.items = items_of_two_values<Member, of>;
  option.clear = reset_family_member<ethosu::Options, &ethosu::Options::schedule, Member>;
  option.obstacle = obstacle;
  return option;
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
  reset_family_member<ethosu::Options, &ethosu::Options::debug_database>(point);
  reset_family_member<ethosu::Options, &ethosu::Options::debug_database_file>(point);
  reset_family_member<ethosu::Options, &ethosu::Options::listing>(point);
  reset_family_member<ethosu::Options, &ethosu::Options::listing_file>(point);
}

// Whether the compiler turns the operator into a convolution. The compiler then generates the
// weights, so a weight ratio has an effect even if the network has no weights.
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

SetOption read_blocks(const OptionItems& items) {
  ethosu::BlockOptions blocks;
  const bool word = items.size() == 1 && (items[0] == "compiler" || items[0] == "timed");
  if (word) {
    blocks.timed = items[0] == "timed";
  } else {
    for (const std::string& item : items) {
      const auto block = parse_block_text(item);
      if (!block) {
        throw UserError(ExitCode::usage,
                        fmt::format("--blocks: '{}' is neither compiler nor timed nor an operator "
                                    "and its block, such as 3=8x16x32 (height, width and depth)",
                                    item));
      }
      blocks.of.insert(*block);
    }
  }
  return [blocks](DesignPoint& point) {
    point.family_options.of<ethosu::Options>().schedule.blocks = blocks;
  };
}

OptionItems items_of_blocks(const DesignPoint& point) {
  const auto& blocks = point.family_options.of<ethosu::Options>().schedule.blocks;
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
  PointOption option = two_value_option<&ethosu::ScheduleOptions::weight_encoding, encoding_values>(
      "compiler|smallest",
      "Ethos-U: how weights are encoded: as the compiler does, or in the fewest bytes [compiler; "
      "search takes the faster]",
      weight_encoding_obstacle);
  option.stage = Stage::schedule;
  return option;
}

PointOption vela() {
  return two_value_option<&ethosu::ScheduleOptions::rules, vela_values>(
      "3.10|5.0",
      "Ethos-U: the compiler's release whose rules say what runs on the NPU and how weights are "
      "encoded [3.10; U85: 5.0]",
      first_obstacle<obstacle_compiled, obstacle_no_npu>);
}

PointOption narrow_maps() {
  return two_value_option<&ethosu::ScheduleOptions::narrow_maps, narrow_map_values>(
      "nhcwb16|nhwc",
      "Ethos-U: format of feature maps that fill bricks of 16 channels badly [nhcwb16; search "
      "takes the faster]",
      narrow_maps_obstacle);
}

PointOption chains() {
  return two_value_option<&ethosu::ScheduleOptions::chains, chain_values>(
      "on|off",
      "Ethos-U85: elementwise operators run in one pass with the operator before them [on; search "
      "takes the faster]",
      chains_obstacle);
}

PointOption blocks() {
  PointOption option{
      "blocks", "compiler|timed|OP=HxWxD,...",
      "Ethos-U: blocks in which operators compute their outputs: the compiler's, the "
      "fastest in simulations, or those of single operators [compiler; search takes "
      "the faster]",
      Stage::lower};
  option.list = true;
  option.read = read_blocks;
  option.items = items_of_blocks;
  option.clear = reset_family_member<ethosu::Options, &ethosu::Options::schedule,
                                     &ethosu::ScheduleOptions::blocks>;
  option.obstacle = first_obstacle<obstacle_compiled, obstacle_no_npu>;
  return option;
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
