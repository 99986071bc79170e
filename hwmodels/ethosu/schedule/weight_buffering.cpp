// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/weight_buffering.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/schedule/cascades.h"
#include "hwmodels/ethosu/schedule/weights.h"
#include "hwmodels/target/select_target.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes buffer_alignment = 16;
constexpr std::int32_t slice_granule = 16;  // channels

struct Interval {
  Bytes begin = 0;
  Bytes end = 0;
};

// What is occupied of the fast memory over time, as buffers are added to it.
class FastMemory {
 public:
  FastMemory(const Network& network, const Plan& plan) : plan_(plan) {
    for (const Residency& residency : plan.residencies) {
      const Tensor& tensor = at(network.tensors, residency.tensor);
      if (is_constant(tensor) || residency.memory == no_memory) continue;
      if (index_ == no_memory || residency.memory < index_) index_ = residency.memory;
    }
    for (const Residency& residency : plan.residencies) {
      if (residency.memory == index_) occupied_.push_back(residency);
    }
  }

  MemoryIndex index() const { return index_; }

  // First free place of `size` bytes during [lower, upper).
  std::optional<Bytes> find(Bytes size, TimeStep lower, TimeStep upper) const {
    std::vector<Interval> taken;
    for (const Residency& residency : occupied_) {
      if (residency.lower < upper && lower < residency.upper) {
        taken.push_back({residency.offset, residency.offset + residency.size});
      }
    }
    std::sort(taken.begin(), taken.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    Bytes offset = 0;
    for (const Interval& interval : taken) {
      if (offset + size <= interval.begin) return offset;
      offset =
          std::max(offset, (interval.end + buffer_alignment - 1) / buffer_alignment * buffer_alignment);
    }
    const Bytes capacity = at(plan_.memories, index_).capacity;
    return offset + size <= capacity ? std::optional<Bytes>(offset) : std::nullopt;
  }

  void occupy(Bytes offset, Bytes size, TimeStep lower, TimeStep upper) {
    occupied_.push_back({no_tensor, index_, offset, size, lower, upper});
  }

 private:
  const Plan& plan_;
  MemoryIndex index_ = no_memory;
  std::vector<Residency> occupied_;
};

MemoryIndex memory_of(const Plan& plan, TensorIndex tensor) {
  for (const Residency& residency : plan.residencies) {
    if (residency.tensor == tensor) return residency.memory;
  }
  return no_memory;
}

double bandwidth(const Target& target, const Plan& plan, MemoryIndex memory) {
  const std::string& name = at(plan.memories, memory).name;
  return vela_memory(target, target.memories[memory_index(target, name)]).bytes_per_cycle;
}

bool slower(const Target& target, const Plan& plan, MemoryIndex a, MemoryIndex b) {
  return a != no_memory && a != b && bandwidth(target, plan, a) < bandwidth(target, plan, b);
}

std::vector<std::int32_t> depths_of(std::int32_t channels, std::int32_t slice) {
  std::vector<std::int32_t> depths;
  for (std::int32_t depth = 0; depth < channels; depth += slice) depths.push_back(depth);
  return depths;
}

// What an operator's weights may hide behind, and how fast they come.
struct TransferRate {
  double hidden_cycles = 0;  // of the operator before
  double bytes_per_cycle = 1;
};

double compute_cycles(const Config& config, const BlockedOp& op) {
  Operation operation = op.npu.operation;
  operation.block = op.blocks.ofm;
  operation.part_kernel = op.blocks.part_kernel;
  return static_cast<double>(mac_array_cycles(config, operation, operation.block)) *
         static_cast<double>(block_count(operation));
}

std::int32_t whole_bricks(double channels) {
  return std::max(slice_granule,
                  static_cast<std::int32_t>(channels) / slice_granule * slice_granule);
}

// The first slice is what the operator before hides, each further one what the slice before it
// does; a few slices at most, as each reads the IFM again (the rule of Vela's scheduler).
std::vector<std::int32_t> hidden_slices(const BlockedOp& op, double cycles, Bytes bytes,
                                        const TransferRate& rate) {
  constexpr std::int32_t most_slices = 4;
  const std::int32_t channels = op.npu.operation.ofm.depth;
  const double transfer = static_cast<double>(bytes) / rate.bytes_per_cycle;
  std::vector<std::int32_t> depths = {0};
  if (transfer <= rate.hidden_cycles) return depths;
  const std::int32_t least = whole_bricks(static_cast<double>(channels) / most_slices);
  std::int32_t slice = std::max(least, whole_bricks(channels * rate.hidden_cycles / transfer));
  std::int32_t depth = slice;
  while (depth < channels) {
    depths.push_back(depth);
    slice = std::max(least, whole_bricks(std::min<double>(channels, slice * cycles / transfer)));
    depth += slice;
  }
  return depths;
}

// A flow of slices that all have a place of their own; nothing when they do not fit.
std::optional<WeightFlow> all_held(const NpuOp& op, double ratio,
                                   const std::vector<std::int32_t>& depths, FastMemory& memory) {
  const TimeStep time = op.op + 1;
  const TimeStep lower = std::max(0, time - 1);
  Bytes size = 0;
  WeightFlow flow;
  for (const WeightSlice& slice : weight_slices(op, ratio, depths)) {
    flow.buffer_offsets.push_back(size);
    size += slice.bytes();
  }
  const std::optional<Bytes> at = memory.find(size, lower, time + 1);
  if (!at) return std::nullopt;
  memory.occupy(*at, size, lower, time + 1);
  for (Bytes& offset : flow.buffer_offsets) offset += *at;
  flow.op = op.op;
  flow.mode = WeightFlow::Mode::buffered;
  flow.buffer_memory = memory.index();
  flow.slice_depths = depths;
  return flow;
}

// The deepest slices of which two fit; in place when not even the least do.
WeightFlow double_buffered(const NpuOp& op, double ratio, FastMemory& memory) {
  WeightFlow flow;
  flow.op = op.op;
  const TimeStep time = op.op + 1;
  const TimeStep lower = std::max(0, time - 1);
  const std::int32_t channels = op.operation.ofm.depth;
  for (std::int32_t slice = whole_bricks(channels / 2.0); slice < channels;
       slice = whole_bricks(slice / 2.0)) {
    const std::vector<std::int32_t> depths = depths_of(channels, slice);
    Bytes size = 0;
    for (const WeightSlice& part : weight_slices(op, ratio, depths)) {
      size = std::max(size, part.bytes());
    }
    if (const std::optional<Bytes> at = memory.find(2 * size, lower, time + 1)) {
      memory.occupy(*at, 2 * size, lower, time + 1);
      flow.mode = WeightFlow::Mode::buffered;
      flow.buffer_memory = memory.index();
      flow.buffer_offsets = {*at, *at + size};
      flow.slice_depths = depths;
      return flow;
    }
    if (slice == slice_granule) break;
  }
  return flow;
}

WeightFlow buffered(const BlockedOp& op, double ratio, double cycles, const TransferRate& rate,
                    FastMemory& memory) {
  const Bytes bytes = weight_slices(op.npu, ratio, {}).front().bytes();
  const std::vector<std::int32_t> depths = hidden_slices(op, cycles, bytes, rate);
  if (std::optional<WeightFlow> flow = all_held(op.npu, ratio, depths, memory)) return *flow;
  return double_buffered(op.npu, ratio, memory);
}

}  // namespace

