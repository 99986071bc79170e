// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

enum class Layout : std::uint8_t { nhwc, nhcwb16 };

/// How up to four tiles form one feature map.
enum class Tiling : std::uint8_t {
  // Tiles 0 and 1 above tiles 2 and 3. The columns are split at width0, the rows of the left column
  // at height0, the rows of the right column at height1.
  quad,
  // Tiles 0, 1 and 2 from top to bottom, split at height0 and height1 (U85).
  stacked,
  // The operation passes the map to the next operation inside the processor; the map is never in a
  // memory.
  none,
};

constexpr std::int32_t brick_channels = 16;  // NHCWB16 stores channels in groups of 16

/// A feature map as an operation addresses it. Bases and strides are in bytes; strides can be
/// negative. In a rolling buffer (memory for some rows of a map), a map that reaches the buffer's
/// end continues at its start, and so has several tiles.
struct FeatureMap {
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t depth = 1;
  std::int32_t element_bytes = 1;
  bool is_signed = true;
  Layout layout = Layout::nhwc;
  Tiling tiling = Tiling::quad;
  std::array<Address, 4> base{};
  std::int32_t width0 = 1;   // first column of tiles 1 and 3
  std::int32_t height0 = 1;  // first row of tile 2 (stacked: of tile 1)
  std::int32_t height1 = 1;  // first row of tile 3 (stacked: of tile 2)
  std::int64_t stride_y = 0;
  std::int64_t stride_x = 0;  // from pixel to pixel; NHWC only, because bricks are dense along x
  std::int64_t stride_c = 0;  // from one brick of channels to the next
  std::uint8_t region = 0;    // index of a memory; in command streams, number of a region
};

/// Half-open ranges of rows, columns and channels.
struct Box {
  std::int32_t y0 = 0, y1 = 0;
  std::int32_t x0 = 0, x1 = 0;
  std::int32_t z0 = 0, z1 = 0;

  bool empty() const { return y0 >= y1 || x0 >= x1 || z0 >= z1; }
};

/// Returns a map of one tile at address `base` without gaps, with the strides that Arm's compiler
/// uses for `layout`.
FeatureMap dense_map(std::int32_t height, std::int32_t width, std::int32_t depth,
                     std::int32_t element_bytes, Layout layout, std::uint8_t region, Address base);

/// Appends the accesses that read `box`, which lies within the map. Bricks are always read whole.
/// In NHWC, each row is one run of bytes if all channels are read and pixels are dense.
void append_read(const FeatureMap& map, const Box& box, DataClass data,
                 std::vector<Access>& accesses);

/// Appends the accesses that write `box`, which lies within the map. Bricks are written whole. NHWC
/// pixels with more than 16 channels are written in chunks of at most 16 channels.
void append_write(const FeatureMap& map, const Box& box, std::vector<Access>& accesses);

/// Returns the bytes that `access` occupies on a bus: every run is extended to whole beats of
/// `beat_bytes` (a power of two up to 256).
Bytes bytes_on_bus(const Access& access, std::int32_t beat_bytes);

}  // namespace spillway::ethosu
