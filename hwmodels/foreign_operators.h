// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

struct ProcessorFamily;

/// Throws UserError(input_file) for a network with operators that are programs of another
/// compiler's, or that nearly have a family's custom code; and for one of nothing but custom
/// operators that no family knows.
void require_for_this_machine(const Network& network, const ProcessorFamily& family);

/// A sentence for every kind of custom operator that no family knows.
std::vector<std::string> unmodelled_operators(const Network& network);

}  // namespace spillway
