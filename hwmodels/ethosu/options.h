// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "traces/csv/vela_per_layer.h"

namespace spillway::ethosu {

/// A value of ScheduleOptions::weight_ratio: the encoder computes the size of weights from their
/// values.
constexpr double as_encoded = -1;

/// The weight ratio of weights whose values are not in the network, unless the user gives a ratio.
constexpr double ratio_without_values = 1.0;

/// The release of Arm's compiler (Vela) whose rules say what runs on the NPU.
enum class CompilerRules : std::uint8_t { vela_3_10, vela_5_0 };

/// The layout of feature maps whose number of channels leaves much of a brick of 16 empty: the
/// compiler's choice, or rows of pixels (NHWC) wherever all operations can read and write these.
enum class NarrowMaps : std::uint8_t { as_compiled, nhwc };

struct ScheduleOptions {
  double weight_ratio = as_encoded;  // encoded / original weight bytes, for all operators
  std::map<std::string, double> operator_weight_ratios;  // by operator name; overrides weight_ratio
  std::optional<CompilerRules> rules;                    // unset: those usual for the processor
  std::optional<NarrowMaps> narrow_maps;  // unset: as compiled, unless a planner chooses
  // Follow the compiler's own rules. This is for writing a file with a plan that was recovered from
  // a compiled file. Each map between the operations of an operator has a place of its own, and
  // constants that no command reads are kept.
  bool as_compiled = false;
};

/// The options of an NPU that a user chooses, besides target and plan.
struct Options {
  ScheduleOptions schedule;
  // Sources of names for the commands of a compiled network.
  std::string debug_database;       // text of the compiler's database; empty = none
  std::string debug_database_file;  // its file name, for messages
  std::vector<VelaLayer> listing;   // the compiler's per-layer rows, same compilation
  std::string listing_file;
};

}  // namespace spillway::ethosu
