// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hwmodels/memory/access_energy.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// A memory device that can be bought, or a typical device that represents several devices.
struct MemoryPart {
  MemoryParameters timing;
  Bytes capacity = 0;                  // 0 = not in the part file, so any capacity is allowed
  std::optional<AccessEnergy> energy;  // nullopt for DRAM, and if the energy is not known
};

/// Parses a part file. The file has `kind`, `description`, `capacity` (if the geometry does not
/// give it), `energy` (for kinds other than DRAM), and the parameters of the memory model. Throws
/// UserError(input_file) with file, line and key.
MemoryPart parse_part(std::string_view toml, const std::string& file);

/// Loads a built-in part by name, or a file if `name` ends in .toml. Throws UserError(usage) with a
/// suggestion if the part does not exist.
MemoryPart load_memory_part(const std::string& name);

/// Returns the timing of a part by name, as load_memory_part() loads it.
MemoryParameters load_part(const std::string& name);

/// Returns a description of the built-in part in one line. Throws UserError(usage) with a
/// suggestion if the part does not exist.
std::string part_description(const std::string& name);

/// Returns the names of the built-in parts, sorted.
std::vector<std::string> part_names();

}  // namespace spillway
