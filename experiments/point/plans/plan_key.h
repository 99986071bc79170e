// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/plan.h"

namespace spillway {

/// A key that identifies a plan by everything that schedule() reads of it. It begins with `inputs`,
/// which must identify everything else that the schedule depends on. Sizes of the plan's memories
/// are left out, because schedules do not depend on them.
std::string plan_key(const std::string& inputs, const Plan& plan);

}  // namespace spillway
