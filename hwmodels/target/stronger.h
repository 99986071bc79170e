// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"

namespace spillway {

/// Whether something of `other` is better hardware than in `target`: another or a faster processor,
/// or a memory that is larger, moves more bytes per second, serves a burst that is alone sooner,
/// takes more bursts at a time, or that `target` does not have. Where nothing is, a run that is
/// faster there owes that to the order in which its masters happen to be served.
bool is_stronger(const Target& other, const Target& target);

}  // namespace spillway
