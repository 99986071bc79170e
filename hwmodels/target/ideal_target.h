// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/target/target.h"

namespace spillway {

/// What a run takes to cost nothing, to show what the rest of it takes.
enum class Ideal : std::uint8_t {
  off,
  memories,  // every memory answers at once; ports keep their beats and limits
  all        // and ports, DMA and the reading of commands move everything at once
};

/// The target with that, for runs of programs that were made for `target` itself. Under `all`
/// masters in the background go: nothing that they ask for could hold anybody up.
Target ideal_target(Target target, Ideal ideal);

}  // namespace spillway
