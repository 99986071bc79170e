// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

struct ProcessorFamily;

/// Throws UserError(input_file) if the network cannot run on a processor of `family`, because it
/// has one of the following:
/// * an operator that contains a program of another compiler;
/// * an operator with a custom code of another family;
/// * an operator with an unknown custom code that resembles a custom code of some family;
/// * no operators but custom operators that no family knows, apart from conversions and reshapes.
void require_for_this_machine(const Network& network, const ProcessorFamily& family);

/// Returns a warning, one sentence, for every kind of custom operator that no family knows.
std::vector<std::string> unmodelled_operators(const Network& network);

}  // namespace spillway
