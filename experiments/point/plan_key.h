// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/plan.h"

namespace spillway {

/// Names a plan by all that schedule() reads of it, in front of it `inputs`, which names everything
/// else that counts. The sizes of the plan's memories are no part of that.
std::string plan_key(const std::string& inputs, const Plan& plan);

}  // namespace spillway
