// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/byte_view.h"
#include "base/units.h"

namespace spillway::ethosu::proof {

/// A number that stands for the way in which a byte or an element was computed. Equal computations
/// have equal numbers. Two different computations have equal numbers with a probability of 2^-64.
using Value = std::uint64_t;

constexpr Value unwritten = 0;

/// The value of a computation from `first` and `second`, in this order.
constexpr Value combined(Value first, Value second) {
  Value mixed = (first ^ 0x9E3779B97F4A7C15U) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ mixed >> 32) + second;
  mixed *= 0x94D049BB133111EBU;
  mixed ^= mixed >> 29;
  return mixed == unwritten ? 1 : mixed;
}

/// The value of a byte of the constants. It does not depend on the address.
Value value_of_constant(std::uint8_t byte);

/// The bytes of constants for which `values` stand; nothing if a value does not stand for a
/// constant.
std::optional<std::vector<std::uint8_t>> constant_bytes(const std::vector<Value>& values);

/// The value of every byte of a memory. The object's size is proportional to the number of written
/// bytes. Constants take no space because they are read from the file.
class ValueMemory {
 public:
  /// Puts `constants` at address 0. The constants must outlive this object, and none of their bytes
  /// may be overwritten.
  void place_constants(ByteView constants) { constants_ = constants; }

  Value get(Address address) const;
  void set(Address address, Value value);
  std::vector<Value> read(Address address, Bytes bytes) const;
  void clear() { pages_.clear(), last_ = nullptr; }

 private:
  static constexpr Address page_bytes = 4096;
  using Page = std::array<Value, page_bytes>;

  ByteView constants_;
  std::unordered_map<Address, std::unique_ptr<Page>> pages_;
  mutable Address last_number_ = 0;
  mutable Page* last_ = nullptr;  // the page that was accessed last
};

}  // namespace spillway::ethosu::proof
