// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace spillway::ethosu {

/// Names of commands by stream and word within it.
using CommandNames = std::map<std::pair<std::size_t, std::uint32_t>, std::string>;

/// Reads the debug database that Arm's compiler writes on request (XML with tables in CSV form).
/// It knows operators by number and type: an operation is called after the operator of the source
/// network that it is part of, "Conv2D.3", or after the optimised one where there is none. `file`
/// names the text in messages. Throws UserError(input_file) when a table or column is missing or
/// malformed.
CommandNames read_debug_database(std::string_view xml, const std::string& file);

}  // namespace spillway::ethosu
