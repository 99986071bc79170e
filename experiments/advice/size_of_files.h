// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "experiments/advice/size_answer.h"

namespace spillway {

/// Answers a question in which `plain` or `compiler` is set. For every size that is tried, `relink`
/// or the compiler makes a file, and this file is simulated. Throws UserError(usage) for a question
/// that varies other options than the size, or has an option that `relink` does not accept. Throws
/// the error of the attempt if no file can be made even for the size unlimited_bytes.
SizeAnswers answer_file_size(const SizeQuestion& question, std::size_t workers);

}  // namespace spillway
