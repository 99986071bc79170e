// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
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
    submitted_ = completed_ = freed_ = 0;
    taken_ = freed_bytes_ = 0;
    freed_at_ = 0;
    reads_.resize(capacity > 0 ? most : 0);
  }

  bool limited() const { return capacity_ > 0; }

  /// False while a delivery that makes room for `bytes` more is not known yet.
  bool known(Bytes bytes) const { return capacity_ == 0 || first_kept(bytes).index <= completed_; }

  /// Time from which a read of `bytes` may go. Requires known(bytes).
  Picoseconds ready(Bytes bytes) const { return capacity_ == 0 ? 0 : first_kept(bytes).freed_at; }

  void submit(Bytes bytes) {
    if (capacity_ == 0) return;
    const Kept kept = first_kept(bytes);
    freed_ = kept.index;
    freed_bytes_ = kept.freed_bytes;
    freed_at_ = kept.freed_at;
    taken_ += bytes;
    reads_[submitted_++ % most].bytes = bytes;
  }

  void complete(Picoseconds done) {
    if (capacity_ > 0) reads_[completed_++ % most].done = done;
  }

 private:
  static constexpr std::uint32_t most = 256;  // reads in flight

  struct Read {
    Bytes bytes = 0;
    Picoseconds done = 0;
  };
  /// The oldest read that may still be in the buffer, and when those before it are out.
  struct Kept {
    std::uint32_t index;
    Bytes freed_bytes;
    Picoseconds freed_at;
  };

  Kept first_kept(Bytes bytes) const {
    Kept kept{freed_, freed_bytes_, freed_at_};
    const auto fits = [&] { return taken_ - kept.freed_bytes + bytes <= capacity_; };
    while (kept.index < submitted_ && (!fits() || submitted_ - kept.index >= most)) {
      const Read& read = reads_[kept.index % most];
      if (kept.index < completed_) kept.freed_at = std::max(kept.freed_at, read.done);
      kept.freed_bytes += read.bytes;
      ++kept.index;
    }
    return kept;
  }

  Bytes capacity_ = 0;
  Bytes taken_ = 0;        // by all reads since the reset
  Bytes freed_bytes_ = 0;  // of the reads before number freed_
  Picoseconds freed_at_ = 0;
  std::uint32_t submitted_ = 0, completed_ = 0, freed_ = 0;
  std::vector<Read> reads_;
};

}  // namespace spillway::sim
