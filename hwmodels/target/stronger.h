// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"

namespace spillway {

/// Whether any part of the chip `other` is better hardware than the same part of `target`. Better
/// hardware is another or a faster processor, a memory that `target` does not have, or a memory
/// that is larger, has a higher rate, serves a single burst sooner, or accepts more bursts at a
/// time. If no part of `other` is better but a run on `other` is faster, only the order in which
/// masters happen to be served can be the cause.
bool is_stronger(const Target& other, const Target& target);

}  // namespace spillway
