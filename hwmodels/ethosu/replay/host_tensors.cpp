// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/host_tensors.h"

#include <algorithm>
#include <utility>

#include "planner/plan_network.h"
#include "traces/tflite/offline_plan.h"
#include "traces/tflite/shared_buffers.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes buffer_alignment = 16;  // in bytes, as in the runtime

}  // namespace

std::vector<std::int32_t> arena_offsets(const Network& network) {
  auto planned = read_offline_plan(network);
  if (!planned) return std::vector<std::int32_t>(network.tensors.size(), not_planned);
  for (const Operator& op : network.operators) {
    if (!is_npu_operator(op)) continue;
    for (std::size_t i = 0; i < std::min(driver_operands, op.inputs.size()); ++i) {
      if (op.inputs[i] != no_tensor) at(*planned, op.inputs[i]) = not_planned;
    }
  }
  return *std::move(planned);
}

Bytes planned_arena(const Network& network) {
  const std::vector<std::int32_t> offsets = arena_offsets(network);
  Bytes end = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const Tensor& tensor = network.tensors[i];
    if (is_constant(tensor) || offsets[i] == not_planned) continue;
    end = std::max(end, offsets[i] + std::max<Bytes>(0, tensor.bytes));
  }
  return end;
}

HostTensors::HostTensors(const Network& network, const RegionLayout& layout,
                         const RegionMap& regions)
    : network_(network),
      layout_(layout),
      arena_memory_(regions.memory[arena_region]),
      constants_memory_(regions.memory[constants_region]),
      offsets_(network.tensors.size(), not_planned),
      owners_(buffer_owners(network)),
      placed_(network.tensors.size(), false),
      places_(network.tensors.size()),
      peak_(layout.peak_bytes()),
      storage_(layout.storage()) {
  if (auto planned = read_offline_plan(network)) offsets_ = std::move(*planned);
  for (const Operator& op : network.operators) {
    const std::size_t skipped = is_npu_operator(op) ? driver_operands : 0;
    // One operand holds the operator's state, which it keeps between calls. This operand lies in a
    // region (memory area with its own base address) of its own.
    const TensorIndex state = state_of(network, op);
    for (std::size_t i = skipped; i < op.inputs.size(); ++i) {
      if (op.inputs[i] != state) place(op.inputs[i]);
    }
    for (const TensorIndex tensor : op.outputs) place(tensor);
  }
}

void HostTensors::place(TensorIndex tensor) {
  if (tensor == no_tensor) return;
  const auto index = static_cast<std::size_t>(tensor);
  if (placed_[index]) return;
  placed_[index] = true;
  if (!is_constant(network_.tensors[index])) return place_map(tensor);
  const TensorIndex owner = owners_[index];
  if (owner != tensor) {
    place(owner);
    places_[index] = at(places_, owner);
    places_[index].size = network_.tensors[index].bytes;
    return;
  }
  const Tensor& described = network_.tensors[index];
  places_[index] = reserve({described.name, constants_memory_, 0, described.bytes, true});
}

void HostTensors::place_map(TensorIndex tensor) {
  const auto index = static_cast<std::size_t>(tensor);
  const Tensor& described = network_.tensors[index];
  if (offsets_[index] == not_planned) {
    places_[index] = reserve({described.name, arena_memory_, 0, described.bytes, false});
    return;
  }
  Access access;
  access.memory = arena_region;
  access.address = static_cast<Address>(offsets_[index]);
  layout_.place(0, access);
  places_[index] = {access.memory, access.address, described.bytes};
  const Bytes bytes = std::max<Bytes>(0, described.bytes);
  Bytes& top = peak_.at(access.memory);
  const Bytes end = static_cast<Bytes>(access.address) + bytes;
  if (end <= top) return;
  storage_.push_back({described.name, access.memory, access.address, bytes, false});
  top = end;
}

Place HostTensors::reserve(Storage wanted) {
  Bytes& top = peak_.at(wanted.memory);
  const Bytes base = (top + buffer_alignment - 1) / buffer_alignment * buffer_alignment;
  wanted.address = static_cast<Address>(base);
  const Place place{wanted.memory, wanted.address, wanted.bytes};
  wanted.bytes = std::max<Bytes>(0, wanted.bytes);
  top = base + wanted.bytes;
  storage_.push_back(std::move(wanted));
  return place;
}

}  // namespace spillway::ethosu
