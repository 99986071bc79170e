// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// Throws UserError(usage) if a sweep lists a network, a value of an option or a skip condition
/// twice: the second mention would have no effect, so it is probably a mistake. Ranges of memory
/// sizes may overlap.
void require_each_once(const SweepSpec& spec);

}  // namespace spillway
