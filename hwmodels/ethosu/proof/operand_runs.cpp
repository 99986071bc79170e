// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/operand_runs.h"

#include <algorithm>

#include "base/index.h"

namespace spillway::ethosu::proof {
namespace {

constexpr std::int32_t channels_per_brick = 16;

struct Corner {
  int tile = 0;
  std::int32_t y = 0;  // row and column within the tile
  std::int32_t x = 0;
};

Corner corner_of(const FeatureMap& map, std::int32_t y, std::int32_t x) {
  if (map.tiling == Tiling::stacked) {
    if (y < map.height0) return {0, y, x};
    return y < map.height1 ? Corner{1, y - map.height0, x} : Corner{2, y - map.height1, x};
  }
  const bool right = x >= map.width0;
  const std::int32_t height = right ? map.height1 : map.height0;
  const bool below = y >= height;
  return {(right ? 1 : 0) + (below ? 2 : 0), below ? y - height : y, right ? x - map.width0 : x};
}

void add(std::vector<Run>& runs, std::int64_t begin, std::int64_t bytes) {
  if (!runs.empty() && runs.back().end() == static_cast<Address>(begin)) {
    runs.back().bytes += bytes;
  } else {
    runs.push_back({static_cast<Address>(begin), bytes});
  }
}

// Appends the bytes of row `y`, columns [x0, x1) and the channels of `box` to `runs`. These columns
// must lie in one tile.
void add_row(const FeatureMap& map, std::int32_t y, std::int32_t x0, std::int32_t x1,
             const Box& box, std::vector<Run>& runs) {
  const Corner corner = corner_of(map, y, x0);
  const std::int64_t row =
      static_cast<std::int64_t>(at(map.base, corner.tile)) + corner.y * map.stride_y;
  if (map.layout == Layout::nhcwb16) {
    const std::int64_t pixel = std::int64_t{channels_per_brick} * map.element_bytes;
    for (std::int32_t brick = box.z0 / channels_per_brick; brick * channels_per_brick < box.z1;
         ++brick) {
      add(runs, row + brick * map.stride_c + corner.x * pixel, (x1 - x0) * pixel);
    }
    return;
  }
  for (std::int32_t x = 0; x < x1 - x0; ++x) {
    add(runs, row + (corner.x + x) * map.stride_x + std::int64_t{box.z0} * map.element_bytes,
        std::int64_t{box.z1 - box.z0} * map.element_bytes);
  }
}

OperandRuns whole(const char* name, const FeatureMap& map, bool write) {
  return {name, map.region, write, runs_of(map, {0, map.height, 0, map.width, 0, map.depth})};
}

OperandRuns whole(const char* name, const ConstantStream& stream) {
  return {name, stream.region, false, {{stream.base, stream.length}}};
}

OperandRuns whole(const char* name, const Access& access, bool write) {
  OperandRuns operand{name, access.memory, write, {}};
  for (std::int32_t plane = 0; plane < access.planes; ++plane) {
    for (std::int32_t row = 0; row < access.rows; ++row) {
      add(operand.runs,
          static_cast<std::int64_t>(access.address) + plane * access.plane_stride +
              row * access.row_stride,
          access.run);
    }
  }
  return operand;
}

bool share(const Run& a, const Run& b) { return a.begin < b.end() && b.begin < a.end(); }

}  // namespace

std::vector<Run> runs_of(const FeatureMap& map, const Box& box) {
  std::vector<Run> runs;
  if (map.tiling == Tiling::none) return runs;
  const std::int32_t seam = map.tiling == Tiling::quad ? map.width0 : box.x1;
  for (std::int32_t y = box.y0; y < box.y1; ++y) {
    const std::int32_t middle = std::clamp(seam, box.x0, box.x1);
    if (box.x0 < middle) add_row(map, y, box.x0, middle, box, runs);
    if (middle < box.x1) add_row(map, y, middle, box.x1, box, runs);
  }
  return runs;
}

std::vector<OperandRuns> operands_of(const Operation& op) {
  std::vector<OperandRuns> all;
  if (op.reads_ifm) all.push_back(whole("IFM", op.ifm, false));
  if (op.reads_ifm2) all.push_back(whole("IFM2", op.ifm2, false));
  for (const ConstantStream& stream : op.weights) {
    if (stream.length > 0) all.push_back(whole("weights", stream));
  }
  for (const ConstantStream& stream : op.scales) {
    if (stream.length > 0) all.push_back(whole("scales", stream));
  }
  all.push_back(whole("OFM", stored_ofm(op), true));
  return all;
}

std::vector<OperandRuns> operands_of(const DmaCommand& dma) {
  std::vector<OperandRuns> all{whole("DMA source", dma.source, false)};
  if (!dma.internal) all.push_back(whole("DMA destination", dma.destination, true));
  return all;
}

Address address_of(const FeatureMap& map, std::int32_t y, std::int32_t x, std::int32_t c) {
  const Corner corner = corner_of(map, y, x);
  std::int64_t address =
      static_cast<std::int64_t>(at(map.base, corner.tile)) + std::int64_t{corner.y} * map.stride_y;
  if (map.layout == Layout::nhcwb16) {
    const std::int64_t lane = std::int64_t{corner.x} * channels_per_brick + c % channels_per_brick;
    address += c / channels_per_brick * map.stride_c + lane * map.element_bytes;
  } else {
    address += corner.x * map.stride_x + std::int64_t{c} * map.element_bytes;
  }
  return static_cast<Address>(address);
}

bool share_bytes(const OperandRuns& a, const OperandRuns& b) {
  if (a.region != b.region) return false;
  std::vector<Run> sorted = b.runs;
  std::sort(sorted.begin(), sorted.end(),
            [](const Run& x, const Run& y) { return x.begin < y.begin; });
  return std::any_of(a.runs.begin(), a.runs.end(), [&](const Run& run) {
    const auto next =
        std::upper_bound(sorted.begin(), sorted.end(), run.begin,
                         [](Address address, const Run& other) { return address < other.end(); });
    return next != sorted.end() && share(run, *next);
  });
}

}  // namespace spillway::ethosu::proof
