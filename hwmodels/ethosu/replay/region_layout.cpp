// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/region_layout.h"

#include <algorithm>

#include "hwmodels/ethosu/stream/totals.h"

namespace spillway::ethosu {
namespace {

// Regions start where bursts do, as the sections of a linker script.
constexpr Bytes base_alignment = 256;

void mark(UsedRegions& used, const FeatureMap& map) {
  if (map.tiling != Tiling::none) used.at(map.region) = true;
}

void mark(UsedRegions& used, const Operation& op) {
  mark(used, op.ofm);
  if (op.reads_ifm) mark(used, op.ifm);
  if (op.reads_ifm2) mark(used, op.ifm2);
  for (const ConstantStream& stream : op.weights) used.at(stream.region) |= stream.length > 0;
  for (const ConstantStream& stream : op.scales) used.at(stream.region) |= stream.length > 0;
}

Bytes largest(const DecodedFile& file, std::size_t region) {
  Bytes bytes = 0;
  for (const DecodedStream& stream : file.streams) bytes = std::max(bytes, stream.regions[region]);
  return bytes;
}

}  // namespace

UsedRegions used_regions(const DecodedFile& file) {
  UsedRegions used{};
  for (const DecodedStream& stream : file.streams) {
    for (const Operation& op : stream.operations) mark(used, op);
    for (const DmaCommand& dma : stream.transfers) {
      used.at(dma.source.memory) = true;
      if (!dma.internal) used.at(dma.destination.memory) = true;
    }
  }
  return used;
}

RegionLayout::RegionLayout(const DecodedFile& file, const RegionMap& regions,
                           std::size_t memories) {
  peak_.assign(memories, 0);
  regions_.resize(file.streams.size());
  const UsedRegions used = used_regions(file);
  for (std::size_t region = 0; region < region_count; ++region) {
    const std::uint8_t memory = regions.memory[region];
    if (!used[region]) continue;
    const bool own = region == constants_region;
    const Address shared = own ? 0 : reserve(memory, largest(file, region));
    for (std::size_t i = 0; i < file.streams.size(); ++i) {
      const Address base = own ? reserve(memory, file.streams[i].regions[region]) : shared;
      regions_[i][region] = {memory, base};
    }
  }
  place_parts(regions);
  for (const DecodedStream& stream : file.streams) {
    Access fetch;
    fetch.data = DataClass::commands;
    fetch.memory = regions.commands;
    fetch.run = static_cast<std::int32_t>(command_fetch_bytes(stream));
    fetch.address = reserve(regions.commands, fetch.run);
    commands_.push_back(fetch);
  }
}

Address RegionLayout::reserve(std::uint8_t memory, Bytes bytes) {
  Bytes& top = peak_.at(memory);
  const Bytes base = (top + base_alignment - 1) / base_alignment * base_alignment;
  top = base + bytes;
  return static_cast<Address>(base);
}

void RegionLayout::place_parts(const RegionMap& regions) {
  for (const RegionMap::Part& part : regions.parts) {
    const Address start = reserve(part.memory, static_cast<Bytes>(part.end - part.begin));
    parts_.push_back({part, start - part.begin});
  }
}

void RegionLayout::place(std::size_t stream, Access& access) const {
  for (const PlacedPart& placed : parts_) {
    const RegionMap::Part& part = placed.part;
    if (part.region == access.memory && part.begin <= access.address && access.address < part.end) {
      access.memory = part.memory;
      access.address += placed.base;
      return;
    }
  }
  const Placed& placed = regions_[stream].at(access.memory);
  access.memory = placed.memory;
  access.address += placed.base;
}

Access RegionLayout::commands(std::size_t stream) const { return commands_.at(stream); }

}  // namespace spillway::ethosu
