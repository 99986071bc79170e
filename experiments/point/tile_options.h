// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns the number of hardware threads that run kernels at a point; 1 if the point does not set
/// the number or the target has no threads.
std::int32_t threads_of(const DesignPoint& point);

}  // namespace spillway
