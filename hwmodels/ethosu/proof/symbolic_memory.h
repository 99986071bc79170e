// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/units.h"

namespace spillway::ethosu::proof {

/// The origin of consecutive bytes: the first of them is byte `offset` of source number `source`.
/// Sources are inputs, constants and outputs of operations.
struct Origin {
  std::int64_t source = 0;
  std::int64_t offset = 0;

  bool operator==(const Origin& other) const {
    return source == other.source && offset == other.offset;
  }
};

/// `bytes` bytes with one origin; without an origin if they were never written.
struct Stretch {
  std::int64_t bytes = 0;
  std::optional<Origin> origin;
};

/// The origin of every byte of a region. Memory and time grow with the number of stretches.
class SymbolicMemory {
 public:
  void write(Address address, const Stretch& stretch);

  /// The bytes from `address` on. Stretches that are consecutive at their origin are joined.
  std::vector<Stretch> read(Address address, std::int64_t bytes) const;

 private:
  struct Piece {
    Address end = 0;
    Origin origin;
  };

  void split(Address address);

  std::map<Address, Piece> pieces_;
};

}  // namespace spillway::ethosu::proof
