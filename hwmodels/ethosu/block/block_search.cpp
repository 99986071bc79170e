// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/block_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <vector>

#include "base/diagnostics.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/block/block_search_u85.h"
#include "hwmodels/ethosu/block/shram.h"

namespace spillway::ethosu {
namespace {

// The largest OFM block that Vela 3.10 uses. If an OFM has more channels than a block, the depth of
// its blocks is a multiple of split_depth.
constexpr BlockShape largest_block{32, 64, 128};
constexpr std::int32_t split_depth = 16;
// The number of IFM channels that the MAC array consumes at a time.
constexpr std::int32_t ifm_microblock_depth = 8;

double area(const BlockShape& shape) { return static_cast<double>(shape.height) * shape.width; }

/// Everything on which the choice of a block depends. If an operation reads or writes only a part
/// of a map, `ifm` and `ofm` are the extents of the whole map.
struct Search {
  BlockShape microblock;
  ShramRules shram;
  BlockShape ofm;
  BlockShape ifm;
  std::int32_t kernel_h = 1;
  std::int32_t stride_h = 1, stride_w = 1;
  std::int32_t extent_h = 1, extent_w = 1;
  std::int32_t sub_kernel_taps = 1;  // the most taps along each side of a sub-kernel
  Upscale upscale = Upscale::none;
  bool mixes_depth = false;
  bool elementwise = false;
  bool depthwise = false;
  bool part_kernel = false;
  bool fetches_weights = false;
  std::int32_t ifm_block_depth = 32;

