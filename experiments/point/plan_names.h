// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/point_cache.h"

namespace spillway {

/// Returns a text that identifies everything on which a plan at `point` depends. `lowered` is
/// `network` lowered for the point.
std::string name_of_plan(const Network& network, const Network& lowered, const DesignPoint& point,
                         PointCache& cache);

/// Returns `point` without the capacity and the reserved bytes of `memory`. If two
/// points are then equal, their searches for plans can share work (PointCache::kept_searches()).
DesignPoint without_size(DesignPoint point, const std::string& memory);

/// Returns `point` without the sizes of all memories and without the effort of a search.
DesignPoint without_sizes(DesignPoint point);

}  // namespace spillway
