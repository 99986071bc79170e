// SPDX-License-Identifier: Apache-2.0
#include "cli/xcore_options.h"

#include "experiments/point/row_splits.h"

namespace spillway::cli {
namespace {

std::optional<bool> read_one_pixel(const Arguments& arguments) {
  if (!arguments.has("one-pixel")) return std::nullopt;
  return parse_one_pixel(arguments.text("one-pixel"));
}

}  // namespace

void add_xcore_options(boost::program_options::options_description& options) {
  options.add_options()("board", text_value("NAME"),
                        "xcore.ai: clocks of core and external RAM, a system configuration of the "
                        "target")("place", list_value("WHAT=MEMORY"),
                                  "xcore.ai: where a role (landing, table, operator_data, ...), "
                                  "OPERATOR:ROLE or tensor goes")(
      "threads", text_value("N"), "hardware threads of an xcore.ai tile, 1 to 5 [1]")(
      "one-pixel", text_value("split|whole"),
      "xcore.ai: do threads share a convolution of one output pixel? [the target's]")(
      "conv-glue-slots", text_value("X"),
      "xcore.ai: issue slots added per convolution output pixel [the target's]")(
      "channelwise", list_value("OPERATOR"),
      "xcore.ai: convolutions (name or #number) with a shift per channel")(
      "reference", list_value("OPERATOR"),
      "xcore.ai: convolutions (name or #number) left to TFLM's reference kernel")(
      "op-split", list_value("TOP,BOTTOM,STRIPS"),
      "xcore.ai: operators TOP to BOTTOM (from 0) run in STRIPS ranges of rows");
}

void read_xcore_options(const Arguments& arguments, DesignPoint& point) {
  if (arguments.has("board")) {
    if (!point.target_options.system_config.empty()) {
      throw UserError(ExitCode::usage, "--board and --system-config name the same thing");
    }
    point.target_options.system_config = arguments.text("board");
  }
  point.placements = arguments.list("place");
  if (const auto threads = arguments.integer("threads", 1, 5)) {
    point.lowering.threads = point.schedule.threads = static_cast<std::int32_t>(*threads);
  }
  point.conv_glue_slots = arguments.number("conv-glue-slots", 0, 10'000);
  point.split_one_pixel = read_one_pixel(arguments);
  point.lowering.channelwise = arguments.list("channelwise");
  point.lowering.reference = arguments.list("reference");
  point.lowering.row_splits = parse_row_splits(arguments.list("op-split"));
}

}  // namespace spillway::cli
