// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"

namespace spillway {

/// Whether any part of `other` is better hardware than in `target`. Better hardware is another or a
/// faster processor, a memory that `target` does not have, or a memory that is larger, has a higher
/// rate, serves a single burst sooner, or accepts more bursts at a time. If no part is better and a
/// run on `other` is faster nevertheless, the only cause is the order in which masters happen to be
/// served.
bool is_stronger(const Target& other, const Target& target);

}  // namespace spillway
