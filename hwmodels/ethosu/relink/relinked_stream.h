// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/relink/arena_buffers.h"
#include "hwmodels/target/relinking.h"

namespace spillway::ethosu {

/// A command stream to write anew, and where what it touches is to lie.
struct StreamMove {
  const DecodedStream& stream;
  std::size_t number = 0;  // into DecodedFile::streams
  ByteView payload;        // that it was decoded from
  const ArenaBuffers& buffers;
  const std::vector<BufferHome>& homes;  // parallel to buffers.buffers
  RegionBytes regions{};                 // of the arenas as they are to be
};

/// The driver payload of the stream with all its buffers in their new homes. Base addresses,
/// regions, waits and block dependencies follow the new homes. Where the compiler waited for more
/// than the known rule asks for, its own waits stay as well.
std::vector<std::uint8_t> relinked_payload(const StreamMove& move);

}  // namespace spillway::ethosu
