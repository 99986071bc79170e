// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "experiments/point/option_entries.h"
#include "experiments/point/option_obstacles.h"
#include "experiments/point/option_table.h"
#include "experiments/point/option_values.h"
#include "experiments/point/tile_options.h"
#include "hwmodels/xcore/kernels/load_names.h"
#include "hwmodels/xcore/options.h"
#include "hwmodels/xcore/parameters.h"
#include "traces/shape.h"

namespace spillway {

std::int32_t threads_of(const DesignPoint& point) {
  return point.family_options.of<xcore::Options>().lowering.threads;
}

}  // namespace spillway

// Options of xcore.ai tiles: the number of threads, the memory for each role of tensors (such as
// activation or scratch), the kernels and the version of the compiler.
namespace spillway::option_entries {
namespace {

using xcore::LoweringOptions;

template <auto Member>
using InTile = InFamily<xcore::Options, Member>;
template <auto Member>
using InLowering = InFamily<xcore::Options, &xcore::Options::lowering, Member>;

xcore::Options& options_of(DesignPoint& point) { return point.family_options.of<xcore::Options>(); }
const xcore::Options& options_of(const DesignPoint& point) {
  return point.family_options.of<xcore::Options>();
}

SetOption read_threads(const OptionItems& items) {
  const auto threads = static_cast<std::int32_t>(integer_in("threads", items.at(0), 1, 5));
  return [threads](DesignPoint& point) {
    options_of(point).lowering.threads = threads;
    options_of(point).threads = threads;
  };
}

void clear_threads(DesignPoint& point) {
  options_of(point).lowering.threads = LoweringOptions().threads;
  options_of(point).threads.reset();
}

using OperatorNames = std::vector<std::string>;

OperatorNames operator_names(const Network& network) {
  OperatorNames names;
  for (const Operator& op : network.operators) names.push_back(op.type_name);
  return names;
}

std::string memory_of_weights(const OptionUse& use) {
  return use.point.weights.empty() ? use.target.mode.constants : use.point.weights;
}

bool loads_anything(const OperatorNames& names) {
  return std::any_of(names.begin(), names.end(), xcore::loads_from_flash);
}

// Returns the reason why `option` has no effect; empty if it has an effect. The option has no
// effect if the lowered network has the same operators with and without it. The reason is the text
// `nothing_to_do`. Only if the option changes loads of weights (`splits_loads`) and no operator
// loads weights from flash, the reason says that no operator does. If the user does not give the
// option, only the target and the network are checked, without lowering.
std::string obstacle_same_operators(const OptionUse& use, const PointOption& option,
                                    bool splits_loads, const std::string& nothing_to_do) {
  std::string reason = first_obstacle<obstacle_no_threads, obstacle_compiled_kernels>(use);
  if (!reason.empty() || !is_given(option, use.point)) return reason;
  DesignPoint without = use.point;
  clear_option(option, without);
  return check_lowered(use, without, [&](const Network& plain) {
    const OperatorNames names = operator_names(plain);
    if (splits_loads && !loads_anything(names)) {
      return fmt::format(": {} loads nothing from flash; its weights are in {}", use.network.name,
                         memory_of_weights(use));
    }
    return check_lowered(use, use.point, [&](const Network& lowered) {
      return operator_names(lowered) == names ? nothing_to_do : "";
    });
  });
}

// Returns the reason why --loads has no effect; empty if --loads has an effect. The compiler
// xformer starts loads of weights early since 2025. Only loads from flash can run at the same time
// as operators, because another thread, the flash server, performs these loads.
std::string loads_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_no_threads, obstacle_compiled_kernels>(use);
  if (!reason.empty() || !options_of(use.point).early_loads.value_or(false)) return reason;
  const auto* const tile = use.target.processor.parameters<XcoreParameters>();
  if (tile->xformer != XformerVersion::of_2025) {
    return ": xformer starts loads early since 2025 (--xformer 2025)";
  }
  return obstacle_same_operators(
      use, loads(), true, ": no load of " + use.network.name + " can start before a convolution");
}

std::string page_after_obstacle(const OptionUse& use) {
  const std::int32_t operators = options_of(use.point).page_after.value_or(0);
  return obstacle_same_operators(
      use, page_after(), false,
      fmt::format(": no feature map of {} waits for more than {} {}", use.network.name, operators,
                  operators == 1 ? "operator" : "operators"));
}

// Returns a text that says that the lowered network has no convolution or, if `one_pixel`, no
// convolution with a single output pixel. Returns an empty text if the network has such a
// convolution. Fully connected operators count as convolutions.
std::string obstacle_no_convolution(const OptionUse& use, bool one_pixel) {
  return check_lowered(use, use.point, [&](const Network& lowered) -> std::string {
    for (const Operator& op : lowered.operators) {
      const Tensor* const out = output_of(lowered, op);
      const bool conv = op.type_name.find("conv2d") != std::string::npos ||
                        op.type_name.find("XC_fc") != std::string::npos;
      const bool pixel = out != nullptr && element_count(*out) == channels_of(*out);
      if (conv && (pixel || !one_pixel)) return "";
    }
    return fmt::format(": {} has no convolution{}", use.network.name,
                       one_pixel ? " of a single output pixel" : "");
  });
}

std::string conv_glue_obstacle(const OptionUse& use) {
  std::string reason = obstacle_no_threads(use);
  if (!reason.empty() || !is_given(conv_glue_slots(), use.point)) return reason;
  return obstacle_no_convolution(use, false);
}

std::string one_pixel_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_no_threads, obstacle_compiled_kernels>(use);
  if (!reason.empty() || !is_given(one_pixel(), use.point)) return reason;
  if (threads_of(use.point) == 1) return ": one thread shares nothing; --threads 2 or more";
  return obstacle_no_convolution(use, true);
}

