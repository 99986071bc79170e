// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "base/rounding.h"
#include "hwmodels/ethosu/block/block_query_u85.h"

namespace spillway::ethosu::u85 {
namespace {

std::int32_t round_down(std::int32_t value, std::int32_t granule) {
  return value / granule * granule;
}

BlockShape granule_of(const BlockQuery& query) {
  return {query.unit.height, query.unit.width, depth_granule};
}

/// Returns the block width that divides the `whole` columns of an OFM most evenly: the width for
/// which the last block of a row has the most columns. If several widths are equally good, returns
/// the largest of them. Let E be the width of an even division: `whole` divided by the number of
/// blocks per row if blocks are `most` columns wide. E is rounded up to whole granules (multiples
/// of `granule`). The candidates are `most`, (`most` - `granule`), (`most` - 2 * `granule`) and so
/// on. No candidate is less than E - 2 * `granule`, E / 2 or `granule`.
std::int32_t even_width(std::int32_t whole, std::int32_t granule, std::int32_t most) {
  if (whole % most == 0) return most;
  const std::int32_t even = std::max(round_up(whole / (whole / most + 1), granule), granule);
  const std::int32_t least = std::max(std::max(even - 2 * granule, (even + 1) / 2), granule);
  std::int32_t best = most;
  std::int32_t fullest = whole % most;
  for (std::int32_t width = most; width >= least; width -= granule) {
    const std::int32_t rest = whole % width == 0 ? width : whole % width;
    if (rest <= fullest) continue;
    best = width;
    fullest = rest;
  }
  return best;
}

/// Finds the block that suits the OFM best. For every depth, finds the largest block that fits the
/// RAMs and has about the OFM's ratio of height to width. Of these blocks, takes the block with the
/// smallest misfit_of().
class AreaFit {
 public:
  explicit AreaFit(const BlockQuery& query)
      : query_(query),
        granule_(granule_of(query)),
        ofm_(rounded(query.ofm, granule_)),
        limit_(smaller(ofm_, largest_block)),
        single_tap_(query.op.window.extent_h() == 1 && query.op.window.extent_w() == 1) {}

  BlockShape run() const {
    BlockShape best = granule_;
    double least = std::numeric_limits<double>::infinity();
    const std::int64_t by_room = accumulators(query_) / unit_accumulators();
    const auto deepest = static_cast<std::int32_t>(
        std::min<std::int64_t>(std::max<std::int64_t>(query_.config.macs, by_room), limit_.depth));
    for (std::int32_t depth = depth_granule; depth <= deepest; depth += depth_granule) {
      const std::optional<BlockShape> block = largest_of(depth);
      if (!block) break;
      const double misfit = misfit_of(*block);
      if (misfit >= least) continue;
      least = misfit;
      best = *block;
      if (covers(*block)) return ofm_;
    }
    return best;
  }

 private:
  std::int64_t unit_accumulators() const {
    return std::int64_t{query_.unit.height} * query_.unit.width * depth_granule;
  }

  bool covers(const BlockShape& block) const {
    return block.height >= query_.ofm.height && block.width >= query_.ofm.width &&
           block.depth >= query_.ofm.depth;
  }

  // Returns a block of about `pixels` pixels with the OFM's ratio of height to width. Each side is
  // rounded down to whole granules (the smallest blocks), but is at least one granule.
  BlockShape of_aspect(std::int64_t pixels) const {
    const double aspect = static_cast<double>(ofm_.height) / ofm_.width;
    double width = std::sqrt(static_cast<double>(pixels) / aspect);
    double height = width * aspect;
    if (height < 1) {
      width *= height;
    } else if (width < 1) {
      height *= width;
    }
    const auto whole = [](double extent, std::int32_t granule) {
      return round_down(std::max(static_cast<std::int32_t>(extent), granule), granule);
    };
    return {whole(height, granule_.height), whole(width, granule_.width), depth_granule};
  }

  BlockShape shaped(std::int64_t pixels, std::int32_t depth) const {
    BlockShape block = smaller(of_aspect(pixels), limit_);
    block.depth = depth;
    const std::int32_t area = block.height * block.width;
    if (block.width < ofm_.width) {
      block.width = even_width(ofm_.width, granule_.width, block.width);
    }
    block.height = std::max(round_down(area / block.width, granule_.height), granule_.height);
    return block;
  }

  // Returns the largest block of `depth` channels whose accumulators fit the accumulator RAM and
  // whose IFM fits the IFM RAM; nullopt if no block fits. Tries smaller and smaller numbers of
  // accumulators until the IFM fits as well.
  std::optional<BlockShape> largest_of(std::int32_t depth) const {
    constexpr int patience = 25;
    const std::int64_t all = accumulators(query_);
    const BlockShape unit =
        ifm_unit(query_, query_.ifm_block_depth > 0 ? query_.ifm_block_depth : depth);
    const std::int64_t whole_ifm = rounded(query_.ifm, unit).elements();
    std::int64_t room = all;
    std::int64_t last = -1;
    int repeated = 0;
    while (room >= unit_accumulators()) {
      const BlockShape block = shaped(room / depth, depth);
      const std::int64_t taken = block.elements();
      const double by_accumulators = static_cast<double>(all) / static_cast<double>(taken);
      const std::int64_t ifm = std::min(ifm_block_for(query_, block).elements(), whole_ifm);
      double by_ifm = static_cast<double>(ifm_elements(query_)) / static_cast<double>(ifm);
      if (by_accumulators >= 1 && by_ifm >= 1) return block;
      if (taken == last && ++repeated >= patience) by_ifm = 0.9;
      last = taken;
      if (by_ifm < 1 && by_accumulators > 1) room = std::min(room, taken);
      room = scaled(room, std::min(by_ifm, by_accumulators));
    }
    return std::nullopt;
  }

