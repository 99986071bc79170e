// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/access_energy.h"

#include <algorithm>

namespace spillway {

double energy_of(const AccessEnergy& energy, const AccessCounts& counts) {
  constexpr double ps_per_ns = 1000;  // 1 mW times 1 ns is 1 pJ
  const auto ns = [](Picoseconds time) { return static_cast<double>(time) / ps_per_ns; };
  const Picoseconds idle = std::max<Picoseconds>(0, counts.elapsed - counts.active);
  return energy.read_pj_per_byte * static_cast<double>(counts.read) +
         energy.write_pj_per_byte * static_cast<double>(counts.written) +
         energy.active_mw * ns(counts.active) + energy.idle_mw * ns(idle);
}

AccessEnergy read_access_energy(TomlTable table) {
  constexpr double most_volts = 10;
  constexpr double most_milliamperes = 100'000;
  constexpr double most_pj = 1e6;
  AccessEnergy energy;
  if (table.has("volts")) {
    const double volts = table.number("volts", 0, most_volts);
    energy.active_mw = volts * table.number("active_ma", 0, most_milliamperes);
    energy.idle_mw = volts * table.number("standby_ma", 0, most_milliamperes);
  } else {
    energy.read_pj_per_byte = table.number("read_pj_per_byte", 0, most_pj);
    energy.write_pj_per_byte = table.number("write_pj_per_byte", 0, most_pj);
    energy.active_mw = energy.idle_mw = table.number("idle_mw", 0, most_milliamperes);
  }
  table.finish();
  return energy;
}

}  // namespace spillway
