// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/block_query_u85.h"

#include <algorithm>
#include <limits>

#include "base/rounding.h"
#include "hwmodels/ethosu/block/block_search_u85.h"

namespace spillway::ethosu::u85 {
namespace {

// U85s with at most this number of MACs per cycle choose the microblock (the part of a block that
// the MAC array computes at a time) by the kind of operation and the data type; larger U85s choose
// by the kind of operation only.
constexpr std::int32_t small_processor = 256;
constexpr std::int32_t brick_bits = 128;

std::int32_t ifm_bits(const Operation& op) { return 8 * op.ifm.element_bytes; }

BlockKind kind_of(const NpuOp& op) {
  const Operation& operation = op.operation;
  switch (operation.type) {
    case OperationType::conv:
      return op.vector_product ? BlockKind::vector_product : BlockKind::convolution;
    case OperationType::depthwise:
      return BlockKind::depthwise;
    case OperationType::elementwise:
      return BlockKind::elementwise;
    default:
      break;
  }
  if (operation.pool == PoolMode::reduce_sum) return BlockKind::reduce_sum;
  const bool copies = operation.window.kernel_h == 1 && operation.window.kernel_w == 1;
  return copies ? BlockKind::copy : BlockKind::pooling;
}

bool is_single_tap(const Window& window) { return window.kernel_h == 1 && window.kernel_w == 1; }

// Whether microblock `unit` (part of a block that the array computes at a time) can be used on the
// small processors, U85-128 and U85-256:
// * Elementwise operations use every microblock.
// * Depthwise convolutions, pooling and copies use microblocks of 8 channels for 16-bit data, and
//   microblocks of 16 channels otherwise.
// * Fully-connected operations (Vela: vector products) use microblocks of 8 channels, and for
//   16-bit data also of 16 channels.
// * Convolutions use microblocks of 8 channels. 16-bit convolutions of 1x1 in depth-first order
//   also use microblocks of 16 channels.
// * Sums over channels use microblocks of 8 channels.
bool serves_on_small(const BlockQuery& query, const BlockShape& unit) {
  const bool deep = unit.depth == depth_granule;
  const bool wide = query.op.ifm.element_bytes == 2;
  switch (query.kind) {
    case BlockKind::elementwise:
      return true;
    case BlockKind::depthwise:
    case BlockKind::pooling:
    case BlockKind::copy:
      return deep != wide;
    case BlockKind::vector_product:
      return !deep || wide;
    case BlockKind::convolution:
      return !deep || (wide && is_single_tap(query.op.window) && !query.part_kernel);
    case BlockKind::reduce_sum:
      return !deep;
  }
  return false;
}

// Whether microblock `unit` (part of a block that the array computes at a time) can be used on
// U85-512 and larger. Elementwise and fully-connected operations and convolutions use every
// microblock; all other operations use microblocks of 16 channels.
bool serves_on_large(const BlockQuery& query, const BlockShape& unit) {
  switch (query.kind) {
    case BlockKind::elementwise:
    case BlockKind::vector_product:
    case BlockKind::convolution:
      return true;
    default:
      return unit.depth == depth_granule;
  }
}

// Returns the microblock (part of a block that the array computes at a time) for which the OFM has
// the fewest elements when its sides are rounded up to whole microblocks. If several microblocks
// give equally few elements, returns the first of these microblocks.
BlockShape best_microblock(const BlockQuery& query) {
  BlockShape best;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const BlockShape& unit : query.config.microblocks) {
    const bool serves = query.config.macs <= small_processor ? serves_on_small(query, unit)
                                                             : serves_on_large(query, unit);
    const std::int64_t filled = rounded(query.ofm, unit).elements();
    if (!serves || filled >= least) continue;
    least = filled;
    best = unit;
  }
  return best;
}

std::int32_t depth_of_ifm_blocks(const BlockQuery& query) {
  switch (query.kind) {
    case BlockKind::depthwise:
    case BlockKind::pooling:
    case BlockKind::copy:
      return 0;
    default:
      break;
  }
  if (query.part_kernel) return 16;
  const bool shallow = query.config.macs <= small_processor && query.unit.depth == depth_granule;
  return ifm_bits(query.op) == 32 || shallow ? 32 : 64;
}

// Returns the number of rows or columns of the IFM that `count` rows or columns of the OFM need for
// one sub-kernel (part of a large kernel).
std::int32_t needed(const Operation& op, std::int32_t count, std::int32_t stride,
                    std::int32_t extent) {
  const std::int32_t span = (count - 1) * stride + std::min(extent, op.sub_kernel_taps);
  if (op.upscale == Upscale::none) return span;
  return round_up(span + (op.upscale == Upscale::nearest ? 1 : 0), 2) / 2;
}

}  // namespace

