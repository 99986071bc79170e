// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// The energy parameters of a memory other than a DRAM: energy per byte moved, and power while the
/// memory is active and while it is idle. Data sheets of serial memories give the power as
/// currents, publications on SRAM give the energy per byte.
struct AccessEnergy {
  double read_pj_per_byte = 0;
  double write_pj_per_byte = 0;
  double active_mw = 0;  // power while the memory is selected, including the idle power
  double idle_mw = 0;
};

/// The bytes that a memory has moved, and the times in its states, since its reset. energy_of()
/// computes the energy of the memory from these numbers.
struct AccessCounts {
  Bytes read = 0;
  Bytes written = 0;
  Picoseconds active = 0;   // time in which the memory was selected, for commands, latency and data
  Picoseconds elapsed = 0;  // total time
};

/// Returns the energy, in picojoules, that a memory takes for `counts`.
double energy_of(const AccessEnergy& energy, const AccessCounts& counts);

/// Reads a table `energy`, which contains either `volts`, `active_ma` and `standby_ma`, or
/// `read_pj_per_byte`, `write_pj_per_byte` and `idle_mw`. Throws UserError(input_file).
AccessEnergy read_access_energy(TomlTable table);

}  // namespace spillway
