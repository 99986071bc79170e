// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/registers.h"

namespace spillway::ethosu {

template <typename Command>
UserError Registers::undefined(Command command) const {
  return error(std::string("uses register ") + command_name(command, product_) +
               ", which the stream has not set");
}

void Registers::set(Command0 command, std::uint16_t parameter) {
  narrow_[index(command)] = parameter;
  narrow_set_.set(index(command));
}

void Registers::set(Command1 command, std::uint16_t parameter, std::uint32_t payload) {
  wide_[index(command)] = static_cast<std::uint64_t>(parameter & 0xFFU) << 32 | payload;
  wide_set_.set(index(command));
}

std::uint32_t Registers::value(Command0 command) const {
  if (!narrow_set_[index(command)]) throw undefined(command);
  return narrow_[index(command)];
}

std::int32_t Registers::signed_value(Command0 command) const {
  return static_cast<std::int16_t>(value(command));
}

Address Registers::address(Command1 command) const {
  if (!wide_set_[index(command)]) throw undefined(command);
  return wide_[index(command)];
}

std::int64_t Registers::signed_stride(Command1 command) const {
  constexpr std::uint64_t sign = std::uint64_t{1} << 39;
  const std::uint64_t value = address(command);
  return static_cast<std::int64_t>(value ^ sign) - static_cast<std::int64_t>(sign);
}

std::uint32_t Registers::payload(Command1 command) const {
  return static_cast<std::uint32_t>(address(command));
}

std::uint32_t Registers::value_or(Command0 command, std::uint32_t otherwise) const {
  return narrow_set_[index(command)] ? narrow_[index(command)] : otherwise;
}

}  // namespace spillway::ethosu
