// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns `plain` with its operators in the order in which `compiled` runs them. In a plan for
/// this order, tensors live as long as in the compiled file. `compiled` must have been compiled
/// from `plain` for the kind of processor that `target` has. The order has these rules:
/// - An ethos-u operator of `compiled` runs all NPU operators whose inputs exist at this time, in
///   the order of its command stream.
/// - Between the ethos-u operators, the host CPU runs its operators, in the order of `compiled`.
///
/// Throws UserError(input_file) if `compiled` is a file of another network.
Network ordered_as_compiled(const Network& plain, const Network& compiled, const Target& target);

}  // namespace spillway::ethosu
