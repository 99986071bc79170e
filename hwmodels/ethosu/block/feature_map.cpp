// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/feature_map.h"

#include <algorithm>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

struct Tile {
  Box box;  // the part of the tile inside the box, in coordinates of the map
  std::int32_t origin_y = 0;
  std::int32_t origin_x = 0;
  Address base = 0;
};

Box clipped_rows(Box box, std::int32_t from, std::int32_t to) {
  box.y0 = std::max(box.y0, from);
  box.y1 = std::min(box.y1, to);
  return box;
}

/// Calls the given function for each tile of a map that contains a part of a box. Tile::box is the
/// part of the tile that lies in the box.
template <typename Visit>
class Tiles {
 public:
  Tiles(const FeatureMap& map, Visit visit) : map_(map), visit_(visit) {}

  void visit(const Box& box) {
    if (map_.tiling == Tiling::none || box.empty()) return;
    if (map_.tiling == Tiling::stacked) return visit_stacked(box);
    const bool in_first = box.x1 <= map_.width0 && box.y1 <= map_.height0;
    if (in_first) {
      add(0, box, 0, 0);
    } else {
      visit_quad(box);
    }
  }

 private:
  void visit_quad(const Box& box) {
    Box left = box;
    left.x1 = std::min(box.x1, map_.width0);
    Box right = box;
    right.x0 = std::max(box.x0, map_.width0);
    add(0, clipped_rows(left, box.y0, map_.height0), 0, 0);
    add(2, clipped_rows(left, map_.height0, box.y1), map_.height0, 0);
    add(1, clipped_rows(right, box.y0, map_.height1), 0, map_.width0);
    add(3, clipped_rows(right, map_.height1, box.y1), map_.height1, map_.width0);
  }

  void visit_stacked(const Box& box) {
    const std::int32_t second = std::max(map_.height0, map_.height1);
    add(0, clipped_rows(box, box.y0, map_.height0), 0, 0);
    add(1, clipped_rows(box, map_.height0, second), map_.height0, 0);
    add(2, clipped_rows(box, second, box.y1), map_.height1, 0);
  }

  void add(int index, const Box& box, std::int32_t origin_y, std::int32_t origin_x) {
    if (!box.empty()) visit_(Tile{box, origin_y, origin_x, at(map_.base, index)});
  }

  const FeatureMap& map_;
  Visit visit_;
};

template <typename Visit>
void for_each_tile(const FeatureMap& map, const Box& box, Visit visit) {
  Tiles<Visit>(map, visit).visit(box);
}

Address offset(const Tile& tile, std::int64_t bytes) {
  return tile.base + static_cast<Address>(bytes);
}

Access access_to(const FeatureMap& map, DataClass data) {
  Access access;
  access.memory = map.region;
  access.data = data;
  return access;
}

void append_bricks(const FeatureMap& map, const Tile& tile, Access access,
                   std::vector<Access>& accesses) {
  const Box& box = tile.box;
  const std::int32_t pixel = brick_channels * map.element_bytes;
  const std::int32_t first = box.z0 / brick_channels;
  access.run = (box.x1 - box.x0) * pixel;
  access.rows = box.y1 - box.y0;
  access.row_stride = map.stride_y;
  access.planes = (box.z1 + brick_channels - 1) / brick_channels - first;
  access.plane_stride = map.stride_c;
  access.address = offset(tile, (box.y0 - tile.origin_y) * map.stride_y + first * map.stride_c +
                                    std::int64_t{box.x0 - tile.origin_x} * pixel);
  accesses.push_back(access);
}

