// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns `plain` with its operators in the order in which `compiled` runs them, so that tensors
/// live as long in a plan as in the file. `compiled` was made from `plain` for a processor like
/// that of `target`. Each ethos-u operator runs all operators whose inputs exist by then, in the
/// order of its command stream. The host runs the other operators between the ethos-u operators.
/// Throws UserError(input_file) for a file of another network.
Network ordered_as_compiled(const Network& plain, const Network& compiled, const Target& target);

}  // namespace spillway::ethosu
