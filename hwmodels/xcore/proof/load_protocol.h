// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore::proof {

/// Says which rule of the runtime's loads the operators break in this order; empty = none. A load
/// from flash that is started early occupies the flash server until an XC_ld_weights_wait: no other
/// load from flash may begin meanwhile, the wait names that load, and nobody reads what it loads
/// before. Throws UserError(input_file) for malformed options.
std::string broken_load_rule(const Network& network, const std::vector<const Operator*>& order);

}  // namespace spillway::xcore::proof
