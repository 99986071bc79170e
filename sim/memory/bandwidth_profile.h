// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::sim {

/// Bytes moved over time in at most `max_buckets` equal buckets. The length of a run is not known
/// in advance. So the buckets start narrow, and neighbouring buckets are merged whenever there
/// would be too many of them.
class BandwidthProfile {
 public:
  static constexpr std::size_t max_buckets = 512;

  /// Returns the width that every profile of a run starts with: 64 cycles of the processor.
  static Picoseconds first_width(ClockDomain processor) { return processor.to_time(64); }

  void reset(Picoseconds first_width) {
    width_ = first_width;
    buckets_.clear();
    forget_last();
  }

  /// Adds bytes that move evenly from `begin` to `end`. If `end` is not after `begin`, all bytes
  /// move at `begin`.
  void add(Picoseconds begin, Picoseconds end, Bytes bytes) {
    if (in_bucket(begin, end)) {  // the fast case, true for nearly all calls
      buckets_[last_] += bytes;
    } else {
      spread(begin, end, bytes);
    }
  }

  /// The interval of the bucket that got the last bytes. If there is no such bucket, the interval
  /// is empty (its end is before its begin).
  Picoseconds bucket_begin() const { return from_; }
  Picoseconds bucket_end() const { return until_; }

  /// Whether [begin, end] lies in the bucket that got the last bytes.
  bool in_bucket(Picoseconds begin, Picoseconds end) const {
    return begin >= from_ && end <= until_;
  }

  /// Adds bytes that all move in the bucket that got the last bytes.
  void add_in_bucket(Bytes bytes) {
    if (bytes > 0) buckets_[last_] += bytes;
  }

  /// Merges buckets until their width is at least `width`; widths are the first width times a power
  /// of two.
  void widen_to(Picoseconds width) {
    while (width_ < width) merge();
  }

  Picoseconds width() const { return width_; }
  const std::vector<Bytes>& buckets() const { return buckets_; }

  /// Returns the buckets, adjusted so that no bucket exceeds the rate `bytes_per_second` (0 = no
  /// limit). Excess bytes move to later buckets. Without this adjustment, a bucket can have too
  /// many bytes, because memory models tell when a burst ends, but not always when its first byte
  /// moves.
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
  // The bucket that got the last bytes, and its interval. The interval is empty if there is no such
  // bucket.
  std::size_t last_ = 0;
  Picoseconds from_ = 1, until_ = 0;
};

}  // namespace spillway::sim
