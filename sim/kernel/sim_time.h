// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "base/units.h"

namespace spillway::sim {

/// Converts Picoseconds to SystemC's time. The default resolution of SystemC is one picosecond, so
/// the values are equal.
inline sc_core::sc_time to_sc(Picoseconds time) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time));
}

inline Picoseconds from_sc(const sc_core::sc_time& time) {
  return static_cast<Picoseconds>(time.value());
}

/// Returns the simulated time since `origin`, the SystemC time at which the run began. SystemC
/// counts time in 64 unsigned bits over all runs of a process, so the subtraction is unsigned.
inline Picoseconds time_since(Picoseconds origin) {
  return static_cast<Picoseconds>(sc_core::sc_time_stamp().value() -
                                  static_cast<sc_dt::uint64>(origin));
}

}  // namespace spillway::sim
