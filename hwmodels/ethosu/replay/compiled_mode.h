// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

// The memory mode of a compiled file follows from its commands. If the compiler had a cache beside
// the arena, the streams address the region of the fast arena, which must fit the cache. Without a
// cache, transfers of constants into the arena mean that constants lie in a slower memory than the
// arena. ExecuTorch programs also hold the compiler's options, which name a mode.

/// The bytes of the cache that the streams address; 0 if they use no cache.
Bytes compiled_cache(const DecodedFile& file);

/// The memory mode that the compiler's options in a file name; empty if the file has no options.
std::string named_mode(const Network& compiled);

/// The mode of `target` in which `file` should run; empty if the target's present mode is possible,
/// or if no mode is possible. A possible mode has a cache exactly if the compiler had one. If the
/// name of such a mode is the beginning of `named`, only this mode is possible
/// ("Dedicated_Sram_384KB" is Dedicated_Sram with a cache of that size). Otherwise, the commands of
/// the file decide. If several modes are possible, a mode with constants in the same memory as in
/// the present mode is preferred.
std::string compiled_mode(const DecodedFile& file, const std::string& named, const Target& target);

/// A warning about the memory mode in which a compiled file runs; empty if there is nothing to say.
/// If only one of the compiler's mode and the target's mode has a cache, the warning says so,
/// because only the times would show it. If several modes with different memories are possible, the
/// warning names them, unless the user chose the mode (`chosen`) or `named` determines it.
std::string compiled_mode_warning(const DecodedFile& file, const std::string& network,
                                  const std::string& named, const Target& target, bool chosen);

}  // namespace spillway::ethosu
