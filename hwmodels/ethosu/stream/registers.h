// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/units.h"
#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu {

/// The processor's registers while a stream is decoded. A register keeps its value until a command
/// rewrites it. A stream is malformed if it uses a register that it never wrote.
class Registers {
 public:
  Registers(Product product, const StreamPlace& place) : product_(product), place_(place) {}

  void set(Command0 command, std::uint16_t parameter) { values_[key_of(command)] = parameter; }
  void set(Command1 command, std::uint16_t parameter, std::uint32_t payload) {
    values_[key_of(command)] = static_cast<std::uint64_t>(parameter & 0xFFU) << 32 | payload;
  }
  /// Sets the position for later error messages: the index of the present word in the stream.
  void set_word(std::size_t word) { word_ = word; }

  Product product() const { return product_; }
  UserError error(const std::string& message) const { return place_.error(word_, message); }

  /// Return the value of a register. Throw UserError(input_file) if the stream never wrote the
  /// register.
  std::uint32_t value(Command0 command) const { return static_cast<std::uint32_t>(get(command)); }
  std::int32_t signed_value(Command0 command) const {
    return static_cast<std::int16_t>(value(command));
  }
  Address address(Command1 command) const { return get(command); }  // 40 bits
  std::int64_t signed_stride(Command1 command) const {              // 40 bits, two's complement
    constexpr std::uint64_t sign = std::uint64_t{1} << 39;
    return static_cast<std::int64_t>(get(command) ^ sign) - static_cast<std::int64_t>(sign);
  }
  std::uint32_t payload(Command1 command) const { return static_cast<std::uint32_t>(get(command)); }

  std::uint32_t value_or(Command0 command, std::uint32_t otherwise) const {
    return values_.count(key_of(command)) > 0 ? value(command) : otherwise;
  }
  bool defined(Command1 command) const { return values_.count(key_of(command)) > 0; }

 private:
  template <typename Command>
  std::uint64_t get(Command command) const {
    const auto found = values_.find(key_of(command));
    if (found != values_.end()) return found->second;
    throw error(std::string("uses register ") + command_name(command, product_) +
                ", which the stream has not set");
  }

  Product product_;
  const StreamPlace& place_;
  std::size_t word_ = 0;
  RegisterValues values_;
};

}  // namespace spillway::ethosu
