// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Stores those feature maps of `lowered` as rows of pixels that the operations of `file` store so,
/// every one that touches them, where the lowering has bricks of 16 channels: a narrow map takes
/// less room as rows. Elementwise operations over such maps alone take the shape that they have in
/// the file, which Vela 4 and later choose so that channels fill bricks. `file` was compiled from
/// the network; throws UserError(input_file) where it was not.
void adopt_formats(Network& lowered, const DecodedFile& file, const Target& target);

}  // namespace spillway::ethosu
