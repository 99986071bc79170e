// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_options.h"

#include <charconv>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "experiments/point/row_splits.h"

namespace spillway {
namespace {

[[noreturn]] void bad_option(const char* name, const std::string& value,
                             const std::string& expected) {
  throw UserError(ExitCode::usage, fmt::format("--{}: '{}' is not {}", name, value, expected));
}

double number_in(const char* name, const std::string& value, double low, double high) {
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size() || !(number >= low) ||
      !(number <= high)) {
    bad_option(name, value, fmt::format("a number from {} to {}", low, high));
  }
  return number;
}

std::int32_t integer_in(const char* name, const std::string& value, std::int32_t low,
                        std::int32_t high) {
  const auto number = parse_integer(value);
  if (!number || *number < low || *number > high) {
    bad_option(name, value, fmt::format("a whole number from {} to {}", low, high));
  }
  return static_cast<std::int32_t>(*number);
}

std::string apply_threads(DesignPoint& point, const std::string& value) {
  point.lowering.threads = point.schedule.threads = integer_in("threads", value, 1, 5);
  return std::to_string(point.schedule.threads);
}

std::string with_hash(const std::string& file) {
  Hash hash;
  hash.add(read_text(file));
  return file + ":" + hash.text();
}

// Of all operators, or by operator from a file.
std::string apply_weight_ratio(DesignPoint& point, const std::string& value) {
  if (is_weight_ratio_file(value)) {
    point.weight_ratios = read_weight_ratios(value);
    return with_hash(value);
  }
  point.schedule.weight_ratio = number_in("weight-ratio", value, 0.01, 4);
  return fmt::format("{}", point.schedule.weight_ratio);
}

std::string apply_threshold(DesignPoint& point, const std::string& value) {
  const auto size = parse_size(value);
  if (!size) bad_option("threshold", value, "a size like 4K");
  point.planner_options.threshold = *size;
  return std::to_string(*size);
}

std::string apply_weight_policy(DesignPoint& point, const std::string& value) {
  find_weight_policy(value);
  point.weight_policy = value;
  return value;
}

std::string apply_search_budget(DesignPoint& point, const std::string& value) {
  const auto budget = parse_integer(value);
  if (!budget || *budget < 1) bad_option("search-budget", value, "a whole number from 1");
  point.planner_options.search_budget = *budget;
  return std::to_string(*budget);
}

std::string apply_arena(DesignPoint& point, const std::string& value) {
  point.arena = split(value, '+');
  return value;
}

std::string apply_weights(DesignPoint& point, const std::string& value) {
  point.weights = value;
  return value;
}

std::string apply_place(DesignPoint& point, const std::string& value) {
  point.placements = split(value, '+');
  return value;
}

std::string apply_pin(DesignPoint& point, const std::string& value) {
  point.pins.clear();
  for (const std::string& pin : split(value, '+')) point.pins.push_back(parse_pin(pin));
  return value;
}

std::string apply_conv_glue_slots(DesignPoint& point, const std::string& value) {
  point.conv_glue_slots = number_in("conv-glue-slots", value, 0, 10'000);
  return fmt::format("{}", *point.conv_glue_slots);
}

std::string apply_channelwise(DesignPoint& point, const std::string& value) {
  point.lowering.channelwise = split(value, '+');
  return value;
}

std::string apply_reference(DesignPoint& point, const std::string& value) {
  point.lowering.reference = split(value, '+');
  return value;
}

std::string apply_op_split(DesignPoint& point, const std::string& value) {
  point.lowering.row_splits = parse_row_splits(split(value, '+'));
  return value;
}

std::string apply_one_pixel(DesignPoint& point, const std::string& value) {
  point.split_one_pixel = parse_one_pixel(value);
  return value;
}

std::string apply_region(DesignPoint& point, const std::string& value) {
  point.target_options.regions = split(value, '+');
  return value;
}

// By content: a file that has changed makes other points.
std::string apply_config(DesignPoint& point, const std::string& value) {
  point.target_options.vela_ini = value;
  return with_hash(value);
}

std::string apply_reserve(DesignPoint& point, const std::string& value) {
  std::string canonical;
  for (const std::string& word : split(value, '+')) {
    const std::size_t equals = word.find('=');
    const auto size =
        equals == std::string::npos ? std::nullopt : parse_size(word.substr(equals + 1));
    if (!size) bad_option("reserve", value, "NAME=SIZE, like sram=32K");
    point.reserved.emplace_back(word.substr(0, equals), *size);
    canonical +=
        fmt::format("{}{}={}", canonical.empty() ? "" : "+", word.substr(0, equals), *size);
  }
  return canonical;
}

std::string apply_plan(DesignPoint& point, const std::string& value) {
  point.plan_source = value;
  point.plan_text = read_text(value);
  return with_hash(value);
}

std::string apply_runs(DesignPoint& point, const std::string& value) {
  point.runs = integer_in("runs", value, 1, 1000);
  return std::to_string(point.runs);
}

bool always_file(const std::string& /*value*/) { return true; }

void take_weight_ratios(const DesignPoint& from, DesignPoint& to) {
  to.weight_ratios = from.weight_ratios;
}

void take_config(const DesignPoint& from, DesignPoint& to) {
  to.target_options.vela_ini = from.target_options.vela_ini;
}

void take_plan(const DesignPoint& from, DesignPoint& to) {
  to.plan_source = from.plan_source;
  to.plan_text = from.plan_text;
}

}  // namespace

const std::vector<SweepOption>& sweep_options() {
  static const std::vector<SweepOption> options = {
      {"threads", "N", "hardware threads of an xcore.ai tile, 1 to 5 [1]", apply_threads},
      {"weight-ratio", "X|FILE",
       "encoded / original weight bytes, or a file of them by operator [1.0]", apply_weight_ratio,
       is_weight_ratio_file, take_weight_ratios},
      {"threshold", "SIZE", "size-threshold: largest tensor that goes fast [4K]", apply_threshold},
      {"weight-policy", "NAME", "Ethos-U: how weights reach the processor [auto]",
       apply_weight_policy},
      {"search-budget", "N", "nodes or iterations of planners that search [each planner's]",
       apply_search_budget},
      {"arena", "MEMORY+...", "memories for feature maps [the mode's]", apply_arena},
      {"weights", "MEMORY", "memory of the constants [the mode's]", apply_weights},
      {"place", "WHAT=MEMORY+...", "xcore.ai: where roles, operators' data and tensors go",
       apply_place},
      {"pin", "TENSOR=PLACE+...", "places of tensors, as in 'run'", apply_pin},
      {"conv-glue-slots", "X", "xcore.ai: issue slots added per convolution output pixel",
       apply_conv_glue_slots},
      {"channelwise", "OPERATOR+...", "xcore.ai: convolutions with a shift per channel",
       apply_channelwise},
      {"reference", "OPERATOR+...", "xcore.ai: convolutions left to TFLM's reference kernel",
       apply_reference},
      {"op-split", "TOP:BOTTOM:STRIPS+...", "xcore.ai: operators that run in ranges of rows",
       apply_op_split},
      {"one-pixel", "split|whole", "xcore.ai: do threads share a convolution of one output pixel?",
       apply_one_pixel},
      {"region", "N=MEMORY+...", "compiled networks: memory of region N", apply_region},
      {"config", "FILE", "a vela.ini with system configurations and memory modes", apply_config,
       always_file, take_config},
      {"reserve", "NAME=SIZE+...", "room that plans leave in memories for stack and code",
       apply_reserve},
      {"plan", "FILE", "plans made elsewhere, which are replayed instead of a planner's",
       apply_plan, always_file, take_plan},
      {"runs", "N", "inferences in a row; rows are of the last [1]", apply_runs},
  };
  return options;
}

const SweepOption& find_sweep_option(const std::string& name) {
  std::vector<std::string> names;
  for (const SweepOption& option : sweep_options()) {
    if (name == option.name) return option;
    names.emplace_back(option.name);
  }
  throw UserError(ExitCode::usage, unknown_name_message("option", name, names));
}

}  // namespace spillway
