// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::ethosu {

/// `plain` with its operators in an order in which `compiled` runs them, which was compiled from
/// it: an ethos-u operator runs all operators that can run by then, and the host's come where the
/// file has them. A plan for this order keeps tensors alive for as long as the file needs them.
Network ordered_as_compiled(const Network& plain, const Network& compiled);

}  // namespace spillway::ethosu
