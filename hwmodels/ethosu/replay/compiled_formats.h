// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Changes feature maps of `lowered` from bricks to rows of pixels if all operations of `file` that
/// read or write them use rows: a narrow map takes fewer bytes as rows. Elementwise operations
/// whose maps are all rows take the shape that they have in the file; Vela 4 and later choose it so
/// that channels fill bricks. Throws UserError(input_file) if `file` was not compiled from the
/// network.
void adopt_formats(Network& lowered, const DecodedFile& file, const Target& target);

}  // namespace spillway::ethosu