BlockShape larger(const BlockShape& a, const BlockShape& b) {
  return {std::max(a.height, b.height), std::max(a.width, b.width), std::max(a.depth, b.depth)};
}

BlockShape rounded(const BlockShape& shape, const BlockShape& granule) {
  return {round_up(shape.height, granule.height), round_up(shape.width, granule.width),
          round_up(shape.depth, granule.depth)};
}

BlockQuery make_query(const Config& config, const NpuOp& op) {
  const Operation& operation = op.operation;
  BlockQuery query{
      config, operation, kind_of(op), shape_of(operation.ifm), shape_of(operation.ofm), false,
      {},     0};
  const BlockShape second = shape_of(operation.ifm2);
  if (operation.reads_ifm2 && second.elements() > query.ifm.elements()) query.ifm = second;
  query.part_kernel =
      query.kind == BlockKind::convolution &&
      u85_reads_part_kernel_first(operation.window.kernel_h * operation.window.kernel_w,
                                  query.ifm.depth, false);
  query.unit = best_microblock(query);
  query.ifm_block_depth = depth_of_ifm_blocks(query);
  return query;
}

std::int64_t ifm_elements(const BlockQuery& query) {
  return query.config.ifm_ram_bytes / query.op.ifm.element_bytes;
}

std::int64_t accumulators(const BlockQuery& query) {
  return query.config.accumulator_ram_bytes / (query.op.wide_accumulator ? 8 : 4);
}

// Returns the unit in which the IFM RAM allocates space. A unit has a fixed number of bricks (128
// bits of channels of one pixel): the number of pixels of the largest microblock. If a block has
// more than one brick of channels, a unit has two or four bricks per pixel; it then has half or a
// quarter as many pixels. These pixels form a square or nearly a square. Exception: if the
// operation's microblock is 1x4, a unit of four pixels is a row.
BlockShape ifm_unit(const BlockQuery& query, std::int32_t depth) {
  const std::int32_t bits = depth * ifm_bits(query.op);
  std::int32_t bricks = 1;
  for (const BlockShape& unit : query.config.microblocks) {
    bricks = std::max(bricks, unit.height * unit.width);
  }
  std::int32_t deep = bits > 2 * brick_bits ? 4 : bits > brick_bits ? 2 : 1;
  deep = std::min(deep, bricks);
  const std::int32_t pixels = bricks / deep;
  const std::int32_t channels = deep * brick_bits / ifm_bits(query.op);
  const bool flat = query.unit.height == 1 && query.unit.width == 4;
  if (pixels == 4) return flat ? BlockShape{1, 4, channels} : BlockShape{2, 2, channels};
  const std::int32_t height = pixels < 4 ? 1 : pixels / 4;
  return {height, pixels / height, channels};
}

BlockShape ifm_block_for(const BlockQuery& query, const BlockShape& block) {
  const Window& window = query.op.window;
  const std::int32_t depth = query.ifm_block_depth > 0 ? query.ifm_block_depth : block.depth;
  const BlockShape shape{needed(query.op, block.height, window.stride_h, window.extent_h()),
                         needed(query.op, block.width, window.stride_w, window.extent_w()), depth};
  return rounded(shape, ifm_unit(query, depth));
}

}  // namespace spillway::ethosu::u85
