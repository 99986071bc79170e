// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/stream/opcodes.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Words of a command stream that Arm's compiler would write: in front of every command the
/// registers whose values change, one word each, or two where they hold addresses, strides, lengths
/// and scales. What an operation does not know (zero points, scales, clamps) is taken as unchanged,
/// but for scales of pooling and element-wise operations.
class CommandWords {
 public:
  explicit CommandWords(const Config& config) : config_(config) {}

  /// Of the operation that comes next, and its registers.
  std::int32_t of(const Operation& op);
  /// Of the transfer that comes next, and its registers.
  std::int32_t of(const DmaTransfer& transfer);

 private:
  void set(Command0 command, std::int64_t value);
  void set(Command1 command, std::int64_t value);
  void set_wide_array(Command1 first, const std::array<Address, 4>& values);
  void set_ifm(const Operation& op);
  void set_ifm2(const Operation& op);
  void set_ofm(const Operation& op);
  void set_kernel(const Operation& op);
  void set_weights(const Operation& op);
  void set_block(const Operation& op);

  const Config& config_;
  std::map<Command0, std::int64_t> narrow_;
  std::map<Command1, std::int64_t> wide_;
  std::int64_t operations_ = 0;
  std::int32_t words_ = 0;
};

}  // namespace spillway::ethosu
