// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::sim {

/// Bytes moved over time in at most `max_buckets` equal buckets. How long a run takes is not known
/// before, so the buckets start narrow and neighbours are merged whenever time outgrows them.
class BandwidthProfile {
 public:
  static constexpr std::size_t max_buckets = 512;

  /// Width that every profile of a run starts with: 64 cycles of the processor.
  static Picoseconds first_width(ClockDomain processor) { return processor.to_time(64); }

  void reset(Picoseconds first_width) {
    width_ = first_width;
    buckets_.clear();
    forget_last();
  }

  /// Bytes that move evenly from `begin` to `end`; all at `begin` where that is not before `end`.
  void add(Picoseconds begin, Picoseconds end, Bytes bytes) {
    if (in_bucket(begin, end)) {  // nearly always
      buckets_[last_] += bytes;
    } else {
      spread(begin, end, bytes);
    }
  }

  /// The time of the bucket of the last bytes; it ends before it begins where there is none.
  Picoseconds bucket_begin() const { return from_; }
  Picoseconds bucket_end() const { return until_; }

  /// Whether a time lies within that of the last bytes.
  bool in_bucket(Picoseconds begin, Picoseconds end) const {
    return begin >= from_ && end <= until_;
  }

  /// Bytes that have all moved within the bucket of the last ones.
  void add_in_bucket(Bytes bytes) {
    if (bytes > 0) buckets_[last_] += bytes;
  }

  /// `count` times the same, each `period` after the one before.
  void add_repeated(Picoseconds begin, Picoseconds end, Bytes bytes, Picoseconds period,
                    std::int64_t count);

  /// Merges until the width is at least `width`; widths are powers of two of the first.
  void widen_to(Picoseconds width) {
    while (width_ < width) merge();
  }

  Picoseconds width() const { return width_; }
  const std::vector<Bytes>& buckets() const { return buckets_; }

  /// The buckets where at most `bytes_per_second` can move (0 = no limit); what a bucket has in
  /// excess moves in those after it: models of memories say when a burst ends, not always when its
  /// first byte moves.
  std::vector<Bytes> buckets_within(std::int64_t bytes_per_second) const;

 private:
  void spread(Picoseconds begin, Picoseconds end, Bytes bytes);
  void merge();
  void forget_last() {
    from_ = 1;
    until_ = 0;
  }

  Picoseconds width_ = 1;
  std::vector<Bytes> buckets_;
  // The bucket of the last bytes and its time; an empty time where there is none.
  std::size_t last_ = 0;
  Picoseconds from_ = 1, until_ = 0;
};

}  // namespace spillway::sim
