// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/host_tensors.h"

#include <algorithm>
#include <utility>

#include "planner/plan_network.h"
#include "traces/offline_plan.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t arena_region = 1;
constexpr Bytes buffer_alignment = 16;  // of the runtime's tensors

}  // namespace

HostTensors::HostTensors(const Network& network, const RegionLayout& layout,
                         const RegionMap& regions)
    : network_(network),
      layout_(layout),
      arena_memory_(regions.memory[arena_region]),
      constants_memory_(regions.memory[constants_region]),
      offsets_(network.tensors.size(), not_planned),
      placed_(network.tensors.size(), false),
      places_(network.tensors.size()),
      peak_(layout.peak_bytes()) {
  if (auto planned = read_offline_plan(network)) offsets_ = std::move(*planned);
  for (const Operator& op : network.operators) {
    const std::size_t skipped = is_npu_operator(op) ? driver_operands : 0;
    for (std::size_t i = skipped; i < op.inputs.size(); ++i) place(op.inputs[i]);
    for (const TensorIndex tensor : op.outputs) place(tensor);
  }
}

void HostTensors::place(TensorIndex tensor) {
  if (tensor == no_tensor) return;
  const auto index = static_cast<std::size_t>(tensor);
  if (placed_[index]) return;
  placed_[index] = true;
  const Tensor& described = network_.tensors[index];
  if (is_constant(described)) {
    places_[index] = reserve(constants_memory_, described.bytes);
  } else if (offsets_[index] == not_planned) {
    places_[index] = reserve(arena_memory_, described.bytes);
  } else {
    Access access;
    access.memory = arena_region;
    access.address = static_cast<Address>(offsets_[index]);
    layout_.place(0, access);
    places_[index] = {access.memory, access.address, described.bytes};
    Bytes& top = peak_.at(access.memory);
    top = std::max(top, static_cast<Bytes>(access.address) + std::max<Bytes>(0, described.bytes));
  }
}

Place HostTensors::reserve(std::uint8_t memory, Bytes bytes) {
  Bytes& top = peak_.at(memory);
  const Bytes base = (top + buffer_alignment - 1) / buffer_alignment * buffer_alignment;
  top = base + std::max<Bytes>(0, bytes);
  return {memory, static_cast<Address>(base), bytes};
}

}  // namespace spillway::ethosu