std::vector<WeightFlow> weight_flows(const Network& network, const NetworkOps& ops,
                                     const Plan& plan, const Target& target,
                                     const ScheduleOptions& options) {
  std::vector<WeightFlow> flows(ops.size());
  std::vector<bool> given(ops.size(), false);
  FastMemory memory(network, plan);
  for (const WeightFlow& flow : plan.weights) {
    at(flows, flow.op) = flow;
    at(given, flow.op) = true;
  }
  const Config& config = config_of(target);
  double before = 0;  // compute cycles of the operator before
  for (std::size_t i = 0; i < ops.size(); ++i) {
    flows[i].op = static_cast<std::int32_t>(i);
    double cycles = 0;
    for (const BlockedOp& op : ops[i]) cycles += compute_cycles(config, op);
    const double hidden = std::exchange(before, cycles);
    if (given[i] || !options.buffer_weights || ops[i].empty() || memory.index() == no_memory) {
      continue;
    }
    const BlockedOp& op = ops[i].front();
    if (op.npu.weights == no_tensor || op.npu.vector_product) continue;
    if (cascade_of(plan, flows[i].op) != nullptr) continue;
    const MemoryIndex source = memory_of(plan, op.npu.weights);
    if (!slower(target, plan, source, memory.index())) continue;
    flows[i] = buffered(op, weight_ratio(options, op.npu.name), cycles,
                        {hidden, bandwidth(target, plan, source)}, memory);
  }
  return flows;
}

}  // namespace spillway::ethosu
