// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/units.h"

namespace spillway::xcore {

/// Operators `top` to `bottom` of the network, counted from 0, which run in `strips` strips of rows
/// of the bottom operator's output.
struct RowSplit {
  std::int32_t top = 0;
  std::int32_t bottom = 0;
  std::int32_t strips = 2;

  friend bool operator<(const RowSplit& a, const RowSplit& b) {
    return std::tie(a.top, a.bottom, a.strips) < std::tie(b.top, b.bottom, b.strips);
  }
};

struct LoweringOptions {
  std::int32_t threads = 1;
  bool weights_in_flash = false;         // constants are loaded at run time (ld_flash)
  bool weights_in_external_ram = false;  // the same, if the target loads them
  // Convolutions by name or "#number" that the group output transform cannot quantize. Which ones
  // these are depends on the values of the weights.
  std::vector<std::string> channelwise;  // a shift per channel
  std::vector<std::string> reference;    // TFLM's reference kernel
  std::vector<RowSplit> row_splits;      // xformer's op-split options
  Bytes landing = 0;  // largest load of a convolution's weights from flash; 0 = unlimited
};

struct ScheduleOptions {
  std::int32_t threads = 1;
};

/// The user's choices for a tile besides target and planner.
struct Options {
  LoweringOptions lowering;                // the memory mode or --weights decides where weights are
  std::vector<std::string> placements;     // ROLE=MEMORY, OPERATOR:ROLE=MEMORY, TENSOR=MEMORY
  std::optional<double> conv_glue_slots;   // instead of the target's
  std::optional<bool> split_one_pixel;     // the same
  std::string xformer;                     // version of the compiler; empty = the target's
  std::optional<bool> early_loads;         // instead of the target's
  std::optional<std::int32_t> page_after;  // the same
  std::optional<std::int32_t> threads;     // lowering.threads if given; also for compiled files
};

}  // namespace spillway::xcore
