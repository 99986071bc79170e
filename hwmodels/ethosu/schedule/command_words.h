// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/stream/register_maps.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Counts the words of a command stream as Arm's compiler would write the stream:
/// * Before each command, the stream sets the registers whose values change.
/// * A register takes two words for addresses, strides, lengths and scales, and one word otherwise.
/// * Zero points, scales and clamps are not known here, so they are assumed not to change.
///   Exception: the scales of average poolings and elementwise operations are assumed to change
///   each time.
class CommandWords {
 public:
  /// What is known about the registers before the first command.
  /// * `nothing`: the registers hold no values, so the stream must write every register.
  /// * `unknown`: the registers are assumed to hold already the first values that the stream would
  ///   write. So the first writes cost no words, and the counted number is the smallest possible.
  enum class Before : std::uint8_t { nothing, unknown };

  explicit CommandWords(const Config& config, Before before = Before::nothing)
      : config_(config), before_(before) {}

  /// Returns the number of words for the next operation of the stream, `op`: the word of its
  /// command and the words that set its registers.
  std::int32_t of(const Operation& op);
  /// Returns the number of words for the next transfer of the stream: the word of its command and
  /// the words that set its registers.
  std::int32_t of(const DmaTransfer& transfer);

 private:
  /// The values of the registers, by number. A value is empty until the stream writes the register.
  using Registers = std::array<std::optional<std::int64_t>, 1024>;

  void set(Command0 command, std::int64_t value);
  void set(Command1 command, std::int64_t value);
  template <typename Command>
  void write(Registers& registers, Command command, std::int64_t value, std::int32_t words);
  void set_map(const MapRegisters& registers, const FeatureMap& map);
  void set_ifm(const Operation& op);
  void set_ifm2(const Operation& op);
  void set_ofm(const Operation& op);
  void set_kernel(const Operation& op);
  void set_weights(const Operation& op);
  void set_block(const Operation& op);

  const Config& config_;
  const Before before_;
  Registers narrow_, wide_;
  std::int64_t operations_ = 0;
  std::int32_t words_ = 0;
};

}  // namespace spillway::ethosu
