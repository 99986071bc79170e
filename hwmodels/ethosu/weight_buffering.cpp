// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/weight_buffering.h"

#include <algorithm>
#include <optional>

#include "hwmodels/ethosu/weights.h"
#include "hwmodels/select_target.h"
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
      const Tensor& tensor = network.tensors[static_cast<std::size_t>(residency.tensor)];
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
    Bytes at = 0;
    for (const Interval& interval : taken) {
      if (at + size <= interval.begin) return at;
      at =
          std::max(at, (interval.end + buffer_alignment - 1) / buffer_alignment * buffer_alignment);
    }
    const Bytes capacity = plan_.memories[static_cast<std::size_t>(index_)].capacity;
    return at + size <= capacity ? std::optional<Bytes>(at) : std::nullopt;
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

bool slower(const Target& target, const Plan& plan, MemoryIndex a, MemoryIndex b) {
  const auto bandwidth = [&](MemoryIndex memory) {
    const std::string& name = plan.memories[static_cast<std::size_t>(memory)].name;
    return vela_memory(target, target.memories[memory_index(target, name)]).bytes_per_cycle;
  };
  return a != no_memory && a != b && bandwidth(a) < bandwidth(b);
}

std::vector<std::int32_t> depths_of(std::int32_t channels, std::int32_t slice) {
  std::vector<std::int32_t> depths;
  for (std::int32_t depth = 0; depth < channels; depth += slice) depths.push_back(depth);
  return depths;
}

// Whole in one buffer if that fits, else the deepest slices of which two fit.
WeightFlow buffered(const NpuOp& op, double ratio, FastMemory& memory) {
  WeightFlow flow;
  flow.op = op.op;
  const TimeStep time = op.op + 1;
  const TimeStep lower =
      std::max(0, time - 1);  // the first slice arrives during the operator before
  const std::int32_t channels = op.operation.ofm.depth;
  for (std::int32_t slice = channels; slice > 0;
       slice = (slice / 2 + slice_granule - 1) / slice_granule * slice_granule) {
    const std::vector<std::int32_t> depths = depths_of(channels, slice);
    const std::size_t buffers = std::min<std::size_t>(2, depths.size());
    Bytes size = 0;
    for (const WeightSlice& part : weight_slices(op, ratio, depths)) {
      size = std::max(size, part.bytes());
    }
    if (const auto at = memory.find(size * static_cast<Bytes>(buffers), lower, time + 1)) {
      memory.occupy(*at, size * static_cast<Bytes>(buffers), lower, time + 1);
      flow.mode = WeightFlow::Mode::buffered;
      flow.buffer_memory = memory.index();
      for (std::size_t i = 0; i < buffers; ++i) {
        flow.buffer_offsets.push_back(*at + size * static_cast<Bytes>(i));
      }
      flow.slice_depths = depths;
      return flow;
    }
    if (slice <= slice_granule) break;
  }
  return flow;
}

}  // namespace

std::vector<WeightFlow> weight_flows(const Network& network, const NetworkOps& ops,
                                     const Plan& plan, const Target& target,
                                     const ScheduleOptions& options) {
  std::vector<WeightFlow> flows(ops.size());
  std::vector<bool> given(ops.size(), false);
  FastMemory memory(network, plan);
  for (const WeightFlow& flow : plan.weights) {
    flows[static_cast<std::size_t>(flow.op)] = flow;
    given[static_cast<std::size_t>(flow.op)] = true;
  }
  for (std::size_t i = 0; i < ops.size(); ++i) {
    flows[i].op = static_cast<std::int32_t>(i);
    if (given[i] || !options.buffer_weights || ops[i].empty() || memory.index() == no_memory) {
      continue;
    }
    const NpuOp& op = ops[i].front().npu;
    if (op.weights == no_tensor || op.vector_product) continue;
    if (!slower(target, plan, memory_of(plan, op.weights), memory.index())) continue;
    flows[i] = buffered(op, weight_ratio(options, op.name), memory);
  }
  return flows;
}

}  // namespace spillway::ethosu
