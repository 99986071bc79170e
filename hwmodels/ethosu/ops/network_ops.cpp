// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/network_ops.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/block/block_alternatives.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {
namespace {

BlockConfig blocks_of_first(const Config& config, const NpuOp& op, const Operator& whole) {
  if (!whole.block) return find_block_config(config, op);
  return with_ofm_block(config, op, {whole.block->height, whole.block->width, whole.block->depth});
}

}  // namespace

NetworkOps network_ops(const Network& network, const Config& config) {
  NetworkOps result(network.operators.size());
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    std::vector<BlockedOp>& blocked = result[i];
    for (NpuOp& op : npu_ops(network, static_cast<std::int32_t>(i))) {
      BlockConfig blocks;
      if (takes_chained_operand(op.operation)) {
        blocks = blocked.back().blocks;
      } else if (op.copied_bytes == 0) {
        blocks = blocked.empty() ? blocks_of_first(config, op, network.operators[i])
                                 : find_block_config(config, op);
      }
      set_blocks(blocks, op.operation);
      op.network = &network;
      op.config = &config;
      blocked.push_back({std::move(op), blocks});
    }
  }
  return result;
}

std::vector<std::vector<OutputBlock>> alternatives_per_operator(const Network& network,
                                                                const Target& target) {
  const Config& config = config_of(target);
  std::vector<std::vector<OutputBlock>> result(network.operators.size());
  const NetworkOps ops = network_ops(network, config);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (ops[i].empty() || ops[i].front().npu.copied_bytes > 0) continue;
    for (const BlockShape& block : block_alternatives(config, ops[i].front().npu)) {
      result[i].push_back({block.height, block.width, block.depth});
    }
  }
  return result;
}

std::string set_operator_blocks(Network& network, const Target& target,
                                const OperatorBlocks& blocks) {
  if (blocks.empty()) return "";
  const Config& config = config_of(target);
  const NetworkOps ops = network_ops(network, config);
  for (const auto& [op, block] : blocks) {
    if (op < 0 || static_cast<std::size_t>(op) >= ops.size()) {
      return fmt::format("there is no operator {}; the lowered network has operators 0 to {}", op,
                         static_cast<std::int64_t>(ops.size()) - 1);
    }
    const std::string name =
        fmt::format("operator {} ({})", op, at(network.operators, op).type_name);
    const std::vector<BlockedOp>& operations = at(ops, op);
    const bool computes = !operations.empty() && operations.front().npu.copied_bytes == 0;
    const auto fitting =
        computes ? fitting_blocks(config, operations.front().npu) : std::vector<BlockShape>{};
    if (fitting.empty()) return "the blocks of " + name + " cannot be chosen";
    const BlockShape shape{block.height, block.width, block.depth};
    if (std::find(fitting.begin(), fitting.end(), shape) == fitting.end()) {
      const BlockShape& now = operations.front().blocks.ofm;
      return fmt::format(
          "{} cannot have blocks of {}x{}x{}; it has {}x{}x{} now (height, width and "
          "depth)",
          name, shape.height, shape.width, shape.depth, now.height, now.width, now.depth);
    }
    at(network.operators, op).block = block;
  }
  return "";
}

}  // namespace spillway::ethosu
