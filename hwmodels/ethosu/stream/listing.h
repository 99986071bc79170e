// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// A CSV with one row per command other than register writes: shapes, block, bytes per stream and
/// region, MACs, cycles of the engines. Cells that do not apply are empty.
std::string commands_csv(const DecodedFile& file);

/// Every command word of every stream with its mnemonic and value, and a summary of each operation.
std::string commands_text(const DecodedFile& file);

}  // namespace spillway::ethosu
