// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/target/target.h"

namespace spillway {

/// Which parts of a chip are ideal, that is, cost no time in a run. The difference to the time of a
/// normal run shows how much time these parts cost.
enum class Ideal : std::uint8_t {
  off,
  memories,  // every memory answers at once; ports keep their beats and limits
  all        // in addition, ports, DMA and the reading of commands take no time
};

/// Returns `target` with the parts that `ideal` names made ideal. Programs that were made for
/// `target` itself run on the result. Under Ideal::all, background masters are removed, because
/// accesses to an ideal port cannot delay each other.
Target ideal_target(Target target, Ideal ideal);

}  // namespace spillway
