// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::xcore::proof {

/// Returns one sentence that says why `emitted` is not proven to compute the same as `original`;
/// empty if it is proven. The conditions: both files have the same bytes except for the order of
/// operators and the offsets of their memory plan; only loads and waits have other places in the
/// order; every operator reads the same data, after it was written; the rules of loads hold; and no
/// two tensors share bytes while both are needed. Throws UserError(input_file) for files that are
/// not .tflite and for malformed options.
std::string result_difference(const Network& original, const Network& emitted);

}  // namespace spillway::xcore::proof