  using Figures = std::array<std::int32_t, 29>;
  Figures figures() const {
    return {microblock.height,
            microblock.width,
            microblock.depth,
            shram.banks,
            shram.ifm_granule,
            shram.accumulator_granule,
            shram.ifm_bits,
            shram.accumulator_bits,
            shram.accumulates,
            shram.ifm_operands,
            ofm.height,
            ofm.width,
            ofm.depth,
            ifm.height,
            ifm.width,
            ifm.depth,
            kernel_h,
            stride_h,
            stride_w,
            extent_h,
            extent_w,
            sub_kernel_taps,
            static_cast<std::int32_t>(upscale),
            mixes_depth,
            elementwise,
            depthwise,
            part_kernel,
            fetches_weights,
            ifm_block_depth};
  }
};

bool prefers_part_kernel(const Operation& op) {
  const std::int32_t depth = op.ifm.depth;
  if (depth <= 8) return true;
  const bool narrow = op.ifm.element_bytes == 1;
  const std::int32_t taps = op.window.kernel_h * op.window.kernel_w;
  const double depth_first = static_cast<double>(depth) / round_up(depth, narrow ? 32 : 16);
  const double kernel_first =
      static_cast<double>(depth) * taps /
      (static_cast<double>(round_up(depth, 8)) * round_up(taps, narrow ? 4 : 2));
  return kernel_first >= depth_first;
}

std::int32_t depth_of_ifm_blocks(const Operation& op, bool part_kernel) {
  if (op.ifm.element_bytes == 2) return round_up(std::min(op.ifm.depth, 16), 4);
  return round_up(std::min(op.ifm.depth, part_kernel ? 16 : 32), ifm_microblock_depth);
}

void widen(FeatureMap& map, const BlockShape& whole) {
  if (whole.height == 0) return;
  map.height = whole.height;
  map.width = whole.width;
  map.depth = whole.depth;
}

Operation widened(const NpuOp& npu_op) {
  Operation op = npu_op.operation;
  widen(op.ifm, npu_op.ifm_whole);
  widen(op.ifm2, npu_op.ifm2_whole);
  widen(op.ofm, npu_op.ofm_whole);
  return op;
}

Search make_search(const Config& config, const NpuOp& npu_op) {
  const Operation op = widened(npu_op);
  Search search;
  search.microblock = config.microblock;
  search.shram = shram_rules(config, op, npu_op.table);
  search.ofm = shape_of(op.ofm);
  search.ifm = shape_of(op.ifm);
  search.kernel_h = op.window.kernel_h;
  search.stride_h = op.window.stride_h;
  search.stride_w = op.window.stride_w;
  search.extent_h = op.window.extent_h();
  search.extent_w = op.window.extent_w();
  search.sub_kernel_taps = op.sub_kernel_taps;
  search.upscale = op.upscale;
  search.elementwise = op.type == OperationType::elementwise;
  search.depthwise = op.type == OperationType::depthwise;
  search.mixes_depth = reduces_depth(op);
  search.fetches_weights =
      (op.type == OperationType::conv || search.depthwise) && !npu_op.vector_product;
  search.part_kernel = search.fetches_weights && prefers_part_kernel(op);
  search.ifm_block_depth = depth_of_ifm_blocks(op, search.part_kernel);
  if (search.elementwise && op.reads_ifm2 && shape_of(op.ifm2).elements() > search.ifm.elements()) {
    search.ifm = shape_of(op.ifm2);
  }
  return search;
}

// Returns the number of rows or columns of the IFM that `count` rows or columns of the OFM need for
// one sub-kernel (part of a large kernel).
std::int32_t needed(const Search& search, std::int32_t count, std::int32_t stride,
                    std::int32_t extent) {
  const std::int32_t span = (count - 1) * stride + std::min(extent, search.sub_kernel_taps);
  if (search.upscale == Upscale::none) return span;
  return round_up(span + (search.upscale == Upscale::nearest ? 1 : 0), 2) / 2;
}

BlockShape ifm_block_for(const Search& search, const BlockShape& ofm_block) {
  const BlockShape& unit = search.microblock;
  return {round_up(needed(search, ofm_block.height, search.stride_h, search.extent_h), unit.height),
          round_up(needed(search, ofm_block.width, search.stride_w, search.extent_w), unit.width),
          search.mixes_depth ? search.ifm_block_depth : ofm_block.depth};
}

// Returns the cost of a block. The search takes the block of least cost. For elementwise
// operations, the cost is the number of OFM elements divided by the block's, but at least 1. For
// other operations, the cost is the number of elements of IFM and weights that are fetched per
// element of the OFM:
// * For reads of the IFM, a block that is clipped at the edge of the OFM counts as a fraction along
//   height and width. Along depth, it counts as a whole block if mixes_depth.
// * For reads of weights, a clipped block counts as a whole block along height and width.
// The cost is halved if the double buffer holds the whole IFM.
double cost_of(const Search& search, const BlockShape& ofm_block, const BlockShape& ifm_block) {
  const double outputs = static_cast<double>(search.ofm.elements());
  double cost = 0;
  if (search.elementwise) {
    cost = std::max(outputs / static_cast<double>(ofm_block.elements()), 1.0);
  } else {
    const double rows = static_cast<double>(search.ofm.height) / ofm_block.height;
    const double columns = static_cast<double>(search.ofm.width) / ofm_block.width;
    const double full_columns = static_cast<double>(ceil_div(search.ofm.height, ofm_block.height)) *
                                static_cast<double>(ceil_div(search.ofm.width, ofm_block.width));
    const auto full_depth = static_cast<double>(ceil_div(search.ofm.depth, ofm_block.depth));
    const double kernel_area = search.fetches_weights ? search.extent_h * search.extent_w : 0;
    double weights = kernel_area * search.ifm.depth * full_columns;
    if (!search.depthwise) {
      weights *= ofm_block.depth * (static_cast<double>(search.ofm.depth) / ofm_block.depth);
    }
    const auto ifm_repeats = static_cast<double>(ceil_div(search.extent_h, search.sub_kernel_taps) *
                                                 ceil_div(search.extent_w, search.sub_kernel_taps));
    double ifm = area(ifm_block) * search.ifm.depth * ifm_repeats * (rows * columns);
    if (search.mixes_depth) ifm *= full_depth;
    cost = (ifm + weights) / outputs;
  }
  const bool buffers_hold_ifm = search.ifm.elements() < ifm_block.elements() * 2;
  return buffers_hold_ifm ? cost / 2 : cost;
}

// The block with the least cost so far. A block of lower cost always replaces the best block. A
// block of equal cost replaces the best block only if its height and width are at most 4. If the
// best block has itself replaced a block of equal cost, the new block must also divide the IFM into
// no more IFM blocks than the best block does.
struct Best {
  BlockConfig config;
  double cost = std::numeric_limits<double>::infinity();
  double coverage = std::numeric_limits<double>::infinity();

