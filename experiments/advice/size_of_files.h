// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "experiments/advice/size_answer.h"

namespace spillway {

/// As answer_size(), for a question with `plain` or `compiler`: `relink` or the compiler makes a
/// file for every size that is looked at, and the answer is the time of that file. Throws
/// UserError: usage for a question that varies anything but the size or has an option that `relink`
/// does not take, run_failed where no file can be made even for the largest size.
SizeAnswers answer_file_size(const SizeQuestion& question, std::size_t workers);

}  // namespace spillway
