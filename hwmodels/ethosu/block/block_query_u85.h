// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"

/// The data on which the search for the blocks of a U85 depends, and the functions that find the
/// block for some kinds of operation.
namespace spillway::ethosu::u85 {

constexpr BlockShape largest_block{128, 128, 1024};
constexpr std::int32_t depth_granule = 16;  // the number of channels in a group of accumulators

enum class BlockKind : std::uint8_t {
  convolution,
  vector_product,
  depthwise,
  pooling,
  reduce_sum,
  copy,  // a pooling of 1x1
  elementwise,
};

struct BlockQuery {
  const Config& config;
  const Operation& op;
  BlockKind kind;
  BlockShape ifm;  // extents of the IFM or, if larger, of IFM2
  BlockShape ofm;
  bool part_kernel = false;
  BlockShape unit;                   // the chosen microblock
  std::int32_t ifm_block_depth = 0;  // in channels; 0 = as deep as the OFM block
};

BlockShape larger(const BlockShape& a, const BlockShape& b);
BlockShape rounded(const BlockShape& shape, const BlockShape& granule);

/// Returns the data on which the search for the block of `op` depends. `config` must have a
/// microblock (part of a block that the array computes at a time) for this kind of operation.
BlockQuery make_query(const Config& config, const NpuOp& op);

/// The capacities of a U85's RAMs: ifm_elements() is the number of IFM elements that fit the IFM
/// RAM, accumulators() is the number of accumulators that fit the accumulator RAM.
std::int64_t ifm_elements(const BlockQuery& query);
std::int64_t accumulators(const BlockQuery& query);

/// Returns the extents of the unit in which the IFM RAM allocates space for a block of `depth`
/// channels.
BlockShape ifm_unit(const BlockQuery& query, std::int32_t depth);

/// Returns the extents of the IFM that OFM block `block` needs for one sub-kernel (part of a large
/// kernel), rounded up to whole ifm_unit()s.
BlockShape ifm_block_for(const BlockQuery& query, const BlockShape& block);

/// Returns the OFM block of an elementwise operation.
BlockShape elementwise_block(const BlockQuery& query);

/// Returns the OFM block of a depthwise convolution, a pooling or a sum over channels.
BlockShape depthwise_block(const BlockQuery& query);

/// Returns all OFM blocks that a depthwise convolution or a pooling can have: the blocks that fit
/// the RAMs, whose height and width are multiples of the microblock's, and whose depth is a
/// multiple of 16 channels. The block of Arm's compiler is always in the list.
std::vector<BlockShape> depthwise_blocks(const BlockQuery& query);

}  // namespace spillway::ethosu::u85