std::string landing_obstacle(const OptionUse& use) {
  const Bytes size = options_of(use.point).lowering.max_load_bytes;
  return obstacle_same_operators(
      use, landing(), true,
      fmt::format(": no load of {} is more than {} bytes that can land in several groups",
                  use.network.name, with_thousands(size)));
}

// Parses values of --op-split, each of the form `TOP:BOTTOM:STRIPS`: the operators with the numbers
// TOP to BOTTOM run in STRIPS strips of rows. The compiler xformer has the options
// xcore-op-split-top-op, xcore-op-split-bottom-op and xcore-op-split-num-splits for these numbers.
std::vector<xcore::RowSplit> read_row_splits(const OptionItems& words) {
  std::vector<xcore::RowSplit> splits;
  for (const std::string& word : words) {
    std::vector<std::int32_t> numbers;
    for (const std::string& part : split(word, ':')) {
      const auto number = parse_integer(trim(part));
      if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
        throw UserError(ExitCode::usage, fmt::format("--op-split: '{}' is no number", part));
      }
      numbers.push_back(static_cast<std::int32_t>(*number));
    }
    if (numbers.size() != 3) {
      throw UserError(ExitCode::usage,
                      fmt::format("--op-split: '{}' is not TOP:BOTTOM:STRIPS, like 0:6:8", word));
    }
    splits.push_back({numbers[0], numbers[1], numbers[2]});
  }
  return splits;
}

OptionItems items_of_row_splits(const std::vector<xcore::RowSplit>& splits) {
  OptionItems items;
  for (const xcore::RowSplit& split : splits) {
    items.push_back(fmt::format("{}:{}:{}", split.top, split.bottom, split.strips));
  }
  return items;
}

}  // namespace

PointOption threads() {
  PointOption option{"threads", "N", "xcore.ai: hardware threads of a tile, 1 to 5 [1]",
                     Stage::lower};
  option.read = read_threads;
  option.items = [](const DesignPoint& point) { return ItemsOf()(options_of(point).threads); };
  option.clear = clear_threads;
  option.obstacle = obstacle_no_threads;
  return option;
}

