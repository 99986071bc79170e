// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/advice/tune.h"

namespace spillway {

/// Runs the compilations of `files` that the question's folder does not hold yet, and records each
/// of them there as soon as it is done. Fills in `file` and `estimate_us`, or why there is no file.
/// Returns how many were run. Throws UserError(interrupted) after SIGINT.
std::size_t compile_all(const TuneQuestion& question, std::vector<TunedFile>& files);

}  // namespace spillway
