// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "experiments/validation/vela_placement.h"

namespace spillway {

/// Weight ratios per operator, as far as Vela's listing tells them: access cycles of a memory that
/// holds nothing but constants are those of weights that are read in place. What these leave of
/// `check.options.weight_ratio`, the ratio of all, is that of the other operators.
std::map<std::string, double> listed_ratios(const VelaCheck& check, const ethosu::NetworkOps& ops,
                                            const Plan& plan);

}  // namespace spillway
