// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/command_words.h"

namespace spillway::ethosu {

/// Counts the fewest words that any plan needs to command the operations one after another,
/// wherever the plan places their maps.
class LeastWords {
 public:
  LeastWords(const Config& config, const ScheduleOptions& options)
      : words_(config, CommandWords::Before::unknown), options_(options) {}

  /// Returns the number of words of the next operation and its block, without the words for
  /// weights.
  std::int32_t of(const NpuOp& npu, const Operation& operation);

 private:
  /// The operand that the registers of a map describe. `known` is false before the first operand.
  struct Told {
    Operand now;
    bool known = false;
  };

  std::int32_t place(const Operand& operand, FeatureMap& map, Told& told) const;

  CommandWords words_;
  const ScheduleOptions& options_;
  Bytes made_up_ = 0;  // bytes of made-up constants of the previous operations
  Told ifm_, ifm2_, ofm_;
};

/// A kernel: the number of words of its command, and the least cycles that it takes after all
/// kernels before it have ended.
struct LeastCommand {
  std::int32_t words = 0;
  double kernel = 0;
};

/// Returns the earliest end of the last kernel, in cycles from the end of everything before the
/// first kernel. Command words arrive in pieces: `latency` cycles after the request, plus
/// `transfer` cycles for a full piece. The parser continues after a kernel's command when the
/// previous kernel has ended, so the words of the first kernel can already be parsed. The number of
/// words at hand is unknown, so every kernel is assumed to have the best case. More words, longer
/// kernels and later pieces never make the end earlier.
double end_of_commands(const std::vector<LeastCommand>& commands, double latency, double transfer);

}  // namespace spillway::ethosu
