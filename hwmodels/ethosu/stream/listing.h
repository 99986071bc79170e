// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// Returns a CSV with one row per command, without writes of registers. Columns: position and kind,
/// shapes, block, kernel, MACs, regions, bytes per kind of access, DMA, addresses, cycles of the
/// MAC array and the output engine. Cells that do not apply to a command are empty.
std::string commands_csv(const DecodedFile& file);

/// Returns a text with every command of every stream (mnemonic and value) and a summary of each
/// operation.
std::string commands_text(const DecodedFile& file);

}  // namespace spillway::ethosu
