// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "base/units.h"

namespace spillway::sim {

/// SystemC's default resolution is one picosecond, so its values are our Picoseconds.
inline sc_core::sc_time to_sc(Picoseconds time) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time));
}

inline Picoseconds from_sc(const sc_core::sc_time& time) {
  return static_cast<Picoseconds>(time.value());
}

}  // namespace spillway::sim
