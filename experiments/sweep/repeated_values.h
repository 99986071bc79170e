// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// Throws UserError(usage) if a sweep lists a network, a value of an option or a skip condition
/// twice, because the repetition has no effect. Ranges of sizes may overlap.
void require_each_once(const SweepSpec& spec);

}  // namespace spillway
