// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "hwmodels/ethosu/stream/register_maps.h"
#include "hwmodels/ethosu/stream/snapshot.h"

namespace spillway::ethosu {
namespace {

enum class Side : std::uint8_t { source, destination };

struct Extents {
  std::int64_t length = 0;  // bytes in a row
  std::int32_t rows = 1;
  std::int32_t planes = 1;
};

std::int32_t dimensions(std::uint32_t region) {
  return static_cast<std::int32_t>(std::min(bits(region, 9, 2), 2U));
}

// Returns the bytes from the start of one row to the start of the following row. U55 and U65 have
// registers for the gap after each row; source and destination share these registers. U85 has
// separate registers for source and destination, which hold the whole distance from row to row.
std::int64_t row_stride(const Registers& registers, Side side, const Extents& extents) {
  if (registers.product() != Product::u85) {
    return extents.length + registers.signed_stride(Command1::dma0_skip0);
  }
  return registers.signed_stride(side == Side::source ? Command1::dma0_skip0
                                                      : Command1::dma0_dst_stride0);
}

std::int64_t plane_stride(const Registers& registers, Side side, const Extents& extents,
                          std::int64_t rows_apart) {
  if (registers.product() != Product::u85) {
    return rows_apart * extents.rows + registers.signed_stride(Command1::dma0_skip1);
  }
  return registers.signed_stride(side == Side::source ? Command1::dma0_skip1
                                                      : Command1::dma0_dst_stride1);
}

Access access_of(const Registers& registers, Side side, std::uint32_t region,
                 const Extents& extents) {
  Access access;
  access.data = DataClass::dma;
  access.write = side == Side::destination;
  access.memory = static_cast<std::uint8_t>(bits(region, 0, 3));
  access.address =
      registers.address(side == Side::source ? Command1::dma0_src : Command1::dma0_dst);
  access.run = static_cast<std::int32_t>(extents.length);
  access.rows = extents.rows;
  access.planes = extents.planes;
  access.row_stride = extents.length;
  if (dimensions(region) >= 1) access.row_stride = row_stride(registers, side, extents);
  access.plane_stride = access.row_stride * extents.rows;
  if (dimensions(region) == 2) {
    access.plane_stride = plane_stride(registers, side, extents, access.row_stride);
  }
  return access;
}

std::int32_t count(const Registers& registers, Command0 command) {
  return std::max(1, static_cast<std::int32_t>(registers.value(command)));
}

}  // namespace

DmaCommand snapshot_dma(const Registers& registers, std::uint16_t parameter) {
  const std::uint32_t source = registers.value(Command0::dma0_src_region);
  const std::uint32_t destination = registers.value(Command0::dma0_dst_region);
  const std::int32_t used = std::max(dimensions(source), dimensions(destination));
  Extents extents;
  extents.length = static_cast<std::int64_t>(registers.address(Command1::dma0_len));
  if (used >= 1) extents.rows = count(registers, Command0::dma0_size0);
  if (used == 2) extents.planes = count(registers, Command0::dma0_size1);
  if (extents.length == 0 || extents.length > std::numeric_limits<std::int32_t>::max()) {
    throw registers.error("DMA of " + std::to_string(extents.length) + " bytes a row");
  }
  DmaCommand dma;
  dma.channel = static_cast<std::uint8_t>(bits(parameter, 4, 4));
  dma.internal = bits(destination, 8, 1) == 1;
  dma.indexed = registers.product() == Product::u85 &&
                (bits(source, 11, 1) == 1 || bits(destination, 11, 1) == 1);
  dma.source = access_of(registers, Side::source, source, extents);
  dma.destination = access_of(registers, Side::destination, destination, extents);
  if (dma.internal) dma.destination.memory = 0;
  return dma;
}

}  // namespace spillway::ethosu
