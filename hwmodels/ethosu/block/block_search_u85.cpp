// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/block_search_u85.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/rounding.h"
#include "hwmodels/ethosu/block/block_query_u85.h"

namespace spillway::ethosu {
namespace {

using u85::BlockQuery;
using u85::depth_granule;

double filled(std::int32_t count, std::int32_t granule) {
  return static_cast<double>(count) / round_up(count, granule);
}

/// The exhaustive search for the blocks of convolutions, fully-connected operations (Vela: vector
/// products) and copies. Considers all blocks that fit. Finds the block for which the fewest
/// elements are fetched per element of the OFM; for fully-connected operations, finds the block
/// with the largest area. Costs are in single precision, as in the compiler, so that the same
/// blocks have equal costs.
class ExhaustiveSearch {
 public:
  explicit ExhaustiveSearch(const BlockQuery& query) : query_(query) {}

  /// Returns the best block of which two fit the RAMs at once, for double buffering. If no such
  /// block exists, returns the best block of which one fits.
  BlockConfig run() {
    for (blocks_in_ram_ = 2; blocks_in_ram_ > 0 && !found(); --blocks_in_ram_) {
      fitting_.clear();
      search();
    }
    return best_;
  }

  /// Returns all blocks among which run() has chosen.
  const std::vector<BlockShape>& fitting() const { return fitting_; }

 private:
  bool found() const { return cost_ < std::numeric_limits<float>::infinity(); }

  void search() {
    const BlockShape& unit = query_.unit;
    const BlockShape step{unit.height, unit.width, std::max(unit.depth, depth_granule)};
    const BlockShape limit =
        u85::rounded(u85::larger(smaller(query_.ofm, u85::largest_block), step), unit);
    const auto split = [&](std::int32_t depth) {
      return depth < query_.ofm.depth ? round_up(depth, depth_granule) : depth;
    };
    for (std::int32_t depth = split(std::max(unit.depth, std::min(limit.depth, depth_granule)));
         depth <= limit.depth; depth = split(depth + unit.depth)) {
      bool fit = true;
      for (std::int32_t height = step.height; fit && height <= limit.height;
           height += step.height) {
        fit = search_row({height, step.width, depth}, limit.width);
      }
    }
  }

  // Tries blocks of the width of `block` and of multiples of this width up to `limit`, until a
  // block is too wide to fit. Returns whether any of these blocks fits.
  bool search_row(BlockShape block, std::int32_t limit) {
    const std::int32_t step = block.width;
    for (; block.width <= limit; block.width += step) {
      const BlockShape ifm_block = u85::ifm_block_for(query_, block);
      if (!fits(block, ifm_block)) break;
      fitting_.push_back(block);
      offer(block, ifm_block);
    }
    return block.width > step;
  }

  bool fits(const BlockShape& block, const BlockShape& ifm_block) const {
    std::int32_t depth = block.depth;
    std::int32_t unit_depth = depth;
    if (query_.ifm_block_depth > 0) {
      depth = std::min(ifm_block.depth, query_.ifm.depth);
      unit_depth = query_.ifm_block_depth;
    }
    const BlockShape unit = u85::ifm_unit(query_, unit_depth);
    const std::int64_t ifm_elements =
        std::int64_t{ifm_block.height} * ifm_block.width * round_up(depth, unit.depth);
    const std::int64_t accumulators =
        std::int64_t{block.height} * block.width * round_up(block.depth, depth_granule);
    return ifm_elements * blocks_in_ram_ <= u85::ifm_elements(query_) &&
           accumulators * blocks_in_ram_ <= u85::accumulators(query_);
  }

