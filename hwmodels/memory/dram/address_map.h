// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace spillway {

/// The address bits that make up one coordinate (such as bank or row), as ranges of consecutive
/// bits.
class AddressField {
 public:
  /// Appends the address bits `low` to `low + bits - 1` to the field. They become the field's
  /// highest bits.
  void append(int low, int bits);

  std::int64_t extract(Address address) const {
    std::uint64_t value = 0;
    for (const Piece& piece : pieces_) value |= (address >> piece.low & piece.mask) << piece.to;
    return static_cast<std::int64_t>(value);
  }
  int bits() const { return bits_; }

 private:
  struct Piece {
    int low;
    int to;
    std::uint64_t mask;
  };
  std::vector<Piece> pieces_;
  int bits_ = 0;
};

/// Which address bits select channel, bank, row, column and byte of a word.
struct AddressMap {
  AddressField byte, column, bank, row, channel;
  /// Each aligned address range of this many bytes (a power of two) lies in one row.
  Address bytes_in_row = 1;

  /// Returns the number of bytes from `address` to the end of the aligned address range of
  /// `bytes_in_row` bytes that contains `address`.
  Address left_in_row(Address address) const {
    return bytes_in_row - (address & (bytes_in_row - 1));
  }
};

/// Number of address bits of each coordinate.
struct AddressWidths {
  int byte = 0, column = 0, bank = 0, row = 0, channel = 0;
};

/// Reads an address map, such as "byte[0] column[10:1] bank[13:11] row": a list of items
/// `field[high:low]` and `field[bit]`, where the numbers are address bits. If a field has several
/// items, the item with the lowest bits of the field comes first. One field may have no brackets;
/// this field takes the bits above those of all other fields. Every address bit must be used
/// exactly once, and every field must have the width that the device needs. Throws
/// std::invalid_argument with the reason.
AddressMap parse_address_map(std::string_view text, const AddressWidths& widths);

}  // namespace spillway
