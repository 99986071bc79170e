// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/command_words.h"

namespace spillway::ethosu {

/// Counts the fewest command words that a sequence of operations needs under any plan, wherever the
/// plan places the feature maps.
class LeastWords {
 public:
  LeastWords(const Config& config, const ScheduleOptions& options)
      : words_(config, CommandWords::Before::unknown), options_(options) {}

  /// Returns the number of words of the next operation in the sequence. `operation` is the
  /// operation of `npu` with its block. The words that set the registers of the operation's weights
  /// do not count.
  std::int32_t of(const NpuOp& npu, const Operation& operation);

 private:
  /// The operand whose region (memory area) and address the registers of a feature map contain at
  /// present. `known` is false until the first operation sets these registers.
  struct PlaceInRegisters {
    Operand now;
    bool known = false;
  };

  std::int32_t place(const Operand& operand, FeatureMap& map, PlaceInRegisters& registers) const;

  CommandWords words_;
  const ScheduleOptions& options_;
  // Bytes of made-up constants (which lowering adds to those of the file) of the preceding
  // operations.
  Bytes made_up_ = 0;
  PlaceInRegisters ifm_, ifm2_, ofm_;
};

/// The command of a kernel: its number of words, and the least cycles from the end of all preceding
/// kernels to the end of this kernel.
struct LeastCommand {
  std::int32_t words = 0;
  double kernel = 0;
};

/// Returns a lower bound of the end of the last kernel, in cycles from the end of all work before
/// the first kernel. Assumptions:
/// * Command words are fetched in chunks of a fixed size. A chunk arrives `latency` cycles after
///   its request, plus `transfer` cycles if the chunk is full.
/// * After a kernel's command, the parser continues as soon as at most two started kernels are
///   still running.
/// * The words of the first kernel are parsed before the preceding work ends, so they take no time.
/// * The number of words that are fetched but not parsed is unknown, so the best case is assumed at
///   every kernel.
///
/// More words, longer kernels and later chunks never make the end earlier.
double end_of_commands(const std::vector<LeastCommand>& commands, double latency, double transfer);

}  // namespace spillway::ethosu
