// SPDX-License-Identifier: Apache-2.0
#include "planner/constants.h"

#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"

namespace spillway {
namespace {

// Where constants start: behind everything in their memory.
Bytes top_of(const Plan& plan, MemoryIndex memory) {
  Bytes top = 0;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == memory) top = std::max(top, residency.offset + residency.size);
  }
  return round_up(top, constant_alignment);
}

std::vector<bool> placed_tensors(const Plan& plan, std::size_t tensors) {
  std::vector<bool> placed(tensors, false);
  for (const Residency& residency : plan.residencies) {
    if (residency.kind == ResidencyKind::tensor) at(placed, residency.tensor) = true;
  }
  return placed;
}

bool has_made_up(const Plan& plan) {
  return std::any_of(
      plan.residencies.begin(), plan.residencies.end(),
      [](const Residency& residency) { return residency.kind == ResidencyKind::made_up; });
}

Bytes encoded(const std::vector<WeightFlowSlice>& slices) {
  Bytes bytes = 0;
  for (const WeightFlowSlice& slice : slices) bytes += slice.bytes();
  return bytes;
}

}  // namespace

Bytes StoredConstants::total() const {
  Bytes total = made_up;
  for (const Bytes bytes : tensors) total += round_up(bytes, constant_alignment);
  return total;
}

StoredConstants stored_constants(const Network& network) {
  StoredConstants stored;
  stored.tensors.assign(network.tensors.size(), 0);
  for (const Operator& op : network.operators) {
    for (const TensorIndex input : op.inputs) {
      if (input == no_tensor || !is_constant(at(network.tensors, input))) continue;
      at(stored.tensors, input) = at(network.tensors, input).bytes;
    }
  }
  return stored;
}

StoredConstants stored_constants(const Network& network, const WeightNeeds& needs,
                                 const std::vector<WeightFlow>& flows) {
  StoredConstants stored = stored_constants(network);
  stored.made_up = needs.made_up;
  std::vector<Bytes> flowing(network.operators.size(), 0);
  for (const WeightFlow& flow : flows) at(flowing, flow.op) += encoded(flow.slices);
  std::vector<bool> seen(network.tensors.size(), false);
  const auto store = [&](TensorIndex weights, Bytes bytes) {
    Bytes& of_tensor = at(stored.tensors, weights);
    of_tensor = at(seen, weights) ? std::max(of_tensor, bytes) : bytes;
    at(seen, weights) = true;
  };
  for (const WeightNeed& need : needs.operators) {
    const Bytes given = at(flowing, need.op);
    store(need.weights, given > 0 ? given : encoded(need.slices({0})));
  }
  for (const FixedWeights& fixed : needs.fixed) store(fixed.weights, fixed.bytes);
  return stored;
}

Bytes lay_out_constants(const Network& network, const StoredConstants& stored, MemoryIndex memory,
                        Plan& plan) {
  const auto end = static_cast<TimeStep>(network.operators.size() + 1);
  const std::vector<bool> placed = placed_tensors(plan, network.tensors.size());
  Bytes top = top_of(plan, memory);
  for (std::size_t i = 0; i < stored.tensors.size(); ++i) {
    const Bytes bytes = stored.tensors[i];
    if (bytes <= 0 || placed[i]) continue;
    plan.residencies.push_back({static_cast<TensorIndex>(i), memory, top, bytes, 0, end, -1});
    top = round_up(top + bytes, constant_alignment);
  }
  if (stored.made_up > 0 && !has_made_up(plan)) {
    plan.residencies.push_back(
        {no_tensor, memory, top, stored.made_up, 0, end, -1, ResidencyKind::made_up});
  }
  return std::max<Bytes>(0, top_of(plan, memory) - at(plan.memories, memory).capacity);
}

}  // namespace spillway
