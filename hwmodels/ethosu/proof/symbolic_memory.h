// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/units.h"

namespace spillway::ethosu::proof {

/// The origin of consecutive bytes: the first byte is byte `offset` of source number `source`, and
/// the following bytes are the following bytes of this source. Sources are inputs, constants and
/// outputs of operations.
struct Origin {
  std::int64_t source = 0;
  std::int64_t offset = 0;

  bool operator==(const Origin& other) const {
    return source == other.source && offset == other.offset;
  }
};

/// A number of consecutive bytes with one origin. Bytes that were never written have no origin.
struct Stretch {
  std::int64_t bytes = 0;
  std::optional<Origin> origin;
};

/// The origin of every byte of a region. Memory and run time grow with the number of stretches, not
/// with the number of bytes.
class SymbolicMemory {
 public:
  void write(Address address, const Stretch& stretch);

  /// The origins of the bytes from `address` on. Two stretches are joined if the second one
  /// continues the first one at their source.
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
