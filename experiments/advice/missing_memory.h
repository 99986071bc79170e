// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace spillway {

/// A network that lacks more memory than this fits no chip, and simulating it would take minutes.
/// Answers therefore try no larger memory for it.
constexpr Bytes most_missing = Bytes{1} << 28;

}  // namespace spillway
