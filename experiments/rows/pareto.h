// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A design point as a trade of fast memory against time.
struct ParetoPoint {
  Bytes fast_bytes = 0;  // capacity of the target's fastest memory
  double latency_us = 0;
  std::string planner;
};

/// Indices of the points that no other point beats: one with fewer bytes that is no slower, or a
/// faster one with no more bytes. Points that are equal in both are all there. Ascending by bytes,
/// equal ones in the order of `points`.
std::vector<std::size_t> pareto_front(const std::vector<ParetoPoint>& points);

/// Where more memory stops to pay: the point of `front` that lies farthest below the line from its
/// smallest to its largest memory, latency against the logarithm of bytes, both scaled to [0, 1].
/// Nothing when the front has fewer than three sizes or none lies below the line.
std::optional<std::size_t> find_knee(const std::vector<ParetoPoint>& points,
                                     const std::vector<std::size_t>& front);

/// The knee in words, with what half the bytes cost and twice the bytes gain; where there is no
/// knee, the ends of the front; and where larger is not always faster, by how much it is slower at
/// most. One line, empty for an empty front.
std::string knee_text(const std::vector<ParetoPoint>& points,
                      const std::vector<std::size_t>& front);

}  // namespace spillway
