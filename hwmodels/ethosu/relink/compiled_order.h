// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::ethosu {

/// `plain` with its operators in the order in which `compiled` runs them. `compiled` was made from
/// `plain`: each of its ethos-u operators runs all operators whose inputs exist by then, and the
/// host runs the others between them. Tensors live as long in a plan for this order as in the file.
Network ordered_as_compiled(const Network& plain, const Network& compiled);

}  // namespace spillway::ethosu
