// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace spillway::sim {

/// Bytes that were moved over a bus in one direction.
struct Traffic {
  // Moved bytes, counted in whole beats if the bus moves beats.
  Bytes moved = 0;
  // Bytes that were requested.
  Bytes useful = 0;

  Traffic& operator+=(const Traffic& more) {
    moved += more.moved;
    useful += more.useful;
    return *this;
  }
};

}  // namespace spillway::sim
