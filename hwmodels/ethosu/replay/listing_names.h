// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/replay/operator_names.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "traces/vela_per_layer.h"

namespace spillway::ethosu {

/// Names of the operations of `file` from Vela's per-layer listing of the same compilation: its
/// rows are the operations in their order, an operation that runs in slices or stripes once. Rows
/// without commands of their own (copies, operators on the CPU) are passed over. `listing` names
/// the rows' file in messages. Throws UserError(input_file) with the word of an operation that fits
/// no row.
CommandNames names_from_listing(const DecodedFile& file, const std::vector<VelaLayer>& layers,
                                const std::string& listing);

}  // namespace spillway::ethosu
