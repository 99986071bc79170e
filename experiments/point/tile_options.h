// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns how many hardware threads run kernels at a point; 1 if the point does not say it or the
/// target has no threads.
std::int32_t threads_of(const DesignPoint& point);

}  // namespace spillway
