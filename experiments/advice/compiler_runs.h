// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/advice/tune.h"

namespace spillway {

/// The compilations of a question, first the one with the compiler's own defaults: their values,
/// command words and output folders. Throws UserError(usage).
std::vector<TunedFile> planned_compilations(const TuneQuestion& question);

/// The folder that a compilation writes into, named after its values.
std::string folder_of(const TuneQuestion& question, const TunedFile& compilation);

/// The hash that identifies a compilation: of its words and of the contents of compiler and
/// network.
std::string compilation_hash(const TuneQuestion& question, const TunedFile& compilation);

/// Runs the compiler. Sets `file` and `estimate_us`, or the failure in `result`.
void compile(const TuneQuestion& question, TunedFile& compilation);

}  // namespace spillway
