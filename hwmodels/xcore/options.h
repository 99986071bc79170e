// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/units.h"

namespace spillway::xcore {

/// A range of operators that is split over rows (xformer's op-split): the operators `top` to
/// `bottom` of the network, counted from 0. The rows of the output of `bottom` are divided into
/// `strips` strips.
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
  bool weights_in_flash = false;  // constants are in flash and are loaded at run time (ld_flash)
  // Constants are in external RAM. The target decides whether they are loaded into the arena at run
  // time (XcoreParameters::load_external_weights).
  bool weights_in_external_ram = false;
  // Convolutions that xformer does not compile with the group output transform (one shift for all
  // channels). xformer decides this by the values of the weights, which Spillway does not analyse,
  // so the user lists these convolutions. An element of a list is the name of an operator, or "#"
  // and the number of the operator in the network, counted from 0.
  std::vector<std::string> channelwise;  // convolutions with a shift per channel
  std::vector<std::string> reference;    // convolutions for TFLM's reference kernel
  std::vector<RowSplit> row_splits;      // xformer's op-split options
  // The largest number of bytes of a convolution's weights that one load from flash copies; larger
  // weights are loaded by several loads. 0 = unlimited.
  Bytes max_load_bytes = 0;
};

struct ScheduleOptions {
  std::int32_t threads = 1;
};

/// The user's choices for a tile besides target and planner.
struct Options {
  LoweringOptions lowering;                // weights_in_* follow from the memory mode or --weights
  std::vector<std::string> placements;     // ROLE=MEMORY, OPERATOR:ROLE=MEMORY, TENSOR=MEMORY
  std::optional<double> conv_glue_slots;   // replaces XcoreParameters::conv_glue_slots
  std::optional<bool> split_one_pixel;     // replaces XcoreParameters::split_one_pixel
  std::string xformer;                     // version of the compiler; empty = the target's
  std::optional<bool> early_loads;         // replaces XcoreParameters::early_loads
  std::optional<std::int32_t> page_after;  // replaces XcoreParameters::page_after
  std::optional<std::int32_t> threads;     // the user's number of threads, also for compiled files
};

}  // namespace spillway::xcore
