// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway {

/// Returns how many bytes of feature maps are outside the target's fastest memory.
Bytes spilled_bytes(const NetworkPlan& plan);

}  // namespace spillway
