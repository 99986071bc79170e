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

/// Words of a command stream that Arm's compiler would write: in front of every command the
/// registers whose values change, one word each, or two where they hold addresses, strides, lengths
/// and scales. What an operation does not know (zero points, scales, clamps) is taken as unchanged,
/// but for scales of pooling and element-wise operations.
class CommandWords {
 public:
  /// What registers hold before the first command. Values that are not known are taken as the ones
  /// that come, which gives the fewest words.
  enum class Before : std::uint8_t { nothing, unknown };

  explicit CommandWords(const Config& config, Before before = Before::nothing)
      : config_(config), before_(before) {}

  /// Of the operation that comes next, and its registers.
  std::int32_t of(const Operation& op);
  /// Of the transfer that comes next, and its registers.
  std::int32_t of(const DmaTransfer& transfer);

 private:
  /// By number; without a value before it is written.
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
