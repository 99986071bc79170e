// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/relink/arena_buffers.h"
#include "hwmodels/target/relinking.h"

namespace spillway::ethosu {

/// A command stream to rewrite, and the new places (homes) of the buffers in the arenas.
struct StreamMove {
  const DecodedStream& stream;
  std::size_t number = 0;  // index into DecodedFile::streams
  const ArenaBuffers& buffers;
  const std::vector<BufferHome>& homes;  // one entry per buffer of `buffers`
  RegionBytes regions{};                 // sizes of the regions; new sizes for the arenas
};

/// Returns the driver payload of the stream with all buffers at their new places. Base addresses,
/// regions, waits and block dependencies (how many blocks of the previous kernel may be unfinished)
/// change accordingly. The waits are those that with_waits() gives for the new places. For the old
/// places, with_waits() can differ from what the compiler wrote; the payload then also has the
/// compiler's waits.
std::vector<std::uint8_t> relinked_payload(const StreamMove& move);

}  // namespace spillway::ethosu