  std::int64_t scaled(std::int64_t room, double ratio) const {
    const std::int64_t unit = unit_accumulators();
    const std::int64_t whole = room / unit;
    const auto units = static_cast<std::int64_t>(static_cast<double>(whole) * ratio);
    return units * unit == room ? room - unit : units * unit;
  }

  // Returns how badly a block suits the OFM: the product of three factors, each at least 1.
  // * The first factor grows with the difference between the areas of block and OFM. The area is
  //   width times height, or width times depth if the kernel has a single tap.
  // * The second factor grows with the difference between the block's depth and the largest
  //   possible depth.
  // * The third factor grows with the number of unused channels in the block's last IFM unit.
  double misfit_of(const BlockShape& block) const {
    const auto beside_one = [](double ratio) { return std::abs(1.0 - ratio); };
    const std::int32_t unit_depth =
        ifm_unit(query_, query_.ifm_block_depth > 0 ? query_.ifm_block_depth : block.depth).depth;
    const std::int32_t used = block.depth % unit_depth == 0 ? unit_depth : block.depth % unit_depth;
    const double waste = 1.0 + (static_cast<double>(unit_depth - used) / unit_depth) / 10;
    const double depth = 1.0 + beside_one(static_cast<double>(limit_.depth) / block.depth) / 10;
    const std::int32_t other = single_tap_ ? block.depth : block.height;
    const double area = static_cast<double>(ofm_.width) * (single_tap_ ? ofm_.depth : ofm_.height);
    const double coverage = 1.0 + beside_one(area / (static_cast<double>(block.width) * other));
    return coverage * depth * waste;
  }

  const BlockQuery& query_;
  const BlockShape granule_;
  const BlockShape ofm_;
  const BlockShape limit_;
  const bool single_tap_;
};

/// Whether the IFM RAM has space for the block's IFM and for the IFM of one more row of granules
/// (the smallest blocks, as high and wide as a microblock).
bool has_row_ahead(const BlockQuery& query, const BlockShape& block) {
  const BlockShape row{query.unit.height, block.width, block.depth};
  return ifm_elements(query) - ifm_block_for(query, block).elements() >=
         ifm_block_for(query, row).elements();
}

/// Makes a block smaller until the IFM RAM has space for the block's IFM and for the IFM of one
/// more row of granules (the smallest blocks), so that this row can be fetched ahead. A block that
/// covers the whole OFM is not changed. Each step takes the first possible action of this list:
/// * Remove a row of granules, unless the block is as high as the OFM.
/// * Remove the channels of an IFM unit, if the block has more channels than columns.
/// * Remove a column of granules, unless the block is as wide as the OFM.
/// If no action of the list is possible, one condition of the list is dropped for all later steps:
/// first "if the block has more channels than columns", then the condition on rows ("unless the
/// block is as high as the OFM"), then the condition on columns. If all three conditions are
/// dropped and still no action is possible, the step halves the depth.
class RowAhead {
 public:
  RowAhead(const BlockQuery& query, const BlockShape& block)
      : query_(query),
        granule_(granule_of(query)),
        ofm_(rounded(query.ofm, granule_)),
        block_(block) {}

  BlockShape run() {
    while (!whole() && !has_row_ahead(query_, block_) && shrink()) continue;
    return block_;
  }

 private:
  bool whole() const {
    return block_.width >= ofm_.width && block_.height >= ofm_.height && block_.depth >= ofm_.depth;
  }

  bool shrink() {
    constexpr int all_sides = 3;
    const std::int32_t unit_depth =
        ifm_unit(query_, query_.ifm_block_depth > 0 ? query_.ifm_block_depth : block_.depth).depth;
    const bool rows = block_.height != ofm_.height || force_ >= 2;
    const bool columns = block_.width != ofm_.width || force_ >= all_sides;
    const bool channels = block_.depth > block_.width || force_ >= 1;
    if (rows && block_.height > granule_.height) {
      block_.height -= granule_.height;
    } else if (channels && block_.depth > unit_depth) {
      block_.depth -= unit_depth;
    } else if (columns && block_.width > granule_.width) {
      block_.width -= granule_.width;
    } else if (force_ < all_sides) {
      ++force_;
    } else if (block_.depth > depth_granule) {
      block_.depth = std::max(block_.depth / 2, depth_granule);
    } else {
      return false;
    }
    return true;
  }

