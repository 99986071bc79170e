// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/npu_op.h"

/// This file holds the data on which the search for a U85's blocks depends, and the functions that
/// search for the block of each kind of operation.
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
  BlockShape ifm;  // the IFM; if there are two operands, the larger one
  BlockShape ofm;
  bool part_kernel = false;
  BlockShape unit;                   // the microblock
  std::int32_t ifm_block_depth = 0;  // 0 = as deep as the OFM block
};

BlockShape smaller(const BlockShape& a, const BlockShape& b);
BlockShape larger(const BlockShape& a, const BlockShape& b);
BlockShape rounded(const BlockShape& shape, const BlockShape& granule);

/// Collects the data on which the search for the block of `op` depends. The processor must have a
/// microblock for this kind of operation.
BlockQuery make_query(const Config& config, const NpuOp& op);

/// The number of elements of the IFM, and the number of accumulators, that fit the processor's
/// RAMs.
std::int64_t ifm_elements(const BlockQuery& query);
std::int64_t accumulators(const BlockQuery& query);

/// The unit in which the IFM RAM stores blocks of `depth` channels.
BlockShape ifm_unit(const BlockQuery& query, std::int32_t depth);

/// The part of the IFM that an OFM block needs for one sub-kernel, in whole units.
BlockShape ifm_block_for(const BlockQuery& query, const BlockShape& block);

/// The block of an elementwise operation.
BlockShape elementwise_block(const BlockQuery& query);

/// The block of depthwise convolutions, pooling and sums over channels.
BlockShape depthwise_block(const BlockQuery& query);

}  // namespace spillway::ethosu::u85
