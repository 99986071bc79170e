// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hwmodels/ethosu/stream/decode.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway::ethosu {

/// Names of commands. The key is the index of the stream, and the index of the command word within
/// the stream.
using CommandNames = std::map<std::pair<std::size_t, std::uint32_t>, std::string>;

/// Returns the names of commands in the debug database `xml` that Arm's compiler writes on request
/// (XML with tables in CSV form). A command gets the name of the source network's operator that it
/// computes. The name consists of type and number, such as "Conv2D.3", because the database has no
/// other names. If no source operator is known, the command gets the name of the compiler's
/// optimised operator. `file` is the file name of the database, for messages. Throws
/// UserError(input_file) if a table or column is missing or malformed.
CommandNames read_debug_database(std::string_view xml, const std::string& file);

/// Returns the names of the operations of `file`, taken from the rows of Vela's per-layer listing
/// (`layers`) of the same compilation. The rows have the order of execution. An operation that runs
/// in several slices or stripes has one row. Rows without NPU commands (copies, operators on the
/// CPU) are skipped. `listing` is the file name of the listing, for messages. Throws
/// UserError(input_file) if an operation matches no row; the message gives the position of its
/// command word in the stream.
CommandNames names_from_listing(const DecodedFile& file, const std::vector<VelaLayer>& layers,
                                const std::string& listing);

}  // namespace spillway::ethosu
