// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "experiments/point/design_point.h"

namespace spillway {

/// The number of hardware threads of a point; 1 if it names none or the target has none.
std::int32_t threads_of(const DesignPoint& point);

}  // namespace spillway
