// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "experiments/point/option_entries.h"
#include "experiments/point/option_obstacles.h"
#include "experiments/point/option_values.h"
#include "experiments/point/row_splits.h"
#include "experiments/point/tile_options.h"
#include "hwmodels/xcore/options.h"

namespace spillway {

std::int32_t threads_of(const DesignPoint& point) {
  return point.family_options.of<xcore::Options>().lowering.threads;
}

}  // namespace spillway

// Options of xcore.ai tiles: threads, places of roles, and what kernels and compiler may do.
namespace spillway::option_entries {
namespace {

using xcore::LoweringOptions;
using xcore::Options;

Options& options_of(DesignPoint& point) { return point.family_options.of<Options>(); }
const Options& options_of(const DesignPoint& point) { return point.family_options.of<Options>(); }

SetOption read_threads(const OptionItems& items) {
  const auto threads = static_cast<std::int32_t>(integer_in("threads", items.at(0), 1, 5));
  return [threads](DesignPoint& point) { options_of(point).lowering.threads = threads; };
}

OptionItems items_of_threads(const DesignPoint& point) {
  return {std::to_string(threads_of(point))};
}

SetOption read_conv_glue_slots(const OptionItems& items) {
  return [slots = number_in("conv-glue-slots", items.at(0), 0, 10'000)](DesignPoint& point) {
    options_of(point).conv_glue_slots = slots;
  };
}

OptionItems items_of_conv_glue_slots(const DesignPoint& point) {
  const std::optional<double>& slots = options_of(point).conv_glue_slots;
  return slots ? OptionItems{fmt::format("{}", *slots)} : OptionItems{};
}

SetOption read_one_pixel(const OptionItems& items) {
  return [split = parse_one_pixel(items.at(0))](DesignPoint& point) {
    options_of(point).split_one_pixel = split;
  };
}

OptionItems items_of_one_pixel(const DesignPoint& point) {
  const std::optional<bool>& split = options_of(point).split_one_pixel;
  return split ? OptionItems{*split ? "split" : "whole"} : OptionItems{};
}

SetOption read_op_split(const OptionItems& items) {
  return [splits = parse_row_splits(items)](DesignPoint& point) {
    options_of(point).lowering.row_splits = splits;
  };
}

OptionItems items_of_op_split(const DesignPoint& point) {
  OptionItems items;
  for (const xcore::RowSplit& split : options_of(point).lowering.row_splits) {
    items.push_back(fmt::format("{}:{}:{}", split.top, split.bottom, split.strips));
  }
  return items;
}

}  // namespace

PointOption threads() {
  PointOption option{"threads", "N", "xcore.ai: hardware threads of a tile, 1 to 5 [1]",
                     Stage::lower};
  option.read = read_threads;
  option.items = items_of_threads;
  option.clear = reset_family_member<Options, &Options::lowering, &LoweringOptions::threads>;
  option.obstacle = first_obstacle<obstacle_no_threads, obstacle_compiled_kernels>;
  return option;
}

PointOption place() {
  auto option = family_list_option<Options, &Options::placements>(
      "place", "WHAT=MEMORY",
      "xcore.ai: where a role (landing, table, operator_data, ...), OPERATOR:ROLE or tensor goes",
      Stage::plan);
  option.obstacle = obstacle_no_threads;
  return option;
}

PointOption conv_glue_slots() {
  PointOption option{"conv-glue-slots", "X",
                     "xcore.ai: issue slots added per convolution output pixel [the target's]",
                     Stage::schedule};
  option.read = read_conv_glue_slots;
  option.items = items_of_conv_glue_slots;
  option.clear = reset_family_member<Options, &Options::conv_glue_slots>;
  option.obstacle = obstacle_no_threads;
  return option;
}

PointOption one_pixel() {
  PointOption option{"one-pixel", "split|whole",
                     "xcore.ai: do threads share a convolution of one output pixel? [the target's]",
                     Stage::lower};
  option.read = read_one_pixel;
  option.items = items_of_one_pixel;
  option.clear = reset_family_member<Options, &Options::split_one_pixel>;
  option.obstacle = first_obstacle<obstacle_no_threads, obstacle_compiled_kernels>;
  return option;
}

PointOption channelwise() {
  auto option = family_list_option<Options, &Options::lowering, &LoweringOptions::channelwise>(
      "channelwise", "OPERATOR",
      "xcore.ai: convolutions (name or #number) with a shift per channel", Stage::lower);
  option.obstacle = obstacle_no_threads;
  return option;
}

PointOption reference() {
  auto option = family_list_option<Options, &Options::lowering, &LoweringOptions::reference>(
      "reference", "OPERATOR",
      "xcore.ai: convolutions (name or #number) left to TFLM's reference kernel", Stage::lower);
  option.obstacle = obstacle_no_threads;
  return option;
}

PointOption op_split() {
  PointOption option{"op-split", "TOP:BOTTOM:STRIPS",
                     "xcore.ai: operators TOP to BOTTOM (from 0) run in STRIPS ranges of rows",
                     Stage::lower, true};
  option.read = read_op_split;
  option.items = items_of_op_split;
  option.clear = reset_family_member<Options, &Options::lowering, &LoweringOptions::row_splits>;
  option.obstacle = obstacle_no_threads;
  return option;
}

}  // namespace spillway::option_entries
