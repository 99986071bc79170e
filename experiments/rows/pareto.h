// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A design point as a pair of fast memory and time.
struct ParetoPoint {
  Bytes fast_bytes = 0;  // capacity of the target's fastest memory
  double latency_us = 0;
  std::string planner;
};

/// Indices of the points that no other point beats, that is: no other point has fewer bytes and is
/// at least as fast, or is faster with no more bytes. Points with equal figures are all included.
/// Sorted by bytes, then by their order in `points`.
std::vector<std::size_t> pareto_front(const std::vector<ParetoPoint>& points);

/// The point from which more memory helps little: the point of `front` that lies farthest below the
/// line between the front's ends, with latency over the logarithm of bytes, both scaled to [0, 1].
/// Nothing if the front has fewer than three sizes or no point lies below the line.
std::optional<std::size_t> find_knee(const std::vector<ParetoPoint>& points,
                                     const std::vector<std::size_t>& front);

/// Describes the knee, the time lost with half its bytes and the time gained with twice its bytes.
/// Without a knee, describes the ends of the front. If a larger memory is sometimes slower, adds by
/// how much at most. One line; empty for an empty front.
std::string knee_text(const std::vector<ParetoPoint>& points,
                      const std::vector<std::size_t>& front);

}  // namespace spillway
