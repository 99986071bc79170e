// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

SetOption read_vela(const OptionItems& items) {
  const std::string& release = items.at(0);
  if (release != "3.10" && release != "5.0") {
    throw UserError(ExitCode::usage,
                    "--vela: '" + release + "' is neither 3.10 nor 5.0, whose rules are known");
  }
  return [rules = release == "5.0" ? ethosu::CompilerRules::vela_5_0
                                   : ethosu::CompilerRules::vela_3_10](DesignPoint& point) {
    point.family_options.of<ethosu::Options>().schedule.rules = rules;
  };
}

OptionItems items_of_vela(const DesignPoint& point) {
  const auto& rules = point.family_options.of<ethosu::Options>().schedule.rules;
  if (!rules) return {};
  return {*rules == ethosu::CompilerRules::vela_5_0 ? "5.0" : "3.10"};
}

SetOption read_narrow_maps(const OptionItems& items) {
  const std::string& format = items.at(0);
  if (format != "nhcwb16" && format != "nhwc") {
    throw UserError(ExitCode::usage, "--narrow-maps: '" + format + "' is neither nhcwb16 nor nhwc");
  }
  return [narrow = format == "nhwc" ? ethosu::NarrowMaps::nhwc
                                    : ethosu::NarrowMaps::as_compiled](DesignPoint& point) {
    point.family_options.of<ethosu::Options>().schedule.narrow_maps = narrow;
  };
}

SetOption read_chains(const OptionItems& items) {
  const std::string& value = items.at(0);
  if (value != "on" && value != "off") {
    throw UserError(ExitCode::usage, "--chains: '" + value + "' is neither on nor off");
  }
  return [chains = value == "on" ? ethosu::Chains::on : ethosu::Chains::off](DesignPoint& point) {
    point.family_options.of<ethosu::Options>().schedule.chains = chains;
  };
}

OptionItems items_of_chains(const DesignPoint& point) {
  const auto& chains = point.family_options.of<ethosu::Options>().schedule.chains;
  if (!chains) return {};
  return {*chains == ethosu::Chains::on ? "on" : "off"};
}

OptionItems items_of_narrow_maps(const DesignPoint& point) {
  const auto& narrow = point.family_options.of<ethosu::Options>().schedule.narrow_maps;
  if (!narrow) return {};
  return {*narrow == ethosu::NarrowMaps::nhwc ? "nhwc" : "nhcwb16"};
}

// Reads the names of operators from a file: from Vela's debug database (XML) or from Vela's
// per-layer listing (CSV).
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

// Returns the layout and the size in memory of every tensor.
std::vector<std::pair<TensorLayout, Bytes>> formats(const Network& network) {
  std::vector<std::pair<TensorLayout, Bytes>> all;
  for (const Tensor& tensor : network.tensors) all.emplace_back(tensor.layout, tensor.bytes);
  return all;
}

std::string narrow_maps_obstacle(const OptionUse& use) {
  const std::string reason = first_obstacle<obstacle_compiled, obstacle_no_npu>(use);
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
  const std::string reason = first_obstacle<obstacle_compiled, obstacle_no_npu>(use);
  if (!reason.empty() || !is_given(chains(), use.point)) return reason;
  DesignPoint chained = use.point;
  set_option(chains(), {"on"}, chained);
  return check_lowered(use, chained, [&](const Network& lowered) -> std::string {
    return has_chains(lowered) ? "" : ": no operators of " + use.network.name + " form a chain";
  });
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

PointOption vela() {
  PointOption option{"vela", "3.10|5.0",
                     "Ethos-U: the compiler's release whose rules say what runs on the NPU [3.10; "
                     "U85: 5.0]",
                     Stage::lower};
  option.read = read_vela;
  option.items = items_of_vela;
  option.clear = reset_family_member<ethosu::Options, &ethosu::Options::schedule,
                                     &ethosu::ScheduleOptions::rules>;
  option.obstacle = first_obstacle<obstacle_compiled, obstacle_no_npu>;
  return option;
}

PointOption narrow_maps() {
  PointOption option{"narrow-maps", "nhcwb16|nhwc",
                     "Ethos-U: format of feature maps that fill bricks of 16 channels badly "
                     "[nhcwb16; search takes the faster]",
                     Stage::lower};
  option.read = read_narrow_maps;
  option.items = items_of_narrow_maps;
  option.clear = reset_family_member<ethosu::Options, &ethosu::Options::schedule,
                                     &ethosu::ScheduleOptions::narrow_maps>;
  option.obstacle = narrow_maps_obstacle;
  return option;
}

PointOption chains() {
  PointOption option{"chains", "on|off",
                     "Ethos-U85: elementwise operators run in one pass with the operator before "
                     "them [on; search takes the faster]",
                     Stage::lower};
  option.read = read_chains;
  option.items = items_of_chains;
  option.clear = reset_family_member<ethosu::Options, &ethosu::Options::schedule,
                                     &ethosu::ScheduleOptions::chains>;
  option.obstacle = chains_obstacle;
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
