// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// What a memory other than a DRAM takes: so much per byte that it moves, so much power while it is
/// at work and while it is not. Data sheets of serial memories give the latter two as currents,
/// publications on SRAM the former.
struct AccessEnergy {
  double read_pj_per_byte = 0;
  double write_pj_per_byte = 0;
  double active_mw = 0;  // while it is selected, the idle power included
  double idle_mw = 0;
};

/// What a memory did from a reset on.
struct AccessCounts {
  Bytes read = 0;
  Bytes written = 0;
  Picoseconds active = 0;   // it was selected: commands, latency and data
  Picoseconds elapsed = 0;  // in all
};

/// In picojoules.
double energy_of(const AccessEnergy& energy, const AccessCounts& counts);

/// Reads a table `energy`: `volts`, `active_ma` and `standby_ma`, or `read_pj_per_byte`,
/// `write_pj_per_byte` and `idle_mw`. Throws UserError(input_file).
AccessEnergy read_access_energy(TomlTable table);

}  // namespace spillway
