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

/// A hash of the computation that produced a byte or an element. Equal computations have equal
/// values. Two different computations have equal values with a probability of about 2^-64.
using Value = std::uint64_t;

constexpr Value unwritten = 0;

/// Combines two values into the value of a computation. The order of `first` and `second` matters.
constexpr Value combined(Value first, Value second) {
  Value mixed = (first ^ 0x9E3779B97F4A7C15U) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ mixed >> 32) + second;
  mixed *= 0x94D049BB133111EBU;
  mixed ^= mixed >> 29;
  return mixed == unwritten ? 1 : mixed;
}

/// Returns the value (a hash) of a constant byte. The value does not depend on the address of the
/// byte.
Value value_of_constant(std::uint8_t byte);

/// Returns the constant bytes to which `values` belong; nullopt if one of the values is not that of
/// a constant byte.
std::optional<std::vector<std::uint8_t>> constant_bytes(const std::vector<Value>& values);

/// Stores one value (a hash) per byte of a memory. The size of this object grows with the number of
/// written bytes. Constants need no space, because get() reads them from the file.
class ValueMemory {
 public:
  /// Places `constants` at address 0. The constants must outlive this object, and set() must not be
  /// called for the addresses of constants.
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
