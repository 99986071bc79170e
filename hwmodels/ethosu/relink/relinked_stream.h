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

/// The driver payload of the stream with all its buffers in their new homes: bases and regions,
/// waits and block dependencies are those that the new places need. Waits are the compiler's own
/// as well where it waited for more than the rule that is known of it.
std::vector<std::uint8_t> relinked_payload(const StreamMove& move);

}  // namespace spillway::ethosu
