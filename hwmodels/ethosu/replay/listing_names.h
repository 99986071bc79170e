// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/replay/operator_names.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway::ethosu {

/// Names of the operations of `file` from Vela's per-layer listing of the same compilation. The
/// rows of the listing are the operations in the order of execution; an operation that runs in
/// slices or stripes has one row. Rows without commands (copies, operators on the CPU) are skipped.
/// `listing` is the name of the listing's file, for messages. Throws UserError(input_file) with the
/// word of an operation that matches no row.
CommandNames names_from_listing(const DecodedFile& file, const std::vector<VelaLayer>& layers,
                                const std::string& listing);

}  // namespace spillway::ethosu
