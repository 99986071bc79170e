// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/target/target.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// Reads one [[system_config]] table. If the table contains no ports, the configuration gets
/// `ports`, the ports of the target.
SystemConfig read_system_config(TomlTable& table, const std::vector<PortSpec>& ports);

/// Reads the [[port]] tables of `table`. A port without clock_mhz gets clock_khz 0, which means the
/// processor's clock.
std::vector<PortSpec> read_ports(TomlTable& table);

}  // namespace spillway
