// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spillway::search {

/// Transfers that wait for the DMA, ordered by deadline. Transfers with the same deadline are
/// stored as one element.
class DeadlineQueue {
 public:
  struct Entry {
    std::int32_t last = 0;  // the deadline is the end of this operator
    double bytes = 0;       // bytes that have not moved yet
  };

  void add(std::int32_t last, double bytes) {
    auto entry = entries_.end();
    while (entry != entries_.begin() && (entry - 1)->last >= last) {
      --entry;
    }
    if (entry != entries_.end() && entry->last == last) {
      entry->bytes += bytes;
    } else {
      entries_.insert(entry, {last, bytes});
    }
  }

  /// Moves up to `limit` bytes, beginning with the transfers of the earliest deadlines. Then
  /// removes the transfers that are complete, and the transfers whose deadline is the end of
  /// operator `op` or earlier. Returns the number of bytes moved.
  double serve(std::int32_t op, double limit) {
    double remaining = limit;
    auto entry = entries_.begin();
    for (; entry != entries_.end(); ++entry) {
      const double moved = std::min(entry->bytes, remaining);
      remaining -= moved;
      entry->bytes -= moved;
      if (entry->bytes > 0 && entry->last > op) {
        break;
      }
    }
    entries_.erase(entries_.begin(), entry);
    return limit - remaining;
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace spillway::search
