// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/advice/tune.h"

namespace spillway {

/// Runs the compilations in `files` that have no result yet in the folder `question.folder`.
/// Records each compiled file in this folder as soon as its compilation ends, so that a later run
/// with the same question does not repeat the compilation. Sets `file` and `estimate_us` of each
/// compilation, or the reason why there is no file. Returns the number of compilations that were
/// run. Throws UserError(interrupted) after one of ending_signals.
std::size_t compile_all(const TuneQuestion& question, std::vector<TunedFile>& files);

}  // namespace spillway
