// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/cached_memory.h"

#include <algorithm>

namespace spillway {

void CachedMemory::reset() {
  reset_order();
  cache_.reset();
  memory_->reset();
}

Picoseconds CachedMemory::move_line(Address address, bool write, Picoseconds start) {
  Burst burst;
  burst.address = address;
  burst.bytes = cache_.line_bytes();
  burst.write = write;
  burst.arrival = start;
  memory_->submit(burst);
  return memory_->complete_one().done;
}

Completion CachedMemory::serve(const Burst& burst) {
  const auto line_bytes = static_cast<Address>(cache_.line_bytes());
  Completion completion;
  Picoseconds now = std::max(burst.arrival, ready_);
  completion.first_data = now;
  const Address end = burst.address + static_cast<Address>(burst.bytes);
  const Address first = burst.address / line_bytes * line_bytes;
  for (Address line = first; line < end; line += line_bytes) {
    const LineMoves moves = cache_.touch_line(line, burst.write);
    if (moves.evict) now = move_line(moves.victim, true, now);
    if (moves.fill) now = move_line(line, false, now);
    if (line == first) completion.first_data = now;
  }
  completion.done = now;
  ready_ = now;
  return completion;
}

}  // namespace spillway
