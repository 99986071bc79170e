// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace spillway::ethosu {

/// Names of commands, by stream and by word in the stream.
using CommandNames = std::map<std::pair<std::size_t, std::uint32_t>, std::string>;

/// Reads the debug database that Arm's compiler writes on request (XML with tables in CSV form).
/// The database knows operators by number and type: an operation is named after its operator of the
/// source network, such as "Conv2D.3", or after the optimised operator if it has no source
/// operator. `file` is the name of the database, for messages. Throws UserError(input_file) if a
/// table or column is missing or malformed.
CommandNames read_debug_database(std::string_view xml, const std::string& file);

}  // namespace spillway::ethosu
