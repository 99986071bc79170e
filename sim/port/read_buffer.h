// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "sim/port/outstanding_window.h"

namespace spillway::sim {

/// The buffer into which a master's reads are delivered. A read occupies its bytes from its grant
/// to its delivery or, with Request::kept, to its use. A read that does not fit waits until earlier
/// reads have left. A read that is larger than the whole buffer waits until the buffer is empty.
/// Reads are assumed to leave in the order in which their completions become known.
class ReadBuffer {
 public:
  /// Empties the buffer and sets its size in bytes; `capacity` 0 = no limit.
  void reset(Bytes capacity) {
    capacity_ = capacity;
    submitted_ = completed_ = 0;
    oldest_ = {};
    reads_.resize(capacity > 0 ? most : 0);
  }

  bool limited() const { return capacity_ > 0; }

  /// Returns the earliest time at which the buffer has space for a read of `bytes`; `never` if this
  /// time is not known yet. Requires limited().
  Picoseconds next(Bytes bytes) const {
    const Kept kept = first_kept(bytes);
    return kept.index <= completed_ ? kept.freed_at : never;
  }

  void submit(Bytes bytes) {
    if (capacity_ == 0) return;
    oldest_ = first_kept(bytes);
    oldest_.held += bytes;
    reads_[submitted_++ % most].bytes = bytes;
  }

  void complete(Picoseconds done) {
    if (capacity_ == 0) return;
    reads_[completed_++ % most].done = done;
  }

  /// Does the work of submit() and complete() for a read whose completion is known at its grant.
  /// The completions of all earlier reads must be known, too. Requires limited().
  void move(Bytes bytes, Picoseconds done) {
    oldest_ = first_kept(bytes);
    oldest_.held += bytes;
    reads_[submitted_ % most] = {bytes, done};
    completed_ = ++submitted_;
  }

 private:
  static constexpr std::uint32_t most = 256;  // largest number of reads in flight

  struct Read {
    Bytes bytes = 0;
    Picoseconds done = 0;
  };
  /// A possible oldest read in the buffer: its number, the bytes that this read and all later reads
  /// occupy, and the time at which all earlier reads have left the buffer.
  struct Kept {
    std::uint32_t index = 0;
    Bytes held = 0;
    Picoseconds freed_at = 0;
  };

  Kept first_kept(Bytes bytes) const {
    Kept kept = oldest_;
    const auto fits = [&] { return kept.held + bytes <= capacity_; };
    while (kept.index < submitted_ && (!fits() || submitted_ - kept.index >= most)) {
      const Read& read = reads_[kept.index % most];
      if (kept.index < completed_) kept.freed_at = std::max(kept.freed_at, read.done);
      kept.held -= read.bytes;
      ++kept.index;
    }
    return kept;
  }

  Bytes capacity_ = 0;
  std::uint32_t submitted_ = 0, completed_ = 0;
  // The oldest read that may still have been in the buffer when the last submitted read entered it.
  Kept oldest_;
  std::vector<Read> reads_;
};

}  // namespace spillway::sim
