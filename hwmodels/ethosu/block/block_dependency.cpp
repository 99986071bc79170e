// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/block_dependency.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "base/rounding.h"
#include "hwmodels/ethosu/block/block_query_u85.h"
#include "hwmodels/ethosu/block/block_search.h"
#include "hwmodels/ethosu/block/feature_map.h"

namespace spillway::ethosu {
namespace {

struct Extent {
  std::int64_t begin = std::numeric_limits<std::int64_t>::max();
  std::int64_t end = 0;
};

// Returns the address range from the first to the last byte of a map.
Extent extent_of(const FeatureMap& map) {
  std::vector<Access> accesses;
  append_read(map, {0, map.height, 0, map.width, 0, map.depth}, DataClass::ifm, accesses);
  Extent extent;
  for (const Access& access : accesses) {
    const std::int64_t rows = (access.rows - 1) * access.row_stride;
    const std::int64_t planes = (access.planes - 1) * access.plane_stride;
    const auto base = static_cast<std::int64_t>(access.address);
    extent.begin = std::min(
        extent.begin, base + std::min<std::int64_t>(0, rows) + std::min<std::int64_t>(0, planes));
    extent.end = std::max(extent.end, base + std::max<std::int64_t>(0, rows) +
                                          std::max<std::int64_t>(0, planes) + access.run);
  }
  return extent;
}

bool overlap(const FeatureMap& a, const FeatureMap& b) {
  if (a.region != b.region) return false;
  const Extent first = extent_of(a);
  const Extent second = extent_of(b);
  return first.begin < second.end && second.begin < first.end;
}

bool same_strides(const FeatureMap& a, const FeatureMap& b) {
  return a.layout == b.layout && a.stride_y == b.stride_y &&
         (a.layout == Layout::nhwc ? a.stride_x == b.stride_x : a.stride_c == b.stride_c);
}

struct Offset {
  std::int32_t y = 0, x = 0, z = 0;
};

// Returns how many whole strides `bytes` contains, and leaves the remainder (0 to `stride` - 1) in
// `bytes`. If `bytes` is negative, the returned number is negative. If `stride` is not positive,
// returns 0 and changes nothing.
std::int64_t take(std::int64_t& bytes, std::int64_t stride) {
  if (stride <= 0) return 0;
  std::int64_t steps = bytes / stride;
  if (bytes % stride < 0) --steps;
  bytes -= steps * stride;
  return steps;
}

// Returns the position in `map` at which `part` begins. Both maps have the same strides. `map` can
// lie in a rolling buffer: rows that do not fit before the buffer's end continue at its start, as
// tile 2 of `map`. If `part` begins below the address of the first row of `map`, it begins in this
// tile 2.
Offset offset_in(const FeatureMap& map, const FeatureMap& part) {
  const bool wrapped = map.height0 < map.height && part.base[0] < map.base[0];
  auto bytes = static_cast<std::int64_t>(part.base[0] - map.base[wrapped ? 2 : 0]);
  Offset offset;
  offset.y = static_cast<std::int32_t>(take(bytes, map.stride_y)) + (wrapped ? map.height0 : 0);
  if (map.layout == Layout::nhcwb16) {
    offset.z = static_cast<std::int32_t>(take(bytes, map.stride_c)) * brick_channels;
    offset.x = static_cast<std::int32_t>(bytes / (brick_channels * map.element_bytes));
  } else {
    offset.x = static_cast<std::int32_t>(take(bytes, map.stride_x));
    offset.z = static_cast<std::int32_t>(bytes / map.element_bytes);
  }
  return offset;
}

Box moved(const Box& box, const Offset& by) {
  return {box.y0 + by.y, box.y1 + by.y, box.x0 + by.x, box.x1 + by.x, box.z0 + by.z, box.z1 + by.z};
}

bool is_same_map(const FeatureMap& a, const FeatureMap& b) {
  return a.height == b.height && a.width == b.width && a.depth == b.depth && a.base == b.base &&
         a.layout == b.layout && a.height0 == b.height0 && a.width0 == b.width0 &&
         a.stride_y == b.stride_y && a.stride_x == b.stride_x;
}

// Returns a map like `map` that begins `rows` rows earlier in memory: all base addresses are lower
// by the bytes of `rows` rows. Row `rows` of the result is row 0 of `map`.
FeatureMap begun_earlier(FeatureMap map, std::int32_t rows) {
  for (Address& base : map.base) base -= static_cast<Address>(rows * map.stride_y);
  return map;
}

// Returns the bytes of the part `box` of a map: for each row and tile, the address range from the
// first to the last byte. Like Arm's compiler, adds one row, one column and one channel at the end
// of `box` if the map has them.
std::vector<Extent> rows_of(const FeatureMap& map, Box box) {
  box.y1 = std::min(box.y1 + 1, map.height);
  box.x1 = std::min(box.x1 + 1, map.width);
  box.z1 = std::min(box.z1 + 1, map.depth);
  std::vector<Extent> rows;
  std::vector<Access> accesses;
  for (std::int32_t y = box.y0; y < box.y1; ++y) {
    accesses.clear();
    const std::int32_t row = std::max(0, y);
    append_read(begun_earlier(map, row - y), {row, row + 1, box.x0, box.x1, box.z0, box.z1},
                DataClass::ifm, accesses);
    for (const Access& access : accesses) {
      const auto begin = static_cast<std::int64_t>(access.address);
      rows.push_back({begin, begin + (access.rows - 1) * access.row_stride +
                                 (access.planes - 1) * access.plane_stride + access.run});
    }
  }
  return rows;
}

bool share_bytes(const FeatureMap& a, const Box& box_a, const FeatureMap& b, const Box& box_b) {
  const std::vector<Extent> others = rows_of(b, box_b);
  for (const Extent& row : rows_of(a, box_a)) {
    for (const Extent& other : others) {
      if (row.begin < other.end && other.begin < row.end) return true;
    }
  }
  return false;
}

bool meet(const Box& a, const Box& b) {
  return a.y0 < b.y1 && b.y0 < a.y1 && a.x0 < b.x1 && b.x0 < a.x1 && a.z0 < b.z1 && b.z0 < a.z1;
}

std::int32_t count(std::int32_t extent, std::int32_t block) { return (extent + block - 1) / block; }

// Returns the extent of OFM block number `index` in the order of execution, not clipped at the
// edges of the OFM. A negative index gives a block above the OFM.
Box block_at(const Operation& op, std::int64_t index) {
  const std::int64_t deep = count(op.ofm.depth, op.block.depth);
  const std::int64_t wide = count(op.ofm.width, op.block.width);
  std::int64_t row = index / (deep * wide);
  if (index < row * deep * wide) --row;
  const std::int64_t in_row = index - row * deep * wide;
  const std::int32_t z = static_cast<std::int32_t>(in_row % deep) * op.block.depth;
  const std::int32_t x = static_cast<std::int32_t>(in_row / deep) * op.block.width;
  const std::int32_t y = static_cast<std::int32_t>(row) * op.block.height;
  return Box{y, y + op.block.height, x, x + op.block.width, z, z + op.block.depth};
}

// Returns the extent of OFM block number `index`; nullopt if the operation has no such block.
std::optional<Box> output_of(const Operation& op, std::int64_t index) {
  if (index < 0 || index >= block_count(op)) return std::nullopt;
  return block_at(op, index);
}

// Returns the number of rows or columns of the IFM that `outputs` rows or columns of the OFM need,
// rounded up to a multiple of `unit`. `stride` and `extent` are those of the kernel along this
// axis.
std::int32_t span(const Operation& op, std::int32_t outputs, std::int32_t stride,
                  std::int32_t extent, std::int32_t unit) {
  const std::int32_t rows = (outputs - 1) * stride + extent;
  const std::int32_t stored = op.upscale == Upscale::none ? rows : count(rows + 1, 2);
  return count(stored, unit) * unit;
}

std::int32_t step_depth(const Config& config, const Operation& op) {
  if (op.type != OperationType::conv) return op.ifm.depth;
  if (config.product != Product::u85) return ifm_step_depth(op);
  return op.part_kernel ? 16 : 64;
}

// Whether each block reads only the input channels with the same indices as its output channels.
// True only on U85, for depthwise convolutions, resizing, and pooling except sums over channels.
bool reads_own_channels(const Config& config, const Operation& op) {
  return config.product == Product::u85 && !reduces_depth(op) &&
         (op.type == OperationType::depthwise || op.type == OperationType::pool ||
          op.type == OperationType::resize);
}

// Returns the depth of the OFM blocks, rounded up to whole units of the IFM RAM.
std::int32_t whole_units(const Config& config, const Operation& op) {
  const u85::BlockQuery query{config,
                              op,
                              u85::BlockKind::depthwise,
                              {},
                              {},
                              false,
                              op.microblock.value_or(config.microblock),
                              0};
  return round_up(op.block.depth, u85::ifm_unit(query, op.block.depth).depth);
}

// Returns the part of the IFM that step number `index` of `op` reads; nullopt if `op` has no such
// step. A convolution takes, for each OFM block, one step per IFM block of channels; other
// operations take one step per OFM block. `pad_top` is the number of rows of padding above the IFM.
std::optional<Box> step_input(const Config& config, const Operation& op, std::int64_t index,
                              std::int32_t pad_top) {
  const std::int32_t depth = step_depth(config, op);
  const std::int32_t steps = reads_own_channels(config, op) ? 1 : count(op.ifm.depth, depth);
  std::optional<Box> box = output_of(op, index / steps);
  if (!box) return std::nullopt;
  if (reads_own_channels(config, op)) {
    box->z1 = box->z0 + whole_units(config, op);
  } else {
    box->z0 = static_cast<std::int32_t>(index % steps) * depth;
    box->z1 = box->z0 + depth;
  }
  if (op.type == OperationType::elementwise) return box;
  const Window& window = op.window;
  box->y0 = std::max(0, box->y0 * window.stride_h - pad_top);
  box->x0 = std::max(0, box->x0 * window.stride_w - window.pad_left);
  box->y1 = box->y0 +
            span(op, op.block.height, window.stride_h, window.extent_h(), config.microblock.height);
  box->x1 = box->x0 +
            span(op, op.block.width, window.stride_w, window.extent_w(), config.microblock.width);
  return box;
}

// Returns how many blocks of operation `before` may be unfinished when the first step (step 0) of
// the next operation `op` starts. For each later step of `op`, one block fewer may be unfinished.
// `share` says whether the input of a step and the output of a block share bytes.
template <typename Share>
std::int32_t dependency(const Config& config, const Operation& before, const Operation& op,
                        DependencyRule rule, const Share& share) {
  // Release 3 of Arm's compiler mistakes the padding on the right for the padding at the top;
  // as_compiled does the same.
  const bool as_compiled = rule == DependencyRule::as_compiled && config.product != Product::u85;
  const std::int32_t pad_top = as_compiled ? op.window.pad_right : op.window.pad_top;
  std::int32_t allowed = config.max_block_dependency;
  if (config.product == Product::u85) {
    allowed = static_cast<std::int32_t>(std::min<std::int64_t>(allowed, block_count(before)));
  }
  for (std::int32_t step = 0; step < allowed; ++step) {
    const std::optional<Box> input = step_input(config, op, step, pad_top);
    if (!input) break;
    for (std::int32_t blocks_after = 0; step + blocks_after < allowed; ++blocks_after) {
      const std::int64_t index = block_count(before) - 1 - blocks_after;
      // A negative `index` means rows above the first block of `before`. If `before` computes a
      // stripe of a map, these rows belong to an earlier stripe. The compiler compares these rows
      // as well.
      if (index < 0 && !as_compiled) break;
      if (share(*input, block_at(before, index))) allowed = step + blocks_after;
    }
  }
  return allowed;
}

}  // namespace

std::int32_t block_dependency(const Config& config, const Operation& before, const Operation& op,
                              DependencyRule rule) {
  const bool first = op.reads_ifm && overlap(before.ofm, op.ifm);
  const bool second = op.reads_ifm2 && overlap(before.ofm, op.ifm2);
  if (!first && !second) return config.max_block_dependency;
  if ((first && second) || op.ifm2_is_weights || before.transpose != Transpose::hwc) return 0;
  const FeatureMap& shared = first ? op.ifm : op.ifm2;
  const bool by_address = rule == DependencyRule::as_compiled && config.product != Product::u85;
  if (by_address && !is_same_map(before.ofm, shared)) {
    return dependency(config, before, op, rule, [&](const Box& input, const Box& output) {
      return share_bytes(shared, input, before.ofm, output);
    });
  }
  if (!same_strides(before.ofm, shared)) return 0;
  const Offset written_at = offset_in(shared, before.ofm);
  return dependency(config, before, op, rule, [&](const Box& input, const Box& output) {
    return meet(input, moved(output, written_at));
  });
}

}  // namespace spillway::ethosu
