// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// What a point chooses besides target, memories, planner, threads and weight ratio, as the command
/// line spells it: `--arena split --place XC_add:operator_data=sram`; empty for none of it. Points
/// that differ in nothing else and have the same text have the same result.
std::string choices_text(const DesignPoint& point);

}  // namespace spillway
