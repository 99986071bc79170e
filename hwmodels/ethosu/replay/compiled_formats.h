// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Gives feature maps of `lowered` the formats that they have in `file`. A map becomes rows of
/// pixels if all operations of `file` that read or write the map use rows; a map of few channels
/// then takes fewer bytes than in bricks. Elementwise operations whose maps are all rows take the
/// shape that they have in the file, because Vela 4 and later choose a shape whose channels fill
/// bricks. Throws UserError(input_file) if `file` was not compiled from the network.
void adopt_formats(Network& lowered, const DecodedFile& file, const Target& target);

}  // namespace spillway::ethosu
