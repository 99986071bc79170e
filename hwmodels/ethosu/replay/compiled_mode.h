// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

// A file tells of its memory mode whether its compiler had a cache beside the arena: its streams
// then address the region of the fast arena, which must fit the cache. Without one, transfers of
// constants into the arena say that constants lie in a slower memory than the arena does.
// ExecuTorch programs hold the compiler's options, too, which name a mode.

/// Bytes of the cache that the streams address; 0 = they use none.
Bytes compiled_cache(const DecodedFile& file);

/// The memory mode that the compiler's options in a file name; empty where it holds none.
std::string named_mode(const Network& compiled);

/// The mode of `target` that `file` is to run in: empty where its commands allow the mode that the
/// target has, or none; else the first that they allow, of several one with constants where the
/// target has them. Of the modes that the commands allow it is the one that `named` begins with, if
/// there is one ("Dedicated_Sram_384KB" is Dedicated_Sram with a cache of that size).
std::string compiled_mode(const DecodedFile& file, const std::string& named, const Target& target);

/// What a user should know of the memory mode in which a compiled file runs; empty for nothing.
/// A mode of another kind than the compiler's gives other times without any sign of it. That
/// several modes with other memories are possible is said unless the user chose the mode
/// (`chosen`) or `named` tells which.
std::string compiled_mode_warning(const DecodedFile& file, const std::string& network,
                                  const std::string& named, const Target& target, bool chosen);

}  // namespace spillway::ethosu