  bool found() const { return cost < std::numeric_limits<double>::infinity(); }

  void offer(const Search& search, const BlockShape& ofm_block, const BlockShape& ifm_block) {
    const double offered = cost_of(search, ofm_block, ifm_block);
    if (offered > cost) return;
    if (offered == cost) {
      const double covered = static_cast<double>(std::min(search.ifm.height, ifm_block.height)) *
                             std::min(search.ifm.width, ifm_block.width);
      const double blocks = area(search.ifm) / covered;
      if (blocks > coverage || ofm_block.height > 4 || ofm_block.width > 4) return;
      coverage = blocks;
    } else {
      coverage = std::numeric_limits<double>::infinity();
    }
    cost = offered;
    config.ofm = ofm_block;
    config.ifm = ifm_block;
  }
};

// Returns the extents of the part of a block for which accumulators are reserved. If the OFM and
// the kernel have a single row and the microblock has two rows, only one row of the block needs
// accumulators.
BlockShape accumulated(const Search& search, const BlockShape& block) {
  const bool one_row =
      search.ofm.height == 1 && search.kernel_h == 1 && search.microblock.height == 2;
  return one_row ? BlockShape{1, block.width, block.depth} : block;
}

template <typename Offer>
void search_depth(const Search& search, const BlockShape& limit, std::int32_t depth,
                  Offer&& offer) {
  const BlockShape& unit = search.microblock;
  // misfits[index(height, width)] is true if the block with height and width exchanged did not fit.
  // Vela then skips the block of `height` rows and `width` columns.
  constexpr auto side = static_cast<std::size_t>(largest_block.width) + 1;
  std::vector<bool> misfits(side * side);
  const auto index = [](std::int32_t height, std::int32_t width) {
    return static_cast<std::size_t>(height) * side + static_cast<std::size_t>(width);
  };
  for (std::int32_t height = unit.height; height <= limit.height; height += unit.height) {
    for (std::int32_t width = unit.width; width <= limit.width; width += unit.width) {
      if (misfits[index(height, width)]) continue;
      const BlockShape ofm_block{height, width, depth};
      const BlockShape ifm_block = ifm_block_for(search, ofm_block);
      if (fits_shram(search.shram, accumulated(search, ofm_block), ifm_block)) {
        offer(ofm_block, ifm_block);
      } else {
        misfits[index(width, height)] = true;
      }
    }
  }
}

// Calls `offer(ofm_block, ifm_block)` for each block that fits the buffer, in the compiler's order.
template <typename Offer>
void for_each_fitting(const Search& search, Offer&& offer) {
  const BlockShape& unit = search.microblock;
  const BlockShape limit{round_up(std::min(search.ofm.height, largest_block.height), unit.height),
                         round_up(std::min(search.ofm.width, largest_block.width), unit.width),
                         round_up(std::min(search.ofm.depth, largest_block.depth), unit.depth)};
  const auto split = [&](std::int32_t depth) {
    return depth < search.ofm.depth ? round_up(depth, split_depth) : depth;
  };
  for (std::int32_t depth = split(std::max(unit.depth, std::min(limit.depth, split_depth)));
       depth <= limit.depth; depth = split(depth + unit.depth)) {
    search_depth(search, limit, depth, offer);
  }
}

BlockConfig exhaustive_search(const Search& search) {
  Best best;
  for_each_fitting(search, [&](const BlockShape& ofm_block, const BlockShape& ifm_block) {
    best.offer(search, ofm_block, ifm_block);
  });
  best.config.part_kernel = search.part_kernel && !search.depthwise;
  return best.found() ? best.config : BlockConfig{{0, 0, 0}, {0, 0, 0}, false, {}};
}

// Returns the result of exhaustive_search() from a cache. The cache saves time because networks
// repeat layers of the same shape, and because every candidate plan needs the blocks of all layers.
BlockConfig remembered_search(const Search& search) {
  constexpr std::size_t most = 4096;  // results in the cache, about 1 MB; a full cache is emptied
  thread_local std::map<Search::Figures, BlockConfig> known;
  const Search::Figures figures = search.figures();
  const auto found = known.find(figures);
  if (found != known.end()) return found->second;
  if (known.size() == most) known.clear();
  return known.emplace(figures, exhaustive_search(search)).first->second;
}

}  // namespace

void set_blocks(const BlockConfig& blocks, Operation& operation) {
  operation.block = blocks.ofm;
  operation.part_kernel = blocks.part_kernel;
  operation.microblock = blocks.microblock;
}

ShramLayout shram_layout(const Config& config, const Operation& op, bool table) {
  NpuOp npu;
  npu.operation = op;
  npu.table = table;
  Search search = make_search(config, npu);
  search.ifm_block_depth = depth_of_ifm_blocks(op, op.part_kernel);
  return lay_out_shram(search.shram, accumulated(search, op.block),
                       ifm_block_for(search, op.block));
}

std::int32_t ifm_step_depth(const Operation& op) { return depth_of_ifm_blocks(op, false); }

BlockConfig find_block_config(const Config& config, const NpuOp& op) {
  const BlockConfig found = config.product == Product::u85
                                ? find_block_config_u85(config, op)
                                : remembered_search(make_search(config, op));
  if (found.ofm.elements() == 0) {
    throw UserError(ExitCode::run_failed,
                    "operator '" + op.name + "': no block of its output fits the NPU's buffer");
  }
  return found;
}

std::vector<BlockShape> fitting_blocks(const Config& config, const NpuOp& op) {
  if (config.product == Product::u85) return fitting_blocks_u85(config, op);
  std::vector<BlockShape> blocks;
  const Search search = make_search(config, op);
  if (search.elementwise) return blocks;
  for_each_fitting(search, [&](const BlockShape& ofm_block, const BlockShape& /*ifm_block*/) {
    blocks.push_back(ofm_block);
  });
  return blocks;
}

BlockConfig with_ofm_block(const Config& config, const NpuOp& op, const BlockShape& ofm) {
  if (config.product == Product::u85) return with_ofm_block_u85(config, op, ofm);
  const Search search = make_search(config, op);
  return {ofm, ifm_block_for(search, ofm), search.part_kernel && !search.depthwise, {}};
}

BlockConfig find_stripe_blocks(const Config& config, const NpuOp& op, std::int32_t rows) {
  NpuOp stripe = op;
  stripe.ifm_whole = stripe.ifm2_whole = stripe.ofm_whole = {0, 0, 0};
  Operation& operation = stripe.operation;
  operation.ofm.height = std::min(rows, operation.ofm.height);
  std::int32_t needed_rows = operation.ofm.height;
  if (operation.type != OperationType::elementwise) {
    const Window& window = operation.window;
    needed_rows = (operation.ofm.height - 1) * window.stride_h + window.extent_h();
  }
  operation.ifm.height = std::min(needed_rows, operation.ifm.height);
  if (operation.ifm2.height > 1) operation.ifm2.height = operation.ofm.height;
  return find_block_config(config, stripe);
}

}  // namespace spillway::ethosu
