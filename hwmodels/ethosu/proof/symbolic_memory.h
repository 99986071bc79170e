// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/units.h"

namespace spillway::ethosu::proof {

/// The origin of consecutive bytes. The first byte is byte `offset` of the source with number
/// `source`; the following bytes are the following bytes of the source, in the same order. A source
/// is an input, a constant or an output of an operation.
struct Origin {
  std::int64_t source = 0;
  std::int64_t offset = 0;

  bool operator==(const Origin& other) const {
    return source == other.source && offset == other.offset;
  }
};

/// A sequence of `bytes` consecutive bytes with one origin. Bytes that were never written have no
/// origin.
struct Stretch {
  std::int64_t bytes = 0;
  std::optional<Origin> origin;
};

/// Stores the origin of every byte of a region (memory area with its own base address). Memory and
/// run time grow with the number of written ranges, not with the number of bytes.
class SymbolicMemory {
 public:
  void write(Address address, const Stretch& stretch);

  /// Returns the origins of `bytes` bytes from `address` on. Bytes that are consecutive in the same
  /// source become one Stretch.
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
