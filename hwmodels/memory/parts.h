// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hwmodels/memory/access_energy.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// A memory that can be bought, or stands for those that can.
struct MemoryPart {
  MemoryParameters timing;
  Bytes capacity = 0;                  // 0 = the part does not say: any
  std::optional<AccessEnergy> energy;  // nothing where it is not known, and of DRAM
};

/// Parses a part file: `kind`, `description`, where geometry does not give it `capacity`, and
/// `energy` of kinds other than DRAM; then the parameters of that kind of memory. Throws
/// UserError(input_file) with file, line and key.
MemoryPart parse_part(std::string_view toml, const std::string& file);

/// A built-in part by name, or a file when `name` ends in .toml. Throws UserError(usage) with a
/// suggestion when there is none.
MemoryPart load_memory_part(const std::string& name);

/// Its timing alone.
MemoryParameters load_part(const std::string& name);

/// What the built-in part is, one line. Throws like load_part.
std::string part_description(const std::string& name);

/// Names of the built-in parts, sorted.
std::vector<std::string> part_names();

}  // namespace spillway
