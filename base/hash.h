// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spillway {

/// The 64-bit hash FNV-1a, which is not cryptographic. The hash identifies inputs in results and in
/// resumed sweeps.
class Hash {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      value_ = (value_ ^ static_cast<std::uint8_t>(byte)) * 0x100000001B3ULL;
    }
  }
  std::uint64_t value() const { return value_; }
  /// Returns the hash as 16 lower-case hexadecimal digits.
  std::string text() const;

 private:
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

}  // namespace spillway
