// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

struct ProcessorFamily;

/// Throws UserError(input_file) if the network cannot run on the family. There are three causes:
/// * an operator that contains a program of another compiler;
/// * an operator with a custom code that resembles a custom code of a family;
/// * a network that consists only of custom operators that no family knows.
void require_for_this_machine(const Network& network, const ProcessorFamily& family);

/// Returns a warning, one sentence, for every kind of custom operator that no family knows.
std::vector<std::string> unmodelled_operators(const Network& network);

}  // namespace spillway