PointOption place() {
  return list_option<InTile<&xcore::Options::placements>>(
      {"place", "WHAT=MEMORY",
       "xcore.ai: where a role (landing, table, operator_data, ...), OPERATOR:ROLE or tensor goes",
       Stage::plan},
      obstacle_no_threads);
}

PointOption conv_glue_slots() {
  const auto parse = [](const OptionItems& items) {
    return number_in("conv-glue-slots", items.at(0), 0, 10'000);
  };
  return parsed_option<InTile<&xcore::Options::conv_glue_slots>>(
      {"conv-glue-slots", "X",
       "xcore.ai: issue slots added per convolution output pixel [the target's]", Stage::schedule},
      parse, ItemsOf(), conv_glue_obstacle);
}

PointOption one_pixel() {
  return choice_option<InTile<&xcore::Options::split_one_pixel>>(
      {"one-pixel", "split|whole",
       "xcore.ai: threads split a convolution of one output pixel, or one thread computes it whole "
       "[the target's]",
       Stage::lower},
      "choice", {{"split", true}, {"whole", false}}, one_pixel_obstacle);
}

PointOption xformer() {
  Choices<InTile<&xcore::Options::xformer>> choices;
  for (const char* const name : xformer_names) choices.emplace_back(name, name);
  return choice_option<InTile<&xcore::Options::xformer>>(
      {"xformer", "2022|2024-07|2024-10|2025",
       "xcore.ai: version of the compiler whose rules apply [the target's]", Stage::lower},
      "version", choices, first_obstacle<obstacle_no_threads, obstacle_compiled_kernels>);
}

PointOption loads() {
  auto option = choice_option<InTile<&xcore::Options::early_loads>>(
      {"loads", "waited|early",
       "xcore.ai: a load of weights from flash starts at its convolution, or one convolution ahead "
       "[waited]",
       Stage::lower},
      "choice", {{"waited", false}, {"early", true}}, loads_obstacle);
  option.shows_in_operators = true;
  return option;
}

PointOption page_after() {
  auto option = integer_option<InTile<&xcore::Options::page_after>>(
      {"page-after", "N",
       "xcore.ai: feature maps that wait for more than N operators go to external RAM [none]",
       Stage::lower},
      1, 1 << 30, page_after_obstacle);
  option.shows_in_operators = true;
  return option;
}

PointOption landing() {
  auto option = size_option<InLowering<&LoweringOptions::max_load_bytes>>(
      {"landing", "SIZE",
       "xcore.ai: weights from flash land in groups of channels of at most SIZE [all at once]",
       Stage::lower},
      landing_obstacle);
  option.items = [](const DesignPoint& point) {
    const Bytes landing = options_of(point).lowering.max_load_bytes;
    return landing > 0 ? OptionItems{std::to_string(landing)} : OptionItems{};
  };
  option.shows_in_operators = true;
  return option;
}

PointOption channelwise() {
  return list_option<InLowering<&LoweringOptions::channelwise>>(
      {"channelwise", "OPERATOR",
       "xcore.ai: convolutions (name or #number) with a shift per channel", Stage::lower},
      obstacle_no_threads);
}

PointOption reference() {
  return list_option<InLowering<&LoweringOptions::reference>>(
      {"reference", "OPERATOR",
       "xcore.ai: convolutions (name or #number) left to TFLM's reference kernel", Stage::lower},
      obstacle_no_threads);
}

PointOption op_split() {
  auto option = parsed_option<InLowering<&LoweringOptions::row_splits>>(
      {"op-split", "TOP:BOTTOM:STRIPS",
       "xcore.ai: operators TOP to BOTTOM (from 0) run in STRIPS ranges of rows", Stage::lower,
       true},
      read_row_splits, items_of_row_splits, obstacle_no_threads);
  option.together = true;
  return option;
}

}  // namespace spillway::option_entries
