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

/// Returns the indices of the points that no other point beats. A point beats another one if it has
/// fewer bytes and is at least as fast, or is faster and has no more bytes. Points with equal bytes
/// and times are all included. Sorted by bytes, then by their order in `points`.
std::vector<std::size_t> pareto_front(const std::vector<ParetoPoint>& points);

/// Returns the knee of `front`, the point from which more memory saves little time. It is the point
/// that lies farthest below the line between the ends of the front. For this, latency is plotted
/// over the logarithm of bytes, both scaled to [0, 1]. Nothing if the front has fewer than three
/// sizes or no point lies below the line.
std::optional<std::size_t> find_knee(const std::vector<ParetoPoint>& points,
                                     const std::vector<std::size_t>& front);

/// Returns one line that describes the knee, how much time half of its bytes would cost, and how
/// much time twice its bytes would save. If there is no knee, it describes the ends of the front.
/// If some larger memory is slower than a smaller one, it adds by how much at most. Empty for an
/// empty front.
std::string knee_text(const std::vector<ParetoPoint>& points,
                      const std::vector<std::size_t>& front);

}  // namespace spillway
