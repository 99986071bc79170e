// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/units.h"

namespace spillway {

using AddressInterval = std::pair<Bytes, Bytes>;  // [begin, end) of addresses

/// The number of bytes in a union of intervals that are added and removed one by one.
class CoveredBytes {
 public:
  void add(const AddressInterval& interval) { intervals_.insert(interval); }
  void remove(const AddressInterval& interval) { intervals_.erase(intervals_.find(interval)); }

  Bytes total() const {
    Bytes bytes = 0, covered = std::numeric_limits<Bytes>::min();  // up to this address
    for (const auto& [begin, end] : intervals_) {
      bytes += std::max<Bytes>(0, end - std::max(begin, covered));
      covered = std::max(covered, end);
    }
    return bytes;
  }

 private:
  std::multiset<AddressInterval> intervals_;
};

}  // namespace spillway
