// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/advice/tune.h"

namespace spillway {

/// Returns the compilations of a question, with values, command words and output folders. The first
/// one uses the compiler's own defaults. Throws UserError(usage).
std::vector<TunedFile> planned_compilations(const TuneQuestion& question);

/// The folder that a compilation writes into, named after its values.
std::string folder_of(const TuneQuestion& question, const TunedFile& compilation);

/// Returns a hash that identifies a compilation: of its words, the compiler's contents and the
/// network's contents. A finished compilation with the same hash need not be repeated.
std::string compilation_hash(const TuneQuestion& question, const TunedFile& compilation);

/// Runs the compiler. Sets `file` and `estimate_us`, or the failure in `result`.
void compile(const TuneQuestion& question, TunedFile& compilation);

}  // namespace spillway
