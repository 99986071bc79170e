// SPDX-License-Identifier: Apache-2.0
#include "planner/constants.h"

#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"
#include "traces/tflite/shared_buffers.h"

namespace spillway {
namespace {

// Returns the offset at which constants start: above everything else in their memory.
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

/// Returns one number per operator: the encoded bytes of all its flows (WeightFlow: how weights
/// reach the processor).
std::vector<Bytes> flowing_bytes(std::size_t operators, const std::vector<WeightFlow>& flows) {
  std::vector<Bytes> bytes(operators, 0);
  for (const WeightFlow& flow : flows) at(bytes, flow.op) += encoded(flow.slices);
  return bytes;
}

/// Makes tensors that name the same buffer of the file share bytes; the largest of these tensors
/// owns the bytes. `encoded` marks tensors that are stored in another form than in the file. Such a
/// tensor cannot share bytes with tensors that are stored as in the file.
void share_buffers(const Network& network, const std::vector<bool>& encoded,
                   StoredConstants& stored) {
  const std::vector<TensorIndex> owners = buffer_owners(network);
  // The tensors that own the bytes, two per buffer of the file: the first for tensors that are
  // stored as in the file, the second for encoded tensors.
  std::vector<TensorIndex> byte_owners(2 * owners.size(), no_tensor);
  const auto owner_of = [&](std::size_t i) -> TensorIndex& {
    return at(byte_owners, 2 * owners[i] + (encoded[i] ? 1 : 0));
  };
  const auto bytes_of = [&](TensorIndex tensor) { return at(stored.tensors, tensor); };
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const auto index = static_cast<TensorIndex>(i);
    TensorIndex& owner = owner_of(i);
    const bool larger = owner == no_tensor || bytes_of(index) > bytes_of(owner);
    if (bytes_of(index) > 0 && larger) owner = index;
  }
  stored.inside.assign(owners.size(), no_tensor);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const auto index = static_cast<TensorIndex>(i);
    if (bytes_of(index) > 0 && owner_of(i) != index) stored.inside[i] = owner_of(i);
  }
}

StoredConstants constants_that_are_read(const Network& network) {
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

/// Adds to `plan` a tensor that shares a buffer of the file with `outer`, at the address of
/// `outer`. Returns false if no residency of `outer` is large enough and lasts for the complete
/// run.
bool lay_inside(TensorIndex tensor, TensorIndex outer, Bytes bytes, TimeStep end, Plan& plan) {
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    Residency shared = plan.residencies[i];
    const bool its = shared.kind == ResidencyKind::tensor && shared.tensor == outer;
    if (!its || shared.lower > 0 || shared.upper < end || shared.size < bytes) continue;
    shared.tensor = tensor;
    shared.size = bytes;
    shared.inside = static_cast<std::int32_t>(i);
    plan.residencies.push_back(shared);
    return true;
  }
  return false;
}

}  // namespace

Bytes StoredConstants::total() const {
  Bytes total = made_up;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (inside[i] == no_tensor) total += round_up(tensors[i], constant_alignment);
  }
  return total;
}

StoredConstants stored_constants(const Network& network) {
  StoredConstants stored = constants_that_are_read(network);
  share_buffers(network, std::vector<bool>(network.tensors.size(), false), stored);
  return stored;
}

StoredConstants stored_constants(const Network& network, const WeightNeeds& needs,
                                 const std::vector<WeightFlow>& flows) {
  StoredConstants stored = constants_that_are_read(network);
  stored.made_up = needs.made_up;
  const std::vector<Bytes> flowing = flowing_bytes(network.operators.size(), flows);
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
  share_buffers(network, seen, stored);
  return stored;
}

Bytes lay_out_constants(const Network& network, const StoredConstants& stored, MemoryIndex memory,
                        Plan& plan) {
  const auto end = static_cast<TimeStep>(network.operators.size() + 1);
  const std::vector<bool> placed = placed_tensors(plan, network.tensors.size());
  Bytes top = top_of(plan, memory);
  const auto append = [&](std::size_t tensor) {
    const Bytes bytes = stored.tensors[tensor];
    plan.residencies.push_back({static_cast<TensorIndex>(tensor), memory, top, bytes, 0, end, -1});
    top = round_up(top + bytes, constant_alignment);
  };
  const auto is_open = [&](std::size_t i) { return stored.tensors[i] > 0 && !placed[i]; };
  for (std::size_t i = 0; i < stored.tensors.size(); ++i) {
    if (is_open(i) && stored.inside[i] == no_tensor) append(i);
  }
  for (std::size_t i = 0; i < stored.tensors.size(); ++i) {
    if (!is_open(i) || stored.inside[i] == no_tensor) continue;
    const auto index = static_cast<TensorIndex>(i);
    if (!lay_inside(index, stored.inside[i], stored.tensors[i], end, plan)) append(i);
  }
  if (stored.made_up > 0 && !has_made_up(plan)) {
    plan.residencies.push_back(
        {no_tensor, memory, top, stored.made_up, 0, end, -1, ResidencyKind::made_up});
  }
  return std::max<Bytes>(0, top_of(plan, memory) - at(plan.memories, memory).capacity);
}

}  // namespace spillway
