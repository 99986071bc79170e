// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/region_layout.h"

#include <algorithm>
#include <map>

#include "hwmodels/ethosu/stream/totals.h"

namespace spillway::ethosu {
namespace {

// Regions (memory areas of a compiled file) begin at multiples of this number of bytes, like
// sections of a linked program.
constexpr Bytes base_alignment = 256;

std::string name_of(const DriverOperand& operand, const std::string& otherwise) {
  return operand.name.empty() ? otherwise : operand.name;
}

/// Returns one value per stream. If the operands of several streams are the same tensor, these
/// streams get the same value: `make` is called only for the first of them.
template <typename Value, typename OperandOf, typename Make>
std::vector<Value> once_per_identity(const DecodedFile& file, const OperandOf& operand_of,
                                     const Make& make) {
  std::map<TensorIndex, Value> known;
  std::vector<Value> values;
  for (const DecodedStream& stream : file.streams) {
    const TensorIndex identity = operand_of(stream).identity;
    const auto found = known.find(identity);
    if (identity != no_tensor && found != known.end()) {
      values.push_back(found->second);
      continue;
    }
    values.push_back(make(stream));
    known.emplace(identity, values.back());
  }
  return values;
}

}  // namespace

UsedRegions used_regions(const DecodedFile& file) {
  UsedRegions used{};
  for (const DecodedStream& stream : file.streams) {
    for (std::size_t region = 0; region < used.size(); ++region) {
      used[region] |= touched_bytes(stream.operations, stream.transfers, region) > 0;
    }
  }
  return used;
}

RegionLayout::RegionLayout(const DecodedFile& file, const RegionMap& regions, std::size_t memories,
                           Bytes arena_bytes) {
  peak_.assign(memories, 0);
  regions_.resize(file.streams.size());
  const UsedRegions used = used_regions(file);
  for (std::size_t region = 0; region < region_count; ++region) {
    const Bytes least = region == arena_region ? arena_bytes : 0;
    if (!used[region] && least == 0) continue;
    if (region == constants_region || region == state_region) {
      place_shared(file, region, regions.memory[region]);
    } else {
      place_arena(file, region, regions.memory[region], least);
    }
  }
  place_parts(regions);
  place_commands(file, regions.commands);
}

Address RegionLayout::reserve(std::uint8_t memory, Bytes bytes, const std::string& name,
                              bool constant) {
  Bytes& top = peak_.at(memory);
  const Bytes base = (top + base_alignment - 1) / base_alignment * base_alignment;
  top = base + bytes;
  storage_.push_back({name, memory, static_cast<Address>(base), bytes, constant});
  return static_cast<Address>(base);
}

// Reserves bytes once for all operators whose operands are the same constants or the same state of
// a delegate (compiled subgraph). Tensors of constants that share a buffer can have different
// sizes. Then the largest size is reserved.
void RegionLayout::place_shared(const DecodedFile& file, std::size_t region, std::uint8_t memory) {
  const auto operand_of = [region](const DecodedStream& stream) -> const DriverOperand& {
    return stream.region_operands[region];
  };
  const bool constant = region == constants_region;
  std::map<TensorIndex, Bytes> largest;
  for (const DecodedStream& stream : file.streams) {
    Bytes& bytes = largest[operand_of(stream).identity];
    bytes = std::max(bytes, stream.regions[region]);
  }
  const auto bases = once_per_identity<Address>(file, operand_of, [&](const DecodedStream& stream) {
    const DriverOperand& operand = operand_of(stream);
    const bool shared = operand.identity != no_tensor;
    const Bytes bytes = shared ? largest[operand.identity] : stream.regions[region];
    if (bytes == 0 && !constant) return Address{0};
    return reserve(memory, bytes, name_of(operand, "constants of " + stream.name), constant);
  });
  for (std::size_t i = 0; i < bases.size(); ++i) regions_[i][region] = {memory, bases[i]};
}

void RegionLayout::place_arena(const DecodedFile& file, std::size_t region, std::uint8_t memory,
                               Bytes least) {
  const DriverOperand& operand = file.streams.front().region_operands[region];
  const Address base = reserve(memory, std::max(file.largest_region(region), least),
                               name_of(operand, "region " + std::to_string(region)), false);
  for (auto& of_stream : regions_) of_stream[region] = {memory, base};
}

void RegionLayout::place_parts(const RegionMap& regions) {
  for (const RegionMap::Part& part : regions.parts) {
    const std::string name = "part of region " + std::to_string(part.region);
    const Bytes bytes = static_cast<Bytes>(part.end - part.begin);
    const Address start = reserve(part.memory, bytes, name, part.region == constants_region);
    parts_.push_back({part, start - part.begin});
  }
}

void RegionLayout::place_commands(const DecodedFile& file, std::uint8_t memory) {
  const auto operand_of = [](const DecodedStream& stream) -> const DriverOperand& {
    return stream.stream_operand;
  };
  commands_ = once_per_identity<Access>(file, operand_of, [&](const DecodedStream& stream) {
    Access fetch;
    fetch.data = DataClass::commands;
    fetch.memory = memory;
    fetch.run = static_cast<std::int32_t>(command_fetch_bytes(stream));
    fetch.address = reserve(memory, fetch.run,
                            name_of(stream.stream_operand, "commands of " + stream.name), true);
    return fetch;
  });
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
