// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "experiments/validation/vela_placement.h"

namespace spillway {

/// Weight ratios per operator, as far as Vela's listing reveals them. If a memory holds only
/// constants, its access cycles give the bytes of weights that are read in place. All other
/// operators share the rest of the encoded bytes, which follow from `check.options.weight_ratio`,
/// the ratio of all weights.
std::map<std::string, double> listed_ratios(const VelaCheck& check, const ethosu::NetworkOps& ops,
                                            const Plan& plan);

}  // namespace spillway
