// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "experiments/point/design_point.h"

namespace spillway {

/// Hardware threads that a point asks for, 1 where it asks for none or the target has none.
std::int32_t threads_of(const DesignPoint& point);

}  // namespace spillway
