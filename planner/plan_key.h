// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/plan.h"

namespace spillway {

/// Returns a key that identifies everything in a plan that schedule() reads. The key begins with
/// `inputs`, which must identify everything else on which the schedule depends. The sizes of the
/// plan's memories are not in the key, because schedules do not depend on them.
std::string plan_key(const std::string& inputs, const Plan& plan);

}  // namespace spillway
