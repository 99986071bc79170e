// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

struct ProcessorFamily;

/// Throws UserError(input_file) for a network that cannot run on the family. The causes are an
/// operator with a program of another compiler, a custom code that resembles one of a family, and a
/// network with only custom operators that no family knows.
void require_for_this_machine(const Network& network, const ProcessorFamily& family);

/// Returns a warning, one sentence, for every kind of custom operator that no family knows.
std::vector<std::string> unmodelled_operators(const Network& network);

}  // namespace spillway
