// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/bounds.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway::ethosu {
namespace {

// The largest accepted number of blocks of one operation. The limit prevents a malicious stream
// from filling the memory of the simulator. Real operations have fewer blocks: this number of
// blocks of 1024 elements each would cover a map of 2048x2048 pixels and 1024 channels.
constexpr std::int64_t most_blocks = std::int64_t{1} << 22;

struct Reach {
  std::int64_t low = 0;
  std::int64_t high = 0;  // the first byte after the range
};

Reach reach_of(const Access& access) {
  const std::int64_t rows = access.row_stride * (access.rows - 1);
  const std::int64_t planes = access.plane_stride * (access.planes - 1);
  const auto start = static_cast<std::int64_t>(access.address);
  return {start + std::min<std::int64_t>(rows, 0) + std::min<std::int64_t>(planes, 0),
          start + std::max<std::int64_t>(rows, 0) + std::max<std::int64_t>(planes, 0) + access.run};
}

void check_access(const Registers& registers, const char* what, const Access& access,
                  const RegionBytes& regions) {
  const Reach reach = reach_of(access);
  const Bytes size = regions.at(access.memory);
  if (reach.low >= 0 && reach.high <= size) return;
  throw registers.error(fmt::format("{} at bytes {} to {} of region {}, which has {} bytes", what,
                                    reach.low, reach.high, access.memory, with_thousands(size)));
}

void include(Bytes& touched, const Access& access, std::size_t region) {
  if (access.memory == region) touched = std::max(touched, reach_of(access).high);
}

void include(Bytes& touched, const FeatureMap& map, std::size_t region) {
  if (map.tiling == Tiling::none) return;
  std::vector<Access> accesses;
  append_read(map, {0, map.height, 0, map.width, 0, map.depth}, DataClass::ifm, accesses);
  for (const Access& access : accesses) include(touched, access, region);
}

void include(Bytes& touched, const ConstantStream& stream, std::size_t region) {
  if (stream.length == 0 || stream.region != region) return;
  touched = std::max(touched, static_cast<Bytes>(stream.base) + stream.length);
}

void check_map(const Registers& registers, const char* what, const FeatureMap& map,
               const RegionBytes& regions) {
  if (map.tiling == Tiling::none) return;
  const std::int64_t row =
      std::int64_t{map.width} * (map.depth + brick_channels) * map.element_bytes;
  if (row > std::numeric_limits<std::int32_t>::max()) {
    throw registers.error(std::string(what) + " with rows of " + with_thousands(row) + " bytes");
  }
  std::vector<Access> accesses;
  append_read(map, {0, map.height, 0, map.width, 0, map.depth}, DataClass::ifm, accesses);
  for (const Access& access : accesses) check_access(registers, what, access, regions);
}

void check_stream(const Registers& registers, const char* what, const ConstantStream& stream,
                  const RegionBytes& regions) {
  if (stream.length == 0) return;
  const auto end = static_cast<std::int64_t>(stream.base) + stream.length;
  const Bytes size = regions.at(stream.region);
  if (end <= size) return;
  throw registers.error(
      fmt::format("{} of {} bytes end at byte {} of region {}, which has {} bytes", what,
                  with_thousands(stream.length), end, stream.region, with_thousands(size)));
}

// Returns a rough number of the accesses of one block: one read of the IFM per sub-kernel (part of
// a large kernel), and one write per 16 channels of the OFM block.
std::int64_t transfers_per_block(const Operation& op) {
  return sub_kernel_count(op) + op.block.depth / brick_channels;
}

}  // namespace

void check_operation(const Registers& registers, const Operation& op, const RegionBytes& regions) {
  if (op.block.height > 128 || op.block.width > 128 || op.block.depth > 1024) {
    throw registers.error(
        fmt::format("OFM block of {}x{}x{}; no product has blocks above 128x128x1024",
                    op.block.height, op.block.width, op.block.depth));
  }
  const std::int64_t blocks = block_count(op);
  if (blocks > most_blocks || blocks * transfers_per_block(op) > 4 * most_blocks) {
    throw registers.error("operation of " + with_thousands(blocks) + " blocks");
  }
  check_map(registers, "OFM", stored_ofm(op), regions);
  if (op.reads_ifm) check_map(registers, "IFM", op.ifm, regions);
  if (op.reads_ifm2) check_map(registers, "IFM2", op.ifm2, regions);
  for (const ConstantStream& weights : op.weights) {
    check_stream(registers, "weights", weights, regions);
  }
  for (const ConstantStream& scales : op.scales) {
    check_stream(registers, "scales", scales, regions);
  }
}

void check_dma(const Registers& registers, const DmaCommand& dma, const RegionBytes& regions,
               Bytes internal_bytes) {
  check_access(registers, "DMA source", dma.source, regions);
  if (!dma.internal) {
    check_access(registers, "DMA destination", dma.destination, regions);
    return;
  }
  RegionBytes internal{};
  internal[0] = internal_bytes;
  check_access(registers, "DMA destination in the processor", dma.destination, internal);
}

Bytes touched_bytes(const std::vector<Operation>& operations,
                    const std::vector<DmaCommand>& transfers, std::size_t region) {
  Bytes touched = 0;
  for (const Operation& op : operations) {
    include(touched, stored_ofm(op), region);
    if (op.reads_ifm) include(touched, op.ifm, region);
    if (op.reads_ifm2) include(touched, op.ifm2, region);
    for (const ConstantStream& weights : op.weights) include(touched, weights, region);
    for (const ConstantStream& scales : op.scales) include(touched, scales, region);
  }
  for (const DmaCommand& dma : transfers) {
    include(touched, dma.source, region);
    if (!dma.internal) include(touched, dma.destination, region);
  }
  return touched;
}

}  // namespace spillway::ethosu
