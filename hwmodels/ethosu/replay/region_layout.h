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

/// For each region, whether a command of the file reads or writes it.
using UsedRegions = std::array<bool, region_count>;
UsedRegions used_regions(const DecodedFile& file);

/// The places of the regions of a compiled network's command streams in the memories of a target.
/// Constants, command streams and state have one place per tensor, however many operators use the
/// tensor. All operators share the arena and the fast arena, as in the runtime. Regions and parts
/// of regions lie one after the other in their memories.
class RegionLayout {
 public:
  /// Gives no space to regions that no command uses. The arena has at least `arena_bytes`, because
  /// the host also keeps tensors in it.
  RegionLayout(const DecodedFile& file, const RegionMap& regions, std::size_t memories,
               Bytes arena_bytes);

  /// Turns an access to a region of stream number `stream` into an access to a memory. An access
  /// belongs to the part of the region in which it starts.
  void place(std::size_t stream, Access& access) const;

  /// The access that fetches the command stream itself.
  Access commands(std::size_t stream) const;

  /// The highest address used in each memory.
  const std::vector<Bytes>& peak_bytes() const { return peak_; }

  /// All placed byte ranges with their names. A range that several operators share is listed once.
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
  void place_constants(const DecodedFile& file, std::uint8_t memory);
  void place_state(const DecodedFile& file, std::uint8_t memory);
  void place_arena(const DecodedFile& file, std::size_t region, std::uint8_t memory, Bytes least);
  void place_parts(const RegionMap& regions);
  void place_commands(const DecodedFile& file, std::uint8_t memory);

  std::vector<std::array<Placed, region_count>> regions_;  // per stream
  std::vector<PlacedPart> parts_;
  std::vector<Access> commands_;  // per stream
  std::vector<Bytes> peak_;
  std::vector<Storage> storage_;
};

}  // namespace spillway::ethosu
