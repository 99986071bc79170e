// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A design point as a pair of fast memory (bytes) and latency (microseconds).
struct ParetoPoint {
  Bytes fast_bytes = 0;  // capacity of the target's fastest memory
  double latency_us = 0;
  std::string planner;
};

/// Returns the indices of the Pareto front: the points that no other point beats. A point beats
/// another point if it has fewer bytes and is at least as fast, or if it is faster and has no more
/// bytes. Points with equal bytes and times are all included. The indices are sorted by bytes, then
/// by their order in `points`.
std::vector<std::size_t> pareto_front(const std::vector<ParetoPoint>& points);

/// Returns the index of the knee of `front` in `points`: the point from which on more memory saves
/// little time. Latency is plotted over the logarithm of bytes, with both axes scaled to [0, 1].
/// The knee is the point with the largest distance below the line between the ends of the front.
/// Returns nothing if the front has fewer than three sizes, or if no point lies below the line.
std::optional<std::size_t> find_knee(const std::vector<ParetoPoint>& points,
                                     const std::vector<std::size_t>& front);

/// Returns one line that describes the knee (see find_knee()), the time that half of the knee's
/// bytes would cost, and the time that twice these bytes would save. Without a knee, the line
/// describes the ends of the front. If a larger memory is slower than a smaller memory, the line
/// ends with the largest increase of this kind. Returns an empty text for an empty front.
std::string knee_text(const std::vector<ParetoPoint>& points,
                      const std::vector<std::size_t>& front);

}  // namespace spillway
