// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

struct ProcessorFamily;

/// Throws UserError(input_file) for a network that cannot run on the family: with an operator that
/// contains a program of another compiler, with a custom code that is similar to one of a family,
/// or with only custom operators that no family knows.
void require_for_this_machine(const Network& network, const ProcessorFamily& family);

/// One sentence for every kind of custom operator that no family knows.
std::vector<std::string> unmodelled_operators(const Network& network);

}  // namespace spillway
