// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore::proof {

/// Returns a sentence about the first rule for loads that the operators violate in this order;
/// empty = no violation. A load from flash that starts early occupies the flash server until its
/// XC_ld_weights_wait, which it must have. Until then, no other load from flash may begin, and no
/// operator may read the loaded data. If the wait has operands, they must be the results of the
/// load that it waits for. Throws UserError(input_file) for malformed options.
std::string broken_load_rule(const Network& network, const std::vector<const Operator*>& order);

}  // namespace spillway::xcore::proof
