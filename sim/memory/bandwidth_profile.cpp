// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/bandwidth_profile.h"

namespace spillway::sim {

void BandwidthProfile::spread(Picoseconds begin, Picoseconds end, Bytes bytes) {
  const Picoseconds last_instant = std::max(begin, end - 1);
  while (static_cast<std::size_t>(last_instant / width_) >= max_buckets) merge();
  const auto last = static_cast<std::size_t>(last_instant / width_);
  if (last >= buckets_.size()) buckets_.resize(last + 1, 0);
  Bytes left = bytes;
  Picoseconds time = begin;
  for (auto i = static_cast<std::size_t>(begin / width_); i < last; ++i) {
    const Picoseconds next = static_cast<Picoseconds>(i + 1) * width_;
    // Computed in floating point, because bytes times picoseconds of a long transfer exceed 64
    // bits.
    const double share = static_cast<double>(next - time) / static_cast<double>(end - time);
    const auto here = static_cast<Bytes>(static_cast<double>(left) * share);
    buckets_[i] += here;
    left -= here;
    time = next;
  }
  buckets_[last] += left;
  last_ = last;
  from_ = static_cast<Picoseconds>(last) * width_;
  until_ = from_ + width_;
}

void BandwidthProfile::merge() {
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    const Bytes bytes = buckets_[i];
    buckets_[i] = 0;
    buckets_[i / 2] += bytes;
  }
  buckets_.resize((buckets_.size() + 1) / 2);
  width_ *= 2;
  forget_last();
}

std::vector<Bytes> BandwidthProfile::buckets_within(std::int64_t bytes_per_second) const {
  std::vector<Bytes> buckets = buckets_;
  if (bytes_per_second <= 0) return buckets;
  constexpr double picoseconds_per_second = 1e12;
  const double most =
      static_cast<double>(bytes_per_second) * static_cast<double>(width_) / picoseconds_per_second;
  const auto room = std::max<Bytes>(1, static_cast<Bytes>(most));
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    const Bytes excess = buckets[i] - room;
    if (excess <= 0) continue;
    buckets[i] = room;
    if (i + 1 == buckets.size()) buckets.push_back(0);
    buckets[i + 1] += excess;
  }
  return buckets;
}

}  // namespace spillway::sim
