// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

struct ProcessorFamily;

/// Throws UserError(input_file) for a network with an operator that holds a program of another
/// compiler, with a custom code that is nearly that of a family, or with no other operators than
/// custom ones that no family knows.
void require_for_this_machine(const Network& network, const ProcessorFamily& family);

/// A sentence for every kind of custom operator that no family knows.
std::vector<std::string> unmodelled_operators(const Network& network);

}  // namespace spillway
