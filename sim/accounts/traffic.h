// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace spillway::sim {

/// Bytes of a direction that went over a bus.
struct Traffic {
  Bytes moved = 0;   // in whole beats, where the bus moves beats
  Bytes useful = 0;  // of them, those that were asked for

  Traffic& operator+=(const Traffic& more) {
    moved += more.moved;
    useful += more.useful;
    return *this;
  }
};

}  // namespace spillway::sim
