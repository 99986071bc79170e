// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/vela/vela_estimate.h"

#include <algorithm>
#include <numeric>

#include "base/index.h"
#include "hwmodels/ethosu/schedule/cascades.h"
#include "hwmodels/ethosu/schedule/weights.h"
#include "hwmodels/ethosu/vela/vela_cost.h"
#include "hwmodels/target/select_target.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {
namespace {

// For the scales of a channel, Vela counts a 32-bit bias instead of the scale record of 10 bytes.
constexpr double bias_bytes = 4;

class Estimator {
 public:
  Estimator(const Network& network, const Plan& plan, const Target& target, const Config& config,
            const ScheduleOptions& options)
      : network_(network),
        plan_(plan),
        target_(target),
        config_(config),
        options_(options),
        addresses_(network, plan, target),
        constants_(memory_of_constants(plan)) {
    for (const MemorySpec& memory : target.memories) {
      memories_.push_back(vela_memory(target, memory));
    }
  }

  std::vector<VelaRow> run(const NetworkOps& ops) {
    std::vector<VelaRow> rows;
    for (std::size_t i = 0; i < ops.size(); ++i) {
      for (const BlockedOp& op : ops[i]) {
        op_ = static_cast<std::int32_t>(i);
        rows.push_back(estimate(op, buffer_of(op.npu)));
      }
    }
    return rows;
  }

 private:
  const Operator& op() const { return at(network_.operators, op_); }

  /// Returns the buffer of the first weight slice; null if the operation reads its weights in
  /// place.
  const Residency* buffer_of(const NpuOp& npu) const {
    if (npu.weights == no_tensor) return nullptr;
    for (const WeightFlow& flow : plan_.weights) {
      if (flow.op == op_ && !flow.in_place()) return &at(plan_.residencies, flow.buffers.front());
    }
    return nullptr;
  }

  std::size_t memory_of_constants(const Plan& plan) const {
    for (const Residency& residency : plan.residencies) {
      if (residency.kind != ResidencyKind::tensor) continue;
      const auto& tensor = at(network_.tensors, residency.tensor);
      if (is_constant(tensor)) return addresses_.memory(residency.memory);
    }
    return target_.memories.size() - 1;
  }

  std::size_t memory_of(const Operand& operand) const {
    if (operand.tensor == no_tensor || operand.tensor == made_up_operand) return constants_;
    const TensorIndex tensor =
        operand.tensor == scratch_operand ? op().inputs.back() : operand.tensor;
    return addresses_.place_of(tensor, op_ + 1).memory;
  }

  const VelaMemory& vela(std::size_t memory) const { return memories_[memory]; }

  VelaRow estimate(const BlockedOp& blocked, const Residency* buffer) {
    const NpuOp& npu = blocked.npu;
    VelaRow row;
    row.op = op_;
    row.source_type = op().type_name;
    row.type = npu.type;
    row.name = npu.name;
    row.operator_name = op().name;
    row.macs = vela_macs(npu);
    row.bytes.resize(target_.memories.size());
    row.access_cycles.assign(target_.memories.size(), 0);
    if (npu.copied_bytes > 0) {
      count_copy(npu, row);
      return row;
    }
    row.buffered = buffer != nullptr;
    const std::size_t constants =
        row.buffered
            ? addresses_.memory(buffer->memory)
            : (npu.weights == no_tensor ? constants_
                                        : addresses_.place_of(npu.weights, op_ + 1).memory);
    // If an input or output stays inside the processor, the estimate uses the memory of the other
    // map (output or input) in its place.
    const bool from_memory = npu.operation.ifm.tiling != Tiling::none;
    const bool to_memory = npu.operation.ofm.tiling != Tiling::none;
    VelaSite site{config_, vela(memory_of(from_memory ? npu.ifm : npu.ofm)),
                  vela(memory_of(to_memory ? npu.ofm : npu.ifm))};
    if (npu.weight_elements > 0) site.constant_latency = vela(constants).read_latency;
    const Cycles cycles = vela_op_cycles(blocked, site);
    row.npu_cycles = static_cast<double>(cycles);
    if (npu.table) add_table(npu, row);
    slack_ = slack_of(blocked, site);
    count_maps(blocked, row);
    count_weights(blocked, constants, row);
    return row;
  }

  // Returns the cycles of this operation during which transfers for the next operation can run. All
  // feature maps of this operation are assumed to lie in the arena, because Vela computes these
  // cycles before it moves maps out of the arena.
  double slack_of(const BlockedOp& blocked, const VelaSite& site) const {
    const VelaMemory& arena = vela(memory_index(target_, target_.mode.arena));
    return static_cast<double>(
        vela_op_cycles(blocked, {config_, arena, arena, site.constant_latency}));
  }

  // Adds a copy's bytes to `row`, and the cycles that the previous operation does not hide. Vela
  // omits copies within one memory.
  void count_copy(const NpuOp& npu, VelaRow& row) {
    const std::size_t from = memory_of(npu.ifm);
    const std::size_t to = memory_of(npu.ofm);
    if (from != to) {
      const auto bytes = static_cast<double>(npu.copied_bytes);
      const double transfer = vela_transfer_cycles(bytes, vela(from), vela(to));
      row.npu_cycles = std::max(0.0, transfer - slack_);
      row.bytes[from].map_read += bytes;
      row.bytes[to].map_write += bytes;
    }
    slack_ = 0;
  }

