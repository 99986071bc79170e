// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/point_cache.h"

namespace spillway {

/// Returns a text that identifies everything on which a plan at `point` depends. `lowered` is
/// `network` lowered for the point.
std::string name_of_plan(const Network& network, const Network& lowered, const DesignPoint& point,
                         PointCache& cache);

/// Returns `point` without the capacity and the reserved bytes of `memory`. If the results for two
/// points are equal, the searches for plans at these points can share work
/// (PointCache::kept_searches()).
DesignPoint without_size(DesignPoint point, const std::string& memory);

/// Returns `point` without capacities and reserved bytes of memories, and without a search budget.
DesignPoint without_sizes(DesignPoint point);

}  // namespace spillway
