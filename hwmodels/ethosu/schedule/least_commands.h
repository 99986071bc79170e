// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/command_words.h"

namespace spillway::ethosu {

/// The fewest words that tell the processor of one operation of an operator after the other,
/// wherever a plan puts their maps.
class LeastWords {
 public:
  LeastWords(const Config& config, const ScheduleOptions& options)
      : words_(config, CommandWords::Before::unknown), options_(options) {}

  /// Of the operation that comes next, with its block, without those for weights.
  std::int32_t of(const NpuOp& npu, const Operation& operation);

 private:
  /// A map's operand as its registers tell it, with the one that they told of before.
  struct Told {
    Operand now;
    bool known = false;
  };

  std::int32_t place(const Operand& operand, FeatureMap& map, Told& told) const;

  CommandWords words_;
  const ScheduleOptions& options_;
  Bytes made_up_ = 0;  // bytes of the operations before
  Told ifm_, ifm2_, ofm_;
};

/// A kernel, as the words for it and what it takes at least when all before has ended, in cycles.
struct LeastCommand {
  std::int32_t words = 0;
  double kernel = 0;
};

/// When the last of these kernels has ended at the earliest, in cycles from the end of all before
/// them on, where the words for them come in pieces: `latency` after they were asked for, and
/// `transfer` later where they are whole. The parser goes on behind a kernel when the one before
/// has ended, so the words of the first may have been parsed before; how many are at hand is never
/// known, and the best case is taken at every kernel. More words, longer kernels and later pieces
/// never make the end earlier.
double end_of_commands(const std::vector<LeastCommand>& commands, double latency, double transfer);

}  // namespace spillway::ethosu