// Appends an access to channels [z0, z1) of every pixel of a tile: one run of bytes per row if
// pixels follow each other without a gap, otherwise one run per pixel.
void append_pixels(const FeatureMap& map, const Tile& tile, std::int32_t z0, std::int32_t z1,
                   Access access, std::vector<Access>& accesses) {
  const Box& box = tile.box;
  const std::int32_t columns = box.x1 - box.x0;
  const std::int32_t rows = box.y1 - box.y0;
  const std::int32_t pixel = (z1 - z0) * map.element_bytes;
  access.address = offset(tile, (box.y0 - tile.origin_y) * map.stride_y +
                                    (box.x0 - tile.origin_x) * map.stride_x +
                                    std::int64_t{z0} * map.element_bytes);
  if (map.stride_x == pixel || columns == 1) {
    access.run = columns * pixel;
    access.rows = rows;
    access.row_stride = map.stride_y;
  } else {
    access.run = pixel;
    access.rows = columns;
    access.row_stride = map.stride_x;
    access.planes = rows;
    access.plane_stride = map.stride_y;
  }
  accesses.push_back(access);
}

std::int64_t beats(Address address, std::int64_t run, std::int32_t beat_bytes) {
  const auto beat = static_cast<Address>(beat_bytes);
  const Address end = address + static_cast<Address>(run);
  return static_cast<std::int64_t>((end + beat - 1) / beat - address / beat);
}

}  // namespace

FeatureMap dense_map(std::int32_t height, std::int32_t width, std::int32_t depth,
                     std::int32_t element_bytes, Layout layout, std::uint8_t region, Address base) {
  FeatureMap map;
  map.height = map.height0 = map.height1 = height;
  map.width = map.width0 = width;
  map.depth = depth;
  map.element_bytes = element_bytes;
  map.layout = layout;
  map.region = region;
  map.base[0] = base;
  const bool bricks = layout == Layout::nhcwb16;
  const std::int64_t stored =
      bricks ? (depth + brick_channels - 1) / brick_channels * brick_channels : depth;
  map.stride_y = width * stored * element_bytes;
  map.stride_x = (bricks ? brick_channels : depth) * std::int64_t{element_bytes};
  map.stride_c = std::int64_t{brick_channels} * width * element_bytes;
  return map;
}

void append_read(const FeatureMap& map, const Box& box, DataClass data,
                 std::vector<Access>& accesses) {
  const Access access = access_to(map, data);
  for_each_tile(map, box, [&](const Tile& tile) {
    if (map.layout == Layout::nhcwb16) {
      append_bricks(map, tile, access, accesses);
    } else {
      append_pixels(map, tile, box.z0, box.z1, access, accesses);
    }
  });
}

void append_write(const FeatureMap& map, const Box& box, std::vector<Access>& accesses) {
  Access access = access_to(map, DataClass::ofm);
  access.write = true;
  const std::int32_t chunk = map.depth > brick_channels ? brick_channels : map.depth;
  for_each_tile(map, box, [&](const Tile& tile) {
    if (map.layout == Layout::nhcwb16) return append_bricks(map, tile, access, accesses);
    for (std::int32_t z = box.z0; z < box.z1; z += chunk) {
      append_pixels(map, tile, z, std::min(z + chunk, box.z1), access, accesses);
    }
  });
}

Bytes bytes_on_bus(const Access& access, std::int32_t beat_bytes) {
  // The alignment of rows to beats repeats after `beat_bytes` rows, and the alignment of planes
  // after `beat_bytes` planes. So the loops examine only the first `beat_bytes` rows and planes.
  // Each examined row (a run of `access.run` bytes) counts as often as its alignment occurs among
  // all rows.
  const auto times = [&](std::int32_t phase, std::int32_t count) {
    return std::int64_t{count} / beat_bytes + (phase < count % beat_bytes ? 1 : 0);
  };
  const bool aligned = (access.row_stride | access.plane_stride) % beat_bytes == 0;
  if (aligned) {
    return beats(access.address, access.run, beat_bytes) * beat_bytes * access.rows * access.planes;
  }
  std::int64_t total = 0;
  for (std::int32_t plane = 0; plane < std::min(access.planes, beat_bytes); ++plane) {
    for (std::int32_t row = 0; row < std::min(access.rows, beat_bytes); ++row) {
      const std::int64_t step = plane * access.plane_stride + row * access.row_stride;
      total += beats(access.address + static_cast<Address>(step), access.run, beat_bytes) *
               times(plane, access.planes) * times(row, access.rows);
    }
  }
  return total * beat_bytes;
}

}  // namespace spillway::ethosu
