// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "traces/csv/vela_per_layer.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The value of ScheduleOptions::weight_ratio that means: no ratio is fixed. The encoded size of
/// weights is then found by encoding their values.
constexpr double as_encoded = -1;

/// The weight ratio (encoded bytes divided by original bytes) of weights whose values are not in
/// the network, if the user gives no ratio.
constexpr double ratio_without_values = 1.0;

/// The release of Arm's compiler (Vela) whose rules decide which operators run on the NPU, whether
/// elementwise operators on maps of few channels read them in another shape (fold_elementwise()),
/// and which encoder compresses weights for U55 and U65.
enum class CompilerRules : std::uint8_t { vela_3_10, vela_5_0 };

/// How to store narrow feature maps: maps that take at least 25 % more bytes in bricks (16 channels
/// in the layout NHCWB16) than in the layout NHWC.
/// * as_compiled: in the layout that Arm's compiler chooses.
/// * nhwc: in the layout NHWC, wherever all operations can read and write this layout.
enum class NarrowMaps : std::uint8_t { as_compiled, nhwc };

/// Whether an elementwise operation runs in one pass with the operation before it, on processors
/// that can chain operations (U85).
/// * on: in one pass wherever Arm's compiler chains the operations.
/// * off: every operation is a pass of its own, and the map between two operations is in memory.
enum class Chains : std::uint8_t { on, off };

/// The blocks in which the NPU computes the outputs of operators.
/// * timed: true = operators have the blocks that were fastest in simulations of the network
///   (experiments/point/timed_blocks.h).
/// * of: the blocks of single operators, by their index in the lowered network. All other operators
///   have the compiler's blocks.
struct BlockOptions {
  bool timed = false;
  OperatorBlocks of;
};

/// How weights are encoded. Has no effect if a weight ratio gives the sizes of the weights.
/// * compiler: by the rules of the compiler's release (CompilerRules).
/// * smallest: as WeightEncoder::smallest does, in fewer bytes.
enum class WeightEncoding : std::uint8_t { compiler, smallest };

struct ScheduleOptions {
  // The weight ratio of all operators: encoded bytes divided by original bytes.
  double weight_ratio = as_encoded;
  // The weight ratios of single operators by name, which replace weight_ratio.
  std::map<std::string, double> operator_weight_ratios;
  std::optional<WeightEncoding> weight_encoding;  // unset = compiler, unless a planner chooses
  std::optional<CompilerRules> rules;             // unset = vela_5_0 for U85, otherwise vela_3_10
  std::optional<NarrowMaps> narrow_maps;          // unset = as compiled, unless a planner chooses
  std::optional<Chains> chains;                   // unset = on, unless a planner chooses
  std::optional<BlockOptions> blocks;  // unset = the compiler's blocks, unless a planner chooses
  // True = the schedule is for a file that must resemble the compiled file from which the plan was
  // recovered. Then each map between the operations of an operator has an address of its own, and
  // constants that no command reads are kept.
  bool as_compiled = false;
};

/// The options of an NPU that a user chooses, besides target and plan.
struct Options {
  ScheduleOptions schedule;
  // The following members give names to the commands of a compiled network.
  std::string debug_database;       // text of the compiler's debug database; empty = none
  std::string debug_database_file;  // file name of the database, for messages
  // The table of layers that Vela wrote (--verbose-performance) when it compiled the network, and
  // the name of the table's file, for messages; empty = none.
  std::vector<VelaLayer> listing;
  std::string listing_file;
};

}  // namespace spillway::ethosu
