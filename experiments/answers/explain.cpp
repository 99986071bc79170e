// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/explain.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "experiments/answers/explain_compiled.h"
#include "hwmodels/schedule.h"
#include "hwmodels/target/processor_family.h"
#include "sim/simulate.h"

namespace spillway {
namespace {

constexpr Bytes alignment = 16;

bool live_ranges_overlap(const Residency& a, const Residency& b) {
  return a.lower < b.upper && b.lower < a.upper;
}

/// Returns the lowest aligned offset in `memory` at which the residency `moved` fits. Residencies
/// of the same tensor, and residencies whose live ranges do not overlap that of `moved`, are
/// ignored.
Bytes lowest_free_offset(const Plan& plan, const Residency& moved, MemoryIndex memory) {
  std::vector<std::pair<Bytes, Bytes>> taken;
  for (const Residency& other : plan.residencies) {
    if (other.memory != memory || other.tensor == moved.tensor ||
        !live_ranges_overlap(other, moved)) {
      continue;
    }
    taken.emplace_back(other.offset, other.offset + other.size);
  }
  std::sort(taken.begin(), taken.end());
  Bytes offset = 0;
  for (const auto& [begin, end] : taken) {
    if (begin >= offset + moved.size) break;
    offset = std::max(offset, (end + alignment - 1) / alignment * alignment);
  }
  return offset;
}

MemoryIndex fastest_writable(const Target& target) {
  const auto found = std::find_if(target.memories.begin(), target.memories.end(),
                                  [](const MemorySpec& memory) { return !memory.read_only; });
  return static_cast<MemoryIndex>(found - target.memories.begin());
}

std::vector<TensorIndex> operands_of(const Operator& op) {
  std::vector<TensorIndex> operands;
  for (const auto* list : {&op.inputs, &op.outputs}) {
    for (const TensorIndex tensor : *list) {
      const bool seen = std::count(operands.begin(), operands.end(), tensor) > 0;
      if (tensor != no_tensor && !seen) operands.push_back(tensor);
    }
  }
  return operands;
}

/// If the plan fetches `weights` slice by slice into buffers, replaces the slices by one slice
/// without buffers. Operators then read the weights in place, from fast memory.
void read_in_place(Plan& plan, const Network& network, TensorIndex weights) {
  for (WeightFlow& flow : plan.weights) {
    const std::vector<TensorIndex>& inputs = at(network.operators, flow.op).inputs;
    if (flow.in_place() || std::count(inputs.begin(), inputs.end(), weights) == 0) continue;
    WeightFlowSlice whole;
    whole.first_channel = flow.slices.front().first_channel;
    for (const WeightFlowSlice& slice : flow.slices) {
      whole.weights += slice.weights;
      whole.scales += slice.scales;
    }
    flow.buffers.clear();
    flow.slices = {whole};
  }
}

/// Simulates the plan with all residencies of `tensor` in memory `fast`. If memory `fast` is too
/// small for the tensor, the simulation uses a larger memory.
Alternative simulate_with_tensor_in(const PointResult& result, std::size_t op, TensorIndex tensor,
                                    MemoryIndex fast) {
  Alternative alternative;
  alternative.tensor = tensor;
  Plan plan = result.plan.plan;
  Target target = result.target;
  Bytes& capacity = at(target.memories, fast).capacity;
  for (Residency& residency : plan.residencies) {
    if (residency.tensor != tensor || residency.memory == fast) continue;
    alternative.from = residency.memory;
    alternative.bytes = std::max(alternative.bytes, residency.size);
    residency.offset = lowest_free_offset(plan, residency, fast);
    residency.memory = fast;
    const Bytes missing = residency.offset + residency.size - capacity;
    alternative.missing = std::max(alternative.missing, missing);
  }
  if (at(result.network.tensors, tensor).kind == TensorKind::weight) {
    read_in_place(plan, result.network, tensor);
  }
  capacity += alternative.missing;
  at(plan.memories, fast).capacity += alternative.missing;
  const Timing timing =
      simulate(target, schedule(result.network, plan, target, result.family_options), {});
  alternative.operator_cycles = timing.operators[op].total();
  alternative.total_cycles = timing.total;
  return alternative;
}

bool is_outside_fast(const Plan& plan, TensorIndex tensor, MemoryIndex fast) {
  return std::any_of(plan.residencies.begin(), plan.residencies.end(), [&](const Residency& r) {
    return r.tensor == tensor && r.memory != fast && r.inside < 0 && r.size > 0;
  });
}

void count_blocks(const Program& program, Explanation& explanation) {
  for (const Kernel& kernel : program.kernels) {
    if (static_cast<std::size_t>(kernel.op) != explanation.op) continue;
    explanation.blocks += kernel.blocks.count;
    for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
      const Block& block = program.blocks[kernel.blocks.first + i];
      explanation.block_compute += block.compute;
      explanation.block_output += block.output;
    }
  }
}

void add_planned_alternatives(const PointResult& result, Explanation& explanation) {
  for (const TensorIndex tensor : operands_of(result.network.operators[explanation.op])) {
    if (!is_outside_fast(result.plan.plan, tensor, explanation.fast)) continue;
    try {
      explanation.alternatives.push_back(
          simulate_with_tensor_in(result, explanation.op, tensor, explanation.fast));
    } catch (const UserError& error) {
      explanation.refused.emplace_back(error.what());
    }
  }
}

}  // namespace

Explanation explain(const PointResult& result, std::size_t op) {
  const std::size_t count = result.timing.operators.size();
  if (op >= count) {
    throw UserError(ExitCode::usage,
                    fmt::format("--op {}: the network has operators 0 to {}", op, count - 1));
  }
  Explanation explanation;
  explanation.op = op;
  explanation.fast = fastest_writable(result.target);
  count_blocks(result.program, explanation);
  if (compiled_family(result.network) != nullptr) {
    explanation.alternatives = compiled_alternatives(result, op, explanation.fast);
  } else {
    add_planned_alternatives(result, explanation);
  }
  std::stable_sort(explanation.alternatives.begin(), explanation.alternatives.end(),
                   [](const Alternative& a, const Alternative& b) {
                     return a.operator_cycles < b.operator_cycles;
                   });
  return explanation;
}

}  // namespace spillway
