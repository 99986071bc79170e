// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

struct ProcessorFamily;

/// Throws UserError(input_file) if the network cannot run on a processor of `family`, for one of
/// these reasons:
/// * An operator contains a program of another compiler.
/// * An operator has a custom code of another family.
/// * An operator has an unknown custom code that resembles a custom code of some family.
/// * The network has custom operators that no processor family knows, and all other operators of
///   the network are conversions or reshapes.
void require_for_this_machine(const Network& network, const ProcessorFamily& family);

/// Returns a warning, one sentence, for every kind of custom operator that no family knows.
std::vector<std::string> unmodelled_operators(const Network& network);

}  // namespace spillway
