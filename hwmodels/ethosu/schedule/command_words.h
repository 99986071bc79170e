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

/// Counts the words of a command stream as Arm's compiler would write it. Every command is preceded
/// by the registers whose values change: two words each for addresses, strides, lengths and scales,
/// one word each for other registers. Zero points, scales and clamps are unknown here. They are
/// assumed not to change, except for the scales of pooling and elementwise operations.
class CommandWords {
 public:
  /// The register values before the first command. `nothing`: every register must be written.
  /// `unknown`: the registers are assumed to hold the first values that are written, which gives
  /// the fewest words.
  enum class Before : std::uint8_t { nothing, unknown };

  explicit CommandWords(const Config& config, Before before = Before::nothing)
      : config_(config), before_(before) {}

  /// Returns the number of words of the next operation and its registers.
  std::int32_t of(const Operation& op);
  /// Returns the number of words of the next transfer and its registers.
  std::int32_t of(const DmaTransfer& transfer);

 private:
  /// Values by the number of the register; empty until the register is written.
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
