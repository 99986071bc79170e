// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/units.h"

namespace spillway::sim {

/// Room in the buffer that a master's reads arrive in. A read takes its bytes when it is granted
/// and gives them back when it has been delivered; reads that do not fit wait for earlier ones. A
/// read that is larger than the buffer goes alone. Reads are taken to be delivered in the order in
/// which their completions become known.
class ReadBuffer {
 public:
  /// `capacity` 0 = no limit.
  void reset(Bytes capacity) {
    capacity_ = capacity;
    submitted_ = completed_ = 0;
    oldest_ = {};
    forget();
    reads_.resize(capacity > 0 ? most : 0);
  }

  bool limited() const { return capacity_ > 0; }

  /// False while a delivery that makes room for `bytes` more is not known yet.
  bool known(Bytes bytes) const { return capacity_ == 0 || first_kept(bytes).index <= completed_; }

  /// Time from which a read of `bytes` may go. Requires known(bytes).
  Picoseconds ready(Bytes bytes) const { return capacity_ == 0 ? 0 : first_kept(bytes).freed_at; }

  /// The same, `never` while that is not known; requires limited().
  Picoseconds next(Bytes bytes) {
    asked_ = first_kept(bytes);
    asked_bytes_ = bytes;
    return asked_.index <= completed_ ? asked_.freed_at : std::numeric_limits<Picoseconds>::max();
  }

  void submit(Bytes bytes) {
    if (capacity_ == 0) return;
    oldest_ = first_kept(bytes);
    oldest_.held += bytes;
    reads_[submitted_++ % most].bytes = bytes;
    forget();
  }

  void complete(Picoseconds done) {
    if (capacity_ == 0) return;
    reads_[completed_++ % most].done = done;
    forget();
  }

  /// submit() and complete() of a read whose completion is known at once, as are those of all
  /// before; requires limited().
  void move(Bytes bytes, Picoseconds done) {
    oldest_ = bytes == asked_bytes_ ? asked_ : first_kept(bytes);
    oldest_.held += bytes;
    reads_[submitted_ % most] = {bytes, done};
    completed_ = ++submitted_;
    forget();
  }

 private:
  static constexpr std::uint32_t most = 256;  // reads in flight

  struct Read {
    Bytes bytes = 0;
    Picoseconds done = 0;
  };
  /// The oldest read that may still be in the buffer, the bytes from that one on, and when those
  /// before it are out.
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
  void forget() { asked_bytes_ = -1; }

  Bytes capacity_ = 0;
  std::uint32_t submitted_ = 0, completed_ = 0;
  Kept oldest_;  // when the last read went
  Kept asked_;   // for a next read of `asked_bytes_`, which most often comes; -1 = nobody has asked
  Bytes asked_bytes_ = -1;
  std::vector<Read> reads_;
};

}  // namespace spillway::sim
