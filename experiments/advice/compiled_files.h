// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/advice/tune.h"

namespace spillway {

/// Runs the compilations in `files` that have no result yet in the folder `question.folder`. Writes
/// each result to this folder as soon as it is known, so that a repeated question need not compile
/// again. Sets `file` and `estimate_us`, or the reason why there is no file. Returns how many
/// compilations were run. Throws UserError(interrupted) after SIGINT.
std::size_t compile_all(const TuneQuestion& question, std::vector<TunedFile>& files);

}  // namespace spillway
