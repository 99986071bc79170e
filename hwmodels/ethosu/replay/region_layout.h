// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

constexpr std::size_t constants_region = 0;
constexpr std::size_t arena_region = 1;
constexpr std::size_t fast_arena_region = 2;

/// Per region (memory area with its own base address): whether a command of the file reads or
/// writes the region.
using UsedRegions = std::array<bool, region_count>;
UsedRegions used_regions(const DecodedFile& file);

/// The addresses, in the memories of a target, of the regions that a compiled network's command
/// streams access:
/// * A tensor of constants, commands or state has one address, even if several operators use the
///   tensor.
/// * All operators share the arena and the fast arena (arena in fast memory), as in the runtime.
/// * Regions, and parts of regions that the target places separately, lie one after the other in
///   their memories.
class RegionLayout {
 public:
  /// Reserves bytes only for regions (memory areas, each with its own base address) that a command
  /// uses. The arena gets at least `arena_bytes` bytes, because the host CPU also keeps tensors in
  /// the arena.
  RegionLayout(const DecodedFile& file, const RegionMap& regions, std::size_t memories,
               Bytes arena_bytes);

  /// On entry, `access` has a region of stream number `stream` and an offset in this region.
  /// Replaces them by a memory of the target and an address in it. If the target places parts of
  /// the region separately, the first byte of the access selects the part.
  void place(std::size_t stream, Access& access) const;

  /// Returns the access with which the NPU fetches the words of command stream number `stream`.
  Access commands(std::size_t stream) const;

  /// The number of bytes used in each memory, from address 0 to the end of the last byte range.
  const std::vector<Bytes>& peak_bytes() const { return peak_; }

  /// All reserved byte ranges with their names. A range that several operators share is listed
  /// once.
  const std::vector<Storage>& storage() const { return storage_; }

 private:
  struct Placed {
    std::uint8_t memory = 0;
    Address base = 0;  // address of byte 0 of the region
  };
  struct PlacedPart {
    RegionMap::Part part;
    Address base = 0;
  };

  Address reserve(std::uint8_t memory, Bytes bytes, const std::string& name, bool constant);
  void place_shared(const DecodedFile& file, std::size_t region, std::uint8_t memory);
  void place_arena(const DecodedFile& file, std::size_t region, std::uint8_t memory, Bytes least);
  void place_parts(const RegionMap& regions);
  void place_commands(const DecodedFile& file, std::uint8_t memory);

  std::vector<std::array<Placed, region_count>> regions_;  // per stream, then per region
  std::vector<PlacedPart> parts_;
  std::vector<Access> commands_;  // per stream: the fetch of its words
  std::vector<Bytes> peak_;
  std::vector<Storage> storage_;
};

}  // namespace spillway::ethosu
