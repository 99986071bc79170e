// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::xcore::proof {

/// One sentence that says why the file of `emitted` is not proven to compute what that of
/// `original` does; empty if it is. Both files have the same bytes but for the order of operators
/// and the offsets of their memory plan; only loads and waits stand elsewhere among the operators;
/// every operator reads what it read, after it was written; the rules of loads hold; and no two
/// tensors share bytes while both are needed. Throws UserError(input_file) for files that are no
/// .tflite and for malformed options.
std::string result_difference(const Network& original, const Network& emitted);

}  // namespace spillway::xcore::proof
