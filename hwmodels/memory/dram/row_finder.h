// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "hwmodels/memory/dram/dram_parameters.h"

namespace spillway::dram {

/// Finds the bank and row of an address. Caches the results by aligned address range.
class RowFinder {
 public:
  /// An aligned address range that lies in one row.
  struct RowRange {
    Address number = ~Address{0};
    std::int64_t row = 0;
    std::int16_t bank = 0;
  };

  explicit RowFinder(const DramParameters& parameters) : map_(parameters.address_map) {
    const auto names_row = [this](Address bit) {
      return map_.bank.extract(bit) != 0 || map_.row.extract(bit) != 0 ||
             map_.channel.extract(bit) != 0;
    };
    const auto page = static_cast<Address>(parameters.geometry.page_bytes());
    while (bytes() < page && !names_row(bytes())) ++shift_;
  }

  const RowRange& find(Address address) {
    const Address number = address >> shift_;
    RowRange& range = ranges_[number % ranges_.size()];
    if (range.number != number) {
      range = {number, map_.row.extract(address),
               static_cast<std::int16_t>(map_.bank.extract(address))};
    }
    return range;
  }

  /// Returns the number of bytes from `address` to the end of the aligned address range (RowRange)
  /// that contains `address`.
  Address left(Address address) const { return bytes() - (address & (bytes() - 1)); }

 private:
  Address bytes() const { return Address{1} << shift_; }

  AddressMap map_;
  int shift_ = 0;
  std::array<RowRange, 16> ranges_;
};

}  // namespace spillway::dram
