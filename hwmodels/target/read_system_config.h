// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/target/target.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// One [[system_config]] table. `ports` are those of the target, for a configuration that brings
/// none of its own.
SystemConfig read_system_config(TomlTable& table, const std::vector<PortSpec>& ports);

/// The [[port]] tables of `table`. A port without clock_mhz has clock_khz 0 and runs at the clock
/// of the processor.
std::vector<PortSpec> read_ports(TomlTable& table);

}  // namespace spillway
