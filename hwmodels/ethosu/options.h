// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "traces/vela_per_layer.h"

namespace spillway::ethosu {

/// ScheduleOptions::weight_ratio: weights take what the encoder makes of their values.
constexpr double as_encoded = -1;

/// The ratio of weights whose values the network does not have, where no other is given.
constexpr double ratio_without_values = 1.0;

/// The release of Arm's compiler (Vela) whose rules say what runs on the NPU.
enum class CompilerRules : std::uint8_t { vela_3_10, vela_5_0 };

/// How feature maps are stored whose channels fill bricks of 16 badly: as the compiler does, or as
/// rows of pixels (NHWC) wherever all operations can read and write these.
enum class NarrowMaps : std::uint8_t { as_compiled, nhwc };

struct ScheduleOptions {
  double weight_ratio = as_encoded;  // encoded / original weight bytes, of all operators
  std::map<std::string, double> operator_weight_ratios;  // by operator name; overrides weight_ratio
  std::optional<CompilerRules> rules;     // none: those that are usual for the processor
  std::optional<NarrowMaps> narrow_maps;  // none: as compiled, where no planner chooses
  // Follow the compiler's own rules. This is for writing a file with a plan that was recovered from
  // a compiled file. All maps between the operations of an operator have places of their own, and
  // constants that no command reads are kept.
  bool as_compiled = false;
};

/// What a user chooses of an NPU besides its target and its plan.
struct Options {
  ScheduleOptions schedule;
  // What names the commands of a compiled network.
  std::string debug_database;       // text of the compiler's; empty = none
  std::string debug_database_file;  // that names it in messages
  std::vector<VelaLayer> listing;   // the compiler's rows of the same compilation
  std::string listing_file;
};

}  // namespace spillway::ethosu