  float cost_of(const BlockShape& block, const BlockShape& ifm_block) const {
    const BlockShape& ofm = query_.ofm;
    const auto area = static_cast<float>(block.height * block.width);
    if (query_.kind == u85::BlockKind::vector_product) return 1.0F / area;
    const Window& window = query_.op.window;
    const auto parts = [](std::int32_t whole, std::int32_t part) {
      return static_cast<float>(whole) / static_cast<float>(part);
    };
    const auto full = [](std::int32_t whole, std::int32_t part) {
      return static_cast<float>(ceil_div(whole, part));
    };
    const auto depth = static_cast<float>(query_.ifm.depth);
    const bool weighted = query_.kind == u85::BlockKind::convolution;
    float weights = weighted ? static_cast<float>(window.kernel_h * window.kernel_w) : 0.0F;
    weights *= depth * (full(ofm.height, block.height) * full(ofm.width, block.width));
    weights *= parts(ofm.depth, block.depth) * static_cast<float>(block.depth);
    const auto sub_kernels =
        static_cast<float>(ceil_div(window.extent_h(), query_.op.sub_kernel_taps) *
                           ceil_div(window.extent_w(), query_.op.sub_kernel_taps));
    float fetched = static_cast<float>(ifm_block.height * ifm_block.width) * depth * sub_kernels *
                    parts(ofm.width, block.width) * parts(ofm.height, block.height);
    if (query_.ifm_block_depth > 0) fetched *= full(ofm.depth, block.depth);
    return (fetched + weights) / static_cast<float>(ofm.elements());
  }

  void offer(const BlockShape& block, const BlockShape& ifm_block) {
    float cost = cost_of(block, ifm_block);
    if (query_.ifm.elements() < ifm_block.elements() * 2) cost /= 2;
    if (cost > cost_) return;
    float covered_in = std::numeric_limits<float>::infinity();
    if (cost == cost_) {
      const BlockShape covered = smaller(query_.ifm, ifm_block);
      covered_in = static_cast<float>(std::int64_t{query_.ifm.height} * query_.ifm.width) /
                   static_cast<float>(std::int64_t{covered.height} * covered.width);
      if (covered_in > covered_in_ || block.height > 4 || block.width > 4) return;
    }
    cost_ = cost;
    covered_in_ = covered_in;
    best_.ofm = block;
    best_.ifm = ifm_block;
  }

  const BlockQuery& query_;
  std::int32_t blocks_in_ram_ = 2;
  float cost_ = std::numeric_limits<float>::infinity();
  // The number of IFM blocks into which the best block divides the IFM: the IFM's area divided by
  // the area of an IFM block. Only used to choose between blocks of equal cost. Infinite if the
  // best block has not replaced a block of equal cost.
  float covered_in_ = std::numeric_limits<float>::infinity();
  BlockConfig best_{{0, 0, 0}, {0, 0, 0}, false, {}};
  std::vector<BlockShape> fitting_;
};

}  // namespace

bool u85_reads_part_kernel_first(std::int32_t taps, std::int32_t inputs, bool sparse) {
  const std::int32_t granule = sparse ? 10 : 5;
  const std::int32_t padded = granule * (taps / granule) + std::max(taps % granule, sparse ? 4 : 2);
  return filled(inputs, 16) * (static_cast<double>(taps) / padded) >=
         filled(inputs, sparse ? 128 : 64);
}

BlockConfig find_block_config_u85(const Config& config, const NpuOp& op) {
  const BlockQuery query = u85::make_query(config, op);
  BlockConfig found;
  switch (query.kind) {
    case u85::BlockKind::elementwise:
      found.ofm = found.ifm = u85::elementwise_block(query);
      break;
    case u85::BlockKind::depthwise:
    case u85::BlockKind::pooling:
    case u85::BlockKind::reduce_sum:
      found.ofm = u85::depthwise_block(query);
      found.ifm = u85::ifm_block_for(query, found.ofm);
      break;
    default:
      found = ExhaustiveSearch(query).run();
  }
  found.part_kernel = query.part_kernel;
  found.microblock = query.unit;
  return found;
}

std::vector<BlockShape> fitting_blocks_u85(const Config& config, const NpuOp& op) {
  const BlockQuery query = u85::make_query(config, op);
  switch (query.kind) {
    case u85::BlockKind::convolution:
    case u85::BlockKind::vector_product: {
      ExhaustiveSearch search(query);
      search.run();
      return search.fitting();
    }
    case u85::BlockKind::depthwise:
    case u85::BlockKind::pooling:
      return u85::depthwise_blocks(query);
    default:
      return {};
  }
}

BlockConfig with_ofm_block_u85(const Config& config, const NpuOp& op, const BlockShape& ofm) {
  const BlockQuery query = u85::make_query(config, op);
  return {ofm, u85::ifm_block_for(query, ofm), query.part_kernel, query.unit};
}

}  // namespace spillway::ethosu
