// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/used_memories.h"

#include "base/index.h"

namespace spillway {

std::vector<bool> used_memories(const Program& program, std::size_t memories) {
  std::vector<bool> used(memories, false);
  const auto use = [&](std::uint8_t memory) { used.at(memory) = true; };
  for (const Access& access : program.accesses) use(access.memory);
  for (const CommandStream& stream : program.streams) use(stream.words.memory);
  for (const TileTouch& touch : program.touches) use(touch.memory);
  for (const DmaTransfer& transfer : program.transfers) {
    use(transfer.source.memory);
    if (!transfer.internal) use(transfer.destination.memory);
  }
  for (const TileLoad& load : program.loads) {
    use(load.source_memory);
    use(load.memory);
  }
  return used;
}

}  // namespace spillway
