// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

// The functions below derive the memory mode of a compiled file from its commands:
// * If the compiler had a cache beside the arena, the command streams address the region of the
//   fast arena (arena in fast memory), which must fit the cache.
// * If the compiler had no cache but the streams copy constants into the arena, the constants lie
//   in a slower memory than the arena.
// ExecuTorch programs also hold the compiler's options, which name a memory mode.

/// Returns the size in bytes of the cache (the fast arena) that the command streams address; 0 if
/// no stream addresses a cache.
Bytes compiled_cache(const DecodedFile& file);

/// Returns the memory mode that the compiler options stored in `compiled` name; empty if `compiled`
/// stores no options or the options name no mode.
std::string named_mode(const Network& compiled);

/// Returns the name of the mode of `target` in which `file` should run. Returns an empty string if
/// the target's present mode is possible, or if no mode is possible. Rules for possible modes:
/// * A possible mode has a cache if and only if the compiler had a cache.
/// * If the name of one of these modes is the beginning of `named`, only this mode is possible
///   ("Dedicated_Sram_384KB" is Dedicated_Sram with a cache of 384 KB).
/// * Otherwise, the commands of the file decide which of these modes are possible.
/// Of several possible modes, the function prefers one whose constants lie in the same memory as in
/// the present mode.
std::string compiled_mode(const DecodedFile& file, const std::string& named, const Target& target);

/// Returns a warning about the memory mode in which a compiled file runs; empty if no warning is
/// needed. Reasons for a warning:
/// * The compiler's mode has a cache and the target's mode has none, or the reverse. Without this
///   warning, only the simulated times would show the difference.
/// * Modes with different memories are possible. This warning is not given if the user chose the
///   mode (`chosen`), or if `named` selects one mode.
std::string compiled_mode_warning(const DecodedFile& file, const std::string& network,
                                  const std::string& named, const Target& target, bool chosen);

}  // namespace spillway::ethosu