  const BlockQuery& query_;
  const BlockShape granule_;
  const BlockShape ofm_;
  BlockShape block_;
  int force_ = 0;
};

/// Whether the RAMs have space for `block`. The accumulator RAM must hold its accumulators. The IFM
/// RAM must hold its IFM and, unless the block covers the whole OFM, the IFM of one more row of
/// granules (the smallest blocks), which is fetched ahead.
bool fits(const BlockQuery& query, const BlockShape& block) {
  if (block.elements() > accumulators(query)) return false;
  if (!(block == rounded(query.ofm, granule_of(query)))) return has_row_ahead(query, block);
  const std::int64_t whole_ifm = rounded(query.ifm, ifm_unit(query, block.depth)).elements();
  return std::min(ifm_block_for(query, block).elements(), whole_ifm) <= ifm_elements(query);
}

// Divides `whole` rows or columns into the fewest equal parts of at most `most`. Returns the extent
// of a part, rounded up to whole granules.
std::int32_t even_part(std::int32_t whole, std::int32_t granule, std::int32_t most) {
  if (whole % most == 0) return most;
  return std::max(round_up(whole / (whole / most + 1), granule), granule);
}

// Returns `value`, the depth or height of a block, times the largest factor for which the product
// is at most `limit` and the buffer still has space for `needed` columns. `room` is the number of
// columns for which the buffer has space. A deeper or higher column takes more space, so `room` is
// divided by the factor.
std::int32_t enlarged(std::int32_t value, std::int32_t limit, std::int32_t needed,
                      std::int32_t& room) {
  const std::int32_t times = std::min(room / needed, limit / value);
  if (times < 2) return value;
  room /= times;
  return value * times;
}

struct Broadcast {
  bool rows = false;
  bool columns = false;
  bool channels = false;
};

Broadcast broadcast_of(const BlockQuery& query) {
  const Operation& op = query.op;
  const BlockShape& ofm = query.ofm;
  return {op.ifm.height < ofm.height || op.ifm2.height < ofm.height,
          op.ifm.width < ofm.width || op.ifm2.width < ofm.width,
          op.ifm.depth < ofm.depth || op.ifm2.depth < ofm.depth};
}

}  // namespace

BlockShape depthwise_block(const BlockQuery& query) {
  return RowAhead(query, AreaFit(query).run()).run();
}

std::vector<BlockShape> depthwise_blocks(const BlockQuery& query) {
  const BlockShape granule = granule_of(query);
  const BlockShape limit = smaller(rounded(query.ofm, granule), largest_block);
  std::vector<BlockShape> blocks;
  BlockShape block;
  for (block.depth = granule.depth; block.depth <= limit.depth; block.depth += granule.depth) {
    for (block.height = granule.height; block.height <= limit.height;
         block.height += granule.height) {
      for (block.width = granule.width; block.width <= limit.width; block.width += granule.width) {
        if (fits(query, block)) blocks.push_back(block);
      }
    }
  }
  // `blocks` has no block that is higher than the OFM, but the compiler's block can be higher. In
  // this case, the compiler's block is added here.
  const BlockShape compilers = depthwise_block(query);
  if (std::find(blocks.begin(), blocks.end(), compilers) == blocks.end()) {
    blocks.push_back(compilers);
  }
  return blocks;
}

BlockShape elementwise_block(const BlockQuery& query) {
  constexpr std::int32_t chaining_slots = 6;
  constexpr std::int32_t brick = 16;
  const Config& config = query.config;
  const Operation& op = query.op;
  const BlockShape granule = granule_of(query);
  const BlockShape ofm = rounded(query.ofm, granule);
  const BlockShape limit = smaller(ofm, largest_block);
  // `out_columns` is the number of columns of 16 channels for which the output buffer has space.
  // `chained_columns` is the number of columns of 16 channels, each as high as a microblock, for
  // which one slot of the chaining buffer (it passes maps between operations inside the processor)
  // has space.
  const auto out_columns =
      static_cast<std::int32_t>(config.output_ram_bytes / op.ifm.element_bytes / depth_granule);
  const auto chained_columns =
      static_cast<std::int32_t>(config.chaining_ram_bytes / chaining_slots /
                                (brick * op.ifm.element_bytes) / query.unit.height);
  BlockShape block;
  block.height = even_part(ofm.height, granule.height, limit.height);
  const std::int32_t columns = std::max(
      even_part(ofm.width, granule.width, std::min(out_columns, limit.width)), granule.width);
  block.width = out_columns;
  block.depth = enlarged(depth_granule, limit.depth, columns, block.width);
  if (op.reads_ifm2 && !has_scalar(op)) {
    const Broadcast broadcast = broadcast_of(query);
    if (broadcast.channels) {
      block.depth = even_part(ofm.depth, depth_granule, limit.depth);
      block.width = chained_columns;
      if (!broadcast.rows && !broadcast.columns) {
        block.height = enlarged(query.unit.height, limit.height, columns, block.width);
      }
    } else if (broadcast.rows) {
      block.width = chained_columns;
      block.depth = enlarged(brick, limit.depth, columns, block.width);
    }
  }
  block.width = std::min(block.width, largest_block.width);
  return rounded(block, granule);
}

}  // namespace spillway::ethosu::u85
