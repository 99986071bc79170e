// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/lower/lower.h"

#include <algorithm>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/network_ops.h"
#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {
namespace {

void mark_host(Network& network, CompilerRules rules) {
  for (Operator& op : network.operators) op.on_host = !host_reason(network, op, rules).empty();
}

}  // namespace

bool is_one_of(OpType type, std::initializer_list<OpType> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

bool TensorUses::only_consumer(TensorIndex tensor, std::int32_t op) const {
  const auto& readers = at(consumers, tensor);
  return !at(network_output, tensor) && readers.size() == 1 && readers.front() == op;
}

TensorUses tensor_uses(const Network& network) {
  TensorUses uses;
  uses.producer.assign(network.tensors.size(), -1);
  uses.consumers.resize(network.tensors.size());
  uses.writers.assign(network.tensors.size(), 0);
  uses.network_output.assign(network.tensors.size(), false);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    const auto index = static_cast<std::int32_t>(i);
    for (const TensorIndex tensor : op.outputs) {
      at(uses.producer, tensor) = index;
      ++at(uses.writers, tensor);
    }
    for (const TensorIndex tensor : op.inputs) {
      if (tensor != no_tensor) at(uses.consumers, tensor).push_back(index);
    }
  }
  for (const TensorIndex tensor : network.outputs) {
    at(uses.network_output, tensor) = true;
  }
  return uses;
}

void drop_removed(Network& network) {
  auto& ops = network.operators;
  ops.erase(
      std::remove_if(ops.begin(), ops.end(), [](const Operator& op) { return op.outputs.empty(); }),
      ops.end());
}

void add_scratch(Network& network) {
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Bytes bytes = scratch_bytes(network, static_cast<std::int32_t>(i));
    if (bytes == 0) continue;
    Operator& op = network.operators[i];
    Tensor scratch;
    scratch.name = op.name + "/scratch";
    scratch.type = DataType::uint8;
    scratch.shape = {static_cast<std::int32_t>(bytes)};
    scratch.kind = TensorKind::scratch;
    scratch.bytes = bytes;
    if (!op.input_views.empty()) op.input_views.emplace_back();
    op.inputs.push_back(static_cast<TensorIndex>(network.tensors.size()));
    network.tensors.push_back(std::move(scratch));
  }
}

Network lower(const Network& network, const Target& target, const ScheduleOptions& options) {
  Network result = network;
  fix_pool_strides(result);
  know_shapes(result);
  know_constants(result);
  const Config& config = config_of(target);
  const CompilerRules rules = compiler_rules(config, options.rules);
  mark_host(result, rules);
  split_groups(result);
  fold_strides(result);
  simplify_operators(result);
  fuse_padding(result);
  remove_concatenations(result);
  order_copies(result);
  remove_reshapes(result);
  mark_functions(result);
  // The last argument says whether to fuse lookup tables. A SHRAM of 16 KiB has no space for a
  // table beside the accumulators.
  fuse_activations(result, config.shram_kib > 16);
  remove_splits(result);
  if (rules == CompilerRules::vela_5_0) fold_elementwise(result);
  const bool chains = options.chains.value_or(Chains::on) == Chains::on;
  if (config.product == Product::u85 && chains) chain_operators(result);
  const NarrowMaps narrow_maps = options.narrow_maps.value_or(NarrowMaps::as_compiled);
  choose_layouts(result, narrow_maps);
  split_into_parts(result, narrow_maps, options.as_compiled);
  add_scratch(result);
  mark_in_place(result);
  if (options.blocks) {
    const std::string wrong = set_operator_blocks(result, target, options.blocks->of);
    if (!wrong.empty()) throw UserError(ExitCode::usage, "--blocks: " + wrong);
  }
  return result;
}

}  // namespace spillway::ethosu
