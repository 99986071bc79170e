// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/memory/memory_parameters.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// The largest latency in cycles of a memory's clock, so that times stay far below what 64 bits
/// hold.
constexpr std::int32_t most_memory_cycles = 1'000'000;

/// The largest limit of bursts in flight that a memory can have.
constexpr std::int32_t most_bursts_in_flight = 4096;

/// Reads the parameters of a memory model from a table whose `kind` names the model. Rejects keys
/// that the model does not have. If the table has no `clock_mhz`, `default_clock` is used. If
/// `default_clock` is 0, the key is mandatory. A table with `part`, and a table of the kind ideal
/// or dram, must not have `clock_mhz`.
MemoryParameters read_memory_parameters(TomlTable& table, Kilohertz default_clock);

/// Reads a key with a frequency in MHz (0.001 to 100,000). Returns whole kHz.
Kilohertz read_clock(TomlTable& table, const std::string& key);

/// Reads a key with a time in nanoseconds, from 0 to a second. Returns picoseconds.
Picoseconds read_nanoseconds(TomlTable& table, const std::string& key);

/// Reads a key with a size such as "384K" or "4096", above 0. Returns bytes.
Bytes read_size(TomlTable& table, const std::string& key);

}  // namespace spillway
