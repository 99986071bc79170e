// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
    from_ = until_ = 0;
  }

  void add(Picoseconds time, Bytes bytes) {
    // Most bursts fall into the bucket of the one before.
    if (time >= from_ && time < until_) {
      buckets_[last_] += bytes;
    } else {
      add_elsewhere(time, bytes);
    }
  }

  /// Merges until the width is at least `width`; widths are powers of two of the first.
  void widen_to(Picoseconds width) {
    while (width_ < width) merge();
  }

  Picoseconds width() const { return width_; }
  const std::vector<Bytes>& buckets() const { return buckets_; }

 private:
  void add_elsewhere(Picoseconds time, Bytes bytes) {
    auto index = static_cast<std::size_t>(time / width_);
    while (index >= max_buckets) {
      merge();
      index = static_cast<std::size_t>(time / width_);
    }
    if (index >= buckets_.size()) buckets_.resize(index + 1, 0);
    buckets_[index] += bytes;
    last_ = index;
    from_ = static_cast<Picoseconds>(index) * width_;
    until_ = from_ + width_;
  }

  void merge() {
    from_ = until_ = 0;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      const Bytes bytes = buckets_[i];
      buckets_[i] = 0;
      buckets_[i / 2] += bytes;
    }
    buckets_.resize((buckets_.size() + 1) / 2);
    width_ *= 2;
  }

  Picoseconds width_ = 1;
  std::vector<Bytes> buckets_;
  std::size_t last_ = 0;              // bucket that was added to last,
  Picoseconds from_ = 0, until_ = 0;  // and its time; empty = none
};

}  // namespace spillway::sim