  // Adds to `row` the bytes of the lookup table, and the cycles of its loading that do not overlap
  // with the previous operation.
  void add_table(const NpuOp& npu, VelaRow& row) {
    const auto bytes = static_cast<double>(npu.table_bytes);
    const double transfer = vela_transfer_cycles(bytes, vela(constants_), vela(constants_));
    row.npu_cycles += std::max(0.0, transfer - slack_);
    row.bytes[constants_].other_read += bytes;
  }

  void add_access(VelaRow& row, std::size_t memory, double widened) const {
    row.access_cycles[memory] += widened / vela(memory).bytes_per_cycle;
  }

  void count_maps(const BlockedOp& blocked, VelaRow& row) const {
    const Operation& operation = blocked.npu.operation;
    const VelaElements elements = vela_elements(blocked);
    const auto add = [&](const FeatureMap& map, const Operand& operand, const BlockShape& block,
                         double count, bool write) {
      if (map.tiling == Tiling::none) return;
      const std::size_t memory = memory_of(operand);
      const double bytes = count * map.element_bytes;
      VelaBytes& of_memory = row.bytes[memory];
      (write ? of_memory.map_write
             : (operand.tensor == no_tensor ? of_memory.other_read : of_memory.map_read)) += bytes;
      add_access(row, memory, vela_widened(bytes, map, block, write, vela(memory), config_.cores));
    };
    add(operation.ofm, blocked.npu.ofm, blocked.blocks.ofm, elements.ofm, true);
    add(operation.ifm, blocked.npu.ifm, blocked.blocks.ifm, elements.ifm, false);
    if (elements.ifm2 == 0) return;
    FeatureMap second = operation.ifm2;
    if (!operation.reads_ifm2) second = operation.ifm;
    add(second, blocked.npu.ifm2, blocked.blocks.ifm, elements.ifm2, false);
  }

  void count_weights(const BlockedOp& blocked, std::size_t memory, VelaRow& row) const {
    const VelaElements elements = vela_elements(blocked);
    if (elements.weights == 0) return;
    // The encoded size includes the scales. This function subtracts the scales, because it counts
    // reads of scales separately.
    const auto elements_stored = static_cast<double>(blocked.npu.weight_elements);
    const WeightCoding coding = weight_coding(options_, blocked.npu.name);
    double encoded = 0;
    for (const WeightSlice& slice : weight_slices(blocked.npu, coding, {})) {
      encoded += static_cast<double>(slice.bytes());
    }
    const double scales = elements.scales * bias_bytes;
    const double weights = elements.weights * std::max(0.0, encoded - scales) / elements_stored;
    row.bytes[memory].weight_read += weights;
    row.bytes[memory].other_read += scales;
    if (!row.buffered) {
      add_access(row, memory, weights + scales);
      return;
    }
    row.bytes[addresses_.place_of(blocked.npu.weights, op_ + 1).memory].weight_read += encoded;
    row.bytes[memory].weight_write += encoded;
  }

  const Network& network_;
  const Plan& plan_;
  const Target& target_;
  const Config& config_;
  const ScheduleOptions& options_;
  const TensorAddresses addresses_;
  const std::size_t constants_;
  std::vector<VelaMemory> memories_;
  std::int32_t op_ = 0;
  double slack_ = 0;  // cycles of the previous operation during which transfers can run
};

}  // namespace

double VelaRow::op_cycles() const {
  return std::accumulate(access_cycles.begin(), access_cycles.end(), npu_cycles,
                         [](double a, double b) { return std::max(a, b); });
}

double ratio_without_scales(const Network& network, const Target& target, double with_scales) {
  double weights = 0;
  double scales = 0;
  for (const auto& ops : network_ops(network, config_of(target))) {
    for (const BlockedOp& op : ops) {
      if (op.npu.weights == no_tensor) continue;
      weights += static_cast<double>(op.npu.weight_elements);
      scales += static_cast<double>(scale_bytes(op.npu));
    }
  }
  return weights == 0 ? 1 : std::max(0.0, with_scales - scales / weights);
}

std::vector<VelaRow> vela_estimate(const Network& network, const Plan& plan, const Target& target,
                                   const ScheduleOptions& options) {
  const Config& config = config_of(target);
  NetworkOps ops = network_ops(network, config);
  check_cascades(plan, ops);
  for (const Cascade& cascade : plan.cascades) {
    for (std::size_t i = 0; i < cascade.stripe_heights.size(); ++i) {
      BlockedOp& op = ops[static_cast<std::size_t>(cascade.first_op) + i].front();
      op.blocks = find_stripe_blocks(config, op.npu, cascade.stripe_heights[i]);
    }
  }
  return vela_estimate(network, ops, plan, target, options);
}

std::vector<VelaRow> vela_estimate(const Network& network, const NetworkOps& ops, const Plan& plan,
                                   const Target& target, const ScheduleOptions& options) {
  return Estimator(network, plan, target, config_of(target), options).run(ops);
}

}  // namespace spillway::ethosu
