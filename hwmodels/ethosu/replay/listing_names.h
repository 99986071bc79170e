// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/replay/operator_names.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway::ethosu {

/// Returns the names of the operations of `file`, taken from the rows of Vela's per-layer listing
/// (`layers`) of the same compilation. The rows have the order of execution. An operation that runs
/// in several slices or stripes has one row. Rows without NPU commands (copies, operators on the
/// CPU) are skipped. `listing` is the file name of the listing, for messages. Throws
/// UserError(input_file) if an operation matches no row; the message gives the position of its
/// command word in the stream.
CommandNames names_from_listing(const DecodedFile& file, const std::vector<VelaLayer>& layers,
                                const std::string& listing);

}  // namespace spillway::ethosu
