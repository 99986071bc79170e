// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "hwmodels/memory/parts.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// Returns the parameters of the part that the key `part` names. Throws UserError(input_file) if
/// the parameters are not of type P.
template <typename P>
P load_part_of(TomlTable& table) {
  const std::string name = table.string("part");
  const MemoryParameters part = load_part(name);
  if (const P* parameters = std::get_if<P>(&part)) return *parameters;
  table.fail("part", "'" + name + "' is another kind of memory");
}

}  // namespace spillway
