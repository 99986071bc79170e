// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstdint>

#include "base/units.h"
#include "hwmodels/ethosu/stream/opcodes.h"
#include "hwmodels/ethosu/stream/payload.h"

namespace spillway::ethosu {

/// The processor's registers while a stream is decoded. A register keeps its value until a command
/// rewrites it. A stream is malformed if it uses a register that it never wrote.
class Registers {
 public:
  Registers(Product product, const StreamPlace& place) : product_(product), place_(place) {}

  void set(Command0 command, std::uint16_t parameter);
  void set(Command1 command, std::uint16_t parameter, std::uint32_t payload);

  /// Sets the index of the stream's word that later error messages give.
  void set_word(std::size_t word) { word_ = word; }

  Product product() const { return product_; }
  UserError error(const std::string& message) const { return place_.error(word_, message); }

  /// Return the value of a register. Throw UserError(input_file) if the stream never wrote the
  /// register.
  std::uint32_t value(Command0 command) const;
  std::int32_t signed_value(Command0 command) const;
  Address address(Command1 command) const;             // 40 bits
  std::int64_t signed_stride(Command1 command) const;  // 40 bits, two's complement
  std::uint32_t payload(Command1 command) const;

  std::uint32_t value_or(Command0 command, std::uint32_t otherwise) const;
  bool defined(Command1 command) const { return wide_set_[index(command)]; }

 private:
  static constexpr std::size_t count = 1024;

  template <typename Command>
  static std::size_t index(Command command) {
    return static_cast<std::size_t>(command);
  }

  template <typename Command>
  UserError undefined(Command command) const;

  Product product_;
  const StreamPlace& place_;
  std::size_t word_ = 0;
  std::array<std::uint16_t, count> narrow_{};
  std::array<std::uint64_t, count> wide_{};
  std::bitset<count> narrow_set_;
  std::bitset<count> wide_set_;
};

}  // namespace spillway::ethosu
