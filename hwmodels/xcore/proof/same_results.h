// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::xcore::proof {

/// Returns one sentence that says why `emitted` is not proven to compute the same as `original`;
/// empty if it is. Unless the files are equal, the proof needs all of this:
/// * Both files have the same bytes, except for the order of operators and the offsets of the
///   memory plan.
/// * Only loads and waits have other places in the order.
/// * Every operator reads the same data as in the original, and only after the data were written.
/// * The loads follow the rules of the runtime.
/// * No two tensors share bytes of the arena while both are needed. Only a result may overwrite its
///   operand, as in the original or where the kernel allows it.
///
/// Throws UserError(input_file) for files that are not .tflite and for malformed options.
std::string result_difference(const Network& original, const Network& emitted);

}  // namespace spillway::xcore::proof
