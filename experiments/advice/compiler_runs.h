// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/advice/tune.h"

namespace spillway {

/// Returns the compilations of a question, with values, command words and output folders. If the
/// question tries options, the first compilation of each compiler uses this compiler's defaults.
/// Throws UserError(usage) if a compiler's command is wrong.
std::vector<TunedFile> planned_compilations(const TuneQuestion& question);

/// Returns the path of the folder into which a compilation writes. The folder's name consists of
/// the compiler's name and of the tried options with their values.
std::string folder_of(const TuneQuestion& question, const TunedFile& compilation);

/// Returns a hash of a compilation: of its command words and of the contents of compiler and
/// network. If a compilation with the same hash is finished, this compilation need not be run.
std::string compilation_hash(const TuneQuestion& question, const TunedFile& compilation);

/// Runs the compiler. Sets `file` and `estimate_us` of `compilation`. If the compiler fails or does
/// not write exactly one .tflite, stores the failure in `compilation.result` instead.
void compile(const TuneQuestion& question, TunedFile& compilation);

}  // namespace spillway
