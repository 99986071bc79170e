// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// Throws UserError(usage) for a network, a value of an option or a skip condition that a sweep
/// lists twice: the second time would change nothing. Ranges of sizes may overlap.
void require_each_once(const SweepSpec& spec);

}  // namespace spillway
