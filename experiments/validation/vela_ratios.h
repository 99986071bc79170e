// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "experiments/validation/vela_placement.h"

namespace spillway {

/// Returns weight ratios (encoded bytes per byte of weights) by name of the operator, computed from
/// Vela's listing. If a memory contains only constants, its access cycles show how many bytes of
/// weights an operator reads in place. All other operators share the remaining encoded bytes. The
/// sum of all encoded bytes follows from `check.options.weight_ratio`, the ratio of all weights.
std::map<std::string, double> listed_ratios(const VelaCheck& check, const ethosu::NetworkOps& ops,
                                            const Plan& plan);

}  // namespace spillway
