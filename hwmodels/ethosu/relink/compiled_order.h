// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// `plain` with its operators in the order in which `compiled` runs them. `compiled` was made from
/// `plain` for a processor like that of `target`: each of its ethos-u operators runs all operators
/// whose inputs exist by then, in the order of its command stream, and the host runs the others
/// between them. Tensors live as long in a plan for this order as in the file. Throws
/// UserError(input_file) for a file of another network.
Network ordered_as_compiled(const Network& plain, const Network& compiled, const Target& target);

}  // namespace spillway::ethosu
