// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/tensor_addresses.h"

#include <algorithm>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/target/select_target.h"

namespace spillway::ethosu {

Place place_after(Place place, Bytes bytes) {
  place.address += static_cast<Address>(bytes);
  return place;
}

Access linear_access(const Place& place, Bytes bytes, bool write, DataClass data) {
  Access access;
  access.address = place.address;
  access.run = static_cast<std::int32_t>(bytes);
  access.memory = place.memory;
  access.write = write;
  access.data = data;
  return access;
}

TensorAddresses::TensorAddresses(const Network& network, const Plan& plan, const Target& target)
    : network_(network),
      plan_(plan),
      by_tensor_(network.tensors.size()),
      outside_(network.tensors.size()) {
  for (const MemorySpace& memory : plan.memories) {
    memories_.push_back(static_cast<std::uint8_t>(memory_index(target, memory.name)));
  }
  for (const Residency& residency : plan.residencies) filled_at_.push_back(residency.lower);
  for (const Copy& copy : plan.copies) at(filled_at_, copy.to) = copy.latest;
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    if (plan.residencies[i].kind != ResidencyKind::tensor) continue;
    const TensorIndex tensor = plan.residencies[i].tensor;
    at(by_tensor_, tensor).push_back(static_cast<std::int32_t>(i));
  }
  for (auto& residencies : by_tensor_) {
    std::stable_sort(residencies.begin(), residencies.end(), [&](std::int32_t a, std::int32_t b) {
      return at(plan.residencies, a).memory < at(plan.residencies, b).memory;
    });
  }
  place_outside(target);
}

void TensorAddresses::place_outside(const Target& target) {
  // The alignment of buffers that applications pass to TensorFlow Lite Micro.
  constexpr Bytes alignment = 16;
  const auto arena = static_cast<std::uint8_t>(memory_index(target, target.mode.arena));
  Bytes end = peak_bytes(plan_, *this, target)[arena];
  for (const TensorIndex tensor : plan_.outside) {
    const Tensor& owned = at(network_.tensors, tensor);
    end = (end + alignment - 1) / alignment * alignment;
    at(outside_, tensor) = Place{arena, static_cast<Address>(end)};
    end += owned.bytes;
    if (const MemorySpec& memory = target.memories[arena]; end > memory.capacity) {
      throw UserError(ExitCode::run_failed,
                      "plan: no room behind the arena in " + memory.name + " for tensor '" +
                          owned.name + "', which the application owns: " +
                          std::to_string(end - memory.capacity) + " bytes over");
    }
  }
}

Place TensorAddresses::place_of(TensorIndex tensor, TimeStep time) const {
  for (const std::int32_t index : at(by_tensor_, tensor)) {
    if (is_filled(index, time)) return place_of(at(plan_.residencies, index));
  }
  if (const auto& place = at(outside_, tensor)) return *place;
  throw UserError(ExitCode::run_failed, "plan: tensor '" + at(network_.tensors, tensor).name +
                                            "' is in no memory at step " + std::to_string(time));
}

bool TensorAddresses::is_filled(std::int32_t residency, TimeStep time) const {
  return at(filled_at_, residency) <= time && time < at(plan_.residencies, residency).upper;
}

Place TensorAddresses::place_of(const Residency& residency) const {
  return {memory(residency.memory), static_cast<Address>(residency.offset), residency.size};
}

std::vector<Bytes> peak_bytes(const Plan& plan, const TensorAddresses& placement,
                              const Target& target) {
  std::vector<Bytes> peak(target.memories.size(), 0);
  for (const Residency& residency : plan.residencies) {
    Bytes& of_memory = peak[placement.memory(residency.memory)];
    of_memory = std::max(of_memory, residency.offset + residency.size);
  }
  return peak;
}

}  // namespace spillway::ethosu
