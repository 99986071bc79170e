// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "base/units.h"

namespace spillway::ethosu {

/// Stores, for each byte of the weight buffers, which step of the work list reads the byte last.
/// Reads must be added in the order of execution of their steps.
class BufferReads {
 public:
  void add(std::uint8_t memory, Address begin, Bytes bytes, std::int32_t step) {
    const Address end = begin + static_cast<Address>(bytes);
    for (auto read = first_over(memory, begin); overlaps(read, memory, end);) {
      const auto [key, value] = *read;
      read = reads_.erase(read);
      if (key.second < begin) reads_[key] = {begin, value.step};
      if (value.end > end) read = reads_.insert({{memory, end}, value}).first;
    }
    reads_[{memory, begin}] = {end, step};
  }

  /// Returns the last step that reads any of the `bytes` bytes from `begin` on; `none` if no step
  /// reads any of these bytes.
  std::int32_t last(std::uint8_t memory, Address begin, Bytes bytes, std::int32_t none) const {
    const Address end = begin + static_cast<Address>(bytes);
    std::int32_t last = none;
    for (auto read = first_over(memory, begin); overlaps(read, memory, end); ++read) {
      last = std::max(last, read->second.step);
    }
    return last;
  }

 private:
  using Key = std::pair<std::uint8_t, Address>;  // memory, first byte
  struct Read {
    Address end;
    std::int32_t step;
  };
  using Reads = std::map<Key, Read>;

  /// Returns the first stored range of `memory` that ends after address `begin`. If no such range
  /// exists, returns a range of another memory or the end of the map. Stored ranges do not overlap.
  Reads::const_iterator first_over(std::uint8_t memory, Address begin) const {
    auto read = reads_.upper_bound({memory, begin});
    if (read == reads_.begin()) return read;
    const auto before = std::prev(read);
    return before->first.first == memory && before->second.end > begin ? before : read;
  }
  bool overlaps(Reads::const_iterator read, std::uint8_t memory, Address end) const {
    return read != reads_.end() && read->first.first == memory && read->first.second < end;
  }

  Reads reads_;
};

}  // namespace spillway::ethosu
