// SPDX-License-Identifier: Apache-2.0
#include "planner/arena_parts.h"

#include <algorithm>

#include "base/index.h"
#include "base/rounding.h"
#include "planner/problem.h"
#include "traces/shape.h"

namespace spillway {
namespace {

struct KeptRange {
  Bytes begin = 0, end = 0;
  bool persistent = false;
};

bool keeps_contents(const Residency& residency, const Network& network) {
  return residency.kind == ResidencyKind::tensor && residency.tensor != no_tensor &&
         is_persistent(at(network.tensors, residency.tensor).kind);
}

bool holds_constants(const Residency& residency, const Network& network) {
  if (residency.kind == ResidencyKind::made_up) return true;
  return residency.kind == ResidencyKind::tensor && residency.tensor != no_tensor &&
         is_constant(at(network.tensors, residency.tensor));
}

// Per residency, whether a copy fills it. Such a residency exists during a part of the run only.
std::vector<bool> filled_by_copies(const Plan& plan) {
  std::vector<bool> filled(plan.residencies.size(), false);
  for (const Copy& copy : plan.copies) {
    if (copy.to >= 0) at(filled, copy.to) = true;
  }
  return filled;
}

// Returns the ranges of kept residencies in `memory`, in ascending order.
std::vector<KeptRange> kept_ranges(const Plan& plan, const Network& network, MemoryIndex memory,
                                   Bytes alignment) {
  const std::vector<bool> filled = filled_by_copies(plan);
  std::vector<KeptRange> ranges;
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const Residency& residency = plan.residencies[i];
    if (residency.memory != memory || filled[i]) continue;
    const bool persistent = keeps_contents(residency, network);
    if (!persistent && !holds_constants(residency, network)) continue;
    ranges.push_back(
        {residency.offset, round_up(residency.offset + residency.size, alignment), persistent});
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const KeptRange& a, const KeptRange& b) { return a.begin < b.begin; });
  return ranges;
}

// Whether the memory holds anything but kept buffers.
bool has_scratch(const Plan& plan, const Network& network, MemoryIndex memory) {
  const std::vector<bool> filled = filled_by_copies(plan);
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const Residency& residency = plan.residencies[i];
    const bool kept =
        !filled[i] && (keeps_contents(residency, network) || holds_constants(residency, network));
    if (residency.memory == memory && !kept) return true;
  }
  return false;
}

Bytes highest_end(const Plan& plan, MemoryIndex memory) {
  Bytes end = 0;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == memory) end = std::max(end, residency.offset + residency.size);
  }
  return end;
}

}  // namespace

std::vector<ArenaPart> arena_parts(const Plan& plan, const Network& network, Bytes alignment) {
  std::vector<ArenaPart> parts;
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    const auto memory = static_cast<MemoryIndex>(m);
    const Bytes top = highest_end(plan, memory);
    ArenaPart part;
    Bytes done = 0;  // end of the bytes that are counted so far
    for (const KeptRange& range : kept_ranges(plan, network, memory, alignment)) {
      const Bytes end = std::min(range.end, top);
      const Bytes more = std::max<Bytes>(0, end - std::max(range.begin, done));
      (range.persistent ? part.persistent : part.constants) += more;
      done = std::max(done, end);
    }
    // If there is no scratch, the gaps between kept buffers are padding.
    Bytes& rest = has_scratch(plan, network, memory) ? part.scratch
                  : part.constants > 0               ? part.constants
                                                     : part.persistent;
    rest += top - part.kept();
    parts.push_back(part);
  }
  return parts;
}

std::vector<PersistentTensor> persistent_tensors(const Plan& plan, const Network& network) {
  std::vector<PersistentTensor> tensors;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == no_memory || !keeps_contents(residency, network)) continue;
    const Tensor& tensor = at(network.tensors, residency.tensor);
    tensors.push_back({tensor.name, tensor.kind, residency.memory, residency.size});
  }
  return tensors;
}

Bytes shared_bytes(const std::vector<ArenaPart>& parts, ArenaUse use, Bytes alignment) {
  if (parts.size() == 1) return parts.front().total();
  Bytes kept = 0, largest = 0, sum = 0;
  for (const ArenaPart& part : parts) {
    kept += round_up(part.kept(), alignment);
    largest = std::max(largest, part.scratch);
    sum += round_up(part.total(), alignment);
  }
  if (use == ArenaUse::at_once) return sum;
  return kept == 0 ? largest : kept + round_up(largest, alignment);
}

}  // namespace spillway
