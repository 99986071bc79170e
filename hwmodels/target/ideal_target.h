// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/target/target.h"

namespace spillway {

/// What costs no time in a run. The difference to a normal run shows the time that it takes.
enum class Ideal : std::uint8_t {
  off,
  memories,  // every memory answers at once; ports keep their beats and limits
  all        // in addition, ports, DMA and the reading of commands move everything at once
};

/// Returns the target with these ideal parts, to run programs that were made for `target` itself.
/// Under `all` background masters are removed, because they could delay nobody.
Target ideal_target(Target target, Ideal ideal);

}  // namespace spillway
