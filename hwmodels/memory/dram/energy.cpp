// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/energy.h"

namespace spillway::dram {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

void add_supply(const DramParameters& parameters, const DramSupply& supply,
                const EnergyCounts& counts, MemoryEnergy& sum) {
  const DramClocks& t = parameters.clocks;
  constexpr double ps_per_ns = 1000;
  // Volts x milliamperes x nanoseconds = picojoules.
  const double unit = supply.volts * real(t.tck) / ps_per_ns;
  const double burst = unit * real(parameters.geometry.burst_clocks());
  const bool by_bank = parameters.controller.refresh == DramController::Refresh::per_bank;
  const double share = by_bank ? 1.0 / parameters.geometry.banks : 1.0;
  const double activate =
      supply.idd0 * real(t.rc) - supply.idd3n * real(t.ras) - supply.idd2n * real(t.rc - t.ras);
  sum.activate += unit * activate * real(counts.activates);
  sum.read += burst * (supply.idd4r - supply.idd3n) * real(counts.reads);
  sum.write += burst * (supply.idd4w - supply.idd3n) * real(counts.writes);
  sum.refresh += unit * (supply.idd5 - supply.idd3n) * real(t.rfc) * share * real(counts.refreshes);
  sum.active_standby += unit * supply.idd3n * real(counts.open_clocks);
  const Cycles saving = counts.power_down_clocks + counts.self_refresh_clocks;
  sum.precharge_standby += unit * supply.idd2n * real(counts.clocks - counts.open_clocks - saving);
  sum.power_down += unit * supply.idd2p * real(counts.power_down_clocks);
  sum.self_refresh += unit * supply.idd6 * real(counts.self_refresh_clocks);
}

}  // namespace

void add_energy(const DramParameters& parameters, const EnergyCounts& counts, MemoryEnergy& sum) {
  for (const DramSupply& supply : parameters.supplies) {
    add_supply(parameters, supply, counts, sum);
  }
}

}  // namespace spillway::dram
