// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "base/units.h"

namespace spillway::ethosu {

/// Bytes [begin, end) of a region (memory area with its own base address).
struct ByteRange {
  Address begin = 0;
  Address end = 0;
};

/// Returns the ranges in the order of their addresses. Ranges that overlap or touch are joined.
std::vector<ByteRange> merged(std::vector<ByteRange> ranges);

/// Records the last writer of each byte of a region (memory area with its own base address). The
/// memory of the record grows with the number of ranges, not with the number of bytes.
template <typename Owner>
class ByteOwners {
 public:
  void write(const ByteRange& range, const Owner& owner) {
    cut(range.begin);
    cut(range.end);
    pieces_.erase(pieces_.lower_bound(range.begin), pieces_.lower_bound(range.end));
    if (range.begin < range.end) pieces_[range.begin] = {range.end, owner};
  }

  /// Calls `written(ByteRange, Owner)` for each part of `range` that was written and
  /// `unwritten(ByteRange)` for each other part, in the order of addresses.
  template <typename Written, typename Unwritten>
  void read(const ByteRange& range, const Written& written, const Unwritten& unwritten) const {
    Address at = range.begin;
    auto piece = pieces_.upper_bound(range.begin);
    if (piece != pieces_.begin() && std::prev(piece)->second.end > range.begin) --piece;
    for (; at < range.end && piece != pieces_.end() && piece->first < range.end; ++piece) {
      if (piece->first > at) unwritten(ByteRange{at, piece->first});
      const Address from = std::max(at, piece->first);
      const Address to = std::min(range.end, piece->second.end);
      written(ByteRange{from, to}, piece->second.owner);
      at = to;
    }
    if (at < range.end) unwritten(ByteRange{at, range.end});
  }

 private:
  struct Piece {
    Address end = 0;
    Owner owner{};
  };

  // Splits the piece (a range of bytes with one owner) that contains `address`, if such a piece
  // exists.
  void cut(Address address) {
    auto piece = pieces_.upper_bound(address);
    if (piece == pieces_.begin()) return;
    --piece;
    if (piece->first == address || piece->second.end <= address) return;
    pieces_[address] = piece->second;
    piece->second.end = address;
  }

  std::map<Address, Piece> pieces_;
};

}  // namespace spillway::ethosu
