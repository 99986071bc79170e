// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/advice/tune.h"

namespace spillway {

/// Runs those of the compilations `files` for which the question's folder has no result yet.
/// Records each result in the folder as soon as its compilation is done. Sets `file` and
/// `estimate_us`, or the reason why there is no file. Returns how many compilations were run.
/// Throws UserError(interrupted) after SIGINT.
std::size_t compile_all(const TuneQuestion& question, std::vector<TunedFile>& files);

}  // namespace spillway
