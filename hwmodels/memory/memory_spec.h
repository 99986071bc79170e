// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "hwmodels/memory/access_energy.h"
#include "hwmodels/memory/cache_parameters.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// A memory as Vela's configuration files describe it, for Vela's estimates and for estimates that
/// imitate them. The simulator uses MemorySpec::timing instead.
struct VelaMemory {
  double bytes_per_cycle = 0;  // per cycle of the processor's clock
  Cycles read_latency = 0;
  Cycles write_latency = 0;
  // The length of a burst in bytes. A contiguous access of fewer bytes costs as much as a burst.
  std::int32_t burst_bytes = 1;
};

struct MemorySpec {
  std::string name;       // such as sram, onchip_flash, dram, flash, extram, mram
  Bytes capacity = 0;     // bytes that plans can use
  Bytes part_bytes = 0;   // size of the device; 0 = not known
  std::int32_t port = 0;  // index into Target::ports
  MemoryParameters timing;
  Picoseconds overhead = 0;  // delay of the path to the memory, added to every burst
  std::optional<CacheParameters> cache;
  // Energy parameters; nullopt if they are not known. Also nullopt for a DRAM, because its currents
  // are in `timing`.
  std::optional<AccessEnergy> energy;
  std::optional<VelaMemory> vela;
  bool read_only = false;
  std::vector<std::string> modes;  // memory modes in which the memory exists; empty = all
};

}  // namespace spillway
