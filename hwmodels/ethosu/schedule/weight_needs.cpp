// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/weight_needs.h"

#include <algorithm>
#include <utility>

#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/schedule/weights.h"
#include "hwmodels/target/select_target.h"

namespace spillway::ethosu {
namespace {

double compute_cycles(const Config& config, const BlockedOp& op) {
  Operation operation = op.npu.operation;
  set_blocks(op.blocks, operation);
  return static_cast<double>(mac_array_cycles(config, operation, operation.block)) *
         static_cast<double>(block_count(operation));
}

bool reads_made_up(const BlockedOp& op) {
  const bool weights = op.npu.weight_elements > 0 && op.npu.weights == no_tensor;
  return weights || made_up_operand_bytes(op.npu) > 0;
}

bool has_weights(const BlockedOp& op) {
  return op.npu.weight_elements > 0 && op.npu.weights != no_tensor;
}

Bytes bytes_in_place(const NpuOp& op, const WeightCoding& coding) {
  Bytes bytes = 0;
  for (const WeightSlice& slice : weight_slices(op, coding, {})) bytes += slice.bytes();
  return bytes;
}

WeightNeed need_of(const NpuOp& op, const WeightCoding& coding) {
  WeightNeed need;
  need.op = op.op;
  need.weights = op.weights;
  need.channels = op.operation.ofm.depth;
  need.granule = slice_channels;
  need.may_be_fetched = true;
  need.read_once = op.vector_product;
  need.slices = [op, coding](const std::vector<std::int32_t>& first_channels) {
    std::vector<WeightFlowSlice> slices;
    for (const WeightSlice& slice : weight_slices(op, coding, first_channels)) {
      slices.push_back({slice.begin, slice.weights, slice.scales, 0});
    }
    return slices;
  };
  return need;
}

}  // namespace

WeightNeeds weight_needs(const Network& network, const Target& target,
                         const ScheduleOptions& options, MemoryIndex constants,
                         MemoryIndex buffers) {
  return weight_needs(network_ops(network, config_of(target)), target, options, constants, buffers);
}

WeightNeeds weight_needs(const NetworkOps& network_ops, const Target& target,
                         const ScheduleOptions& options, MemoryIndex constants,
                         MemoryIndex buffers) {
  const Config& config = config_of(target);
  WeightNeeds needs;
  needs.constants = constants;
  needs.buffers = buffers;
  for (const MemorySpec& memory : target.memories) {
    needs.bytes_per_cycle.push_back(vela_memory(target, memory).bytes_per_cycle);
  }
  for (const std::vector<BlockedOp>& ops : network_ops) {
    double cycles = 0;
    const bool several = std::count_if(ops.begin(), ops.end(), has_weights) > 1;
    if (std::any_of(ops.begin(), ops.end(), reads_made_up)) {
      needs.made_up_readers.push_back(static_cast<std::int32_t>(&ops - network_ops.data()));
    }
    for (const BlockedOp& op : ops) {
      cycles += compute_cycles(config, op);
      needs.made_up += made_up_bytes(op.npu, options);
      if (!has_weights(op)) continue;
      const WeightCoding coding = weight_coding(options, op.npu.name);
      // A flow (how slices of weights are fetched) belongs to an operator and does not say which of
      // its weight tensors it fetches. So an operator with several weight tensors gets no flow, and
      // reads its weights in place.
      if (several) {
        needs.fixed.push_back({op.npu.weights, bytes_in_place(op.npu, coding)});
      } else {
        needs.operators.push_back(need_of(op.npu, coding));
      }
    }
    needs.compute_cycles.push_back(cycles);
  }
  return needs;
}

}  // namespace spillway::ethosu
