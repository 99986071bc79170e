// SPDX-License-Identifier: Apache-2.0
#include "planner/peaks/arena_parts.h"

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

// Returns, per residency, whether its bytes are kept from one inference to the next. A residency
// that the DMA fills (Plan::copies) is not kept, because it exists only during a part of each
// inference.
std::vector<bool> kept_residencies(const Plan& plan, const Network& network) {
  std::vector<bool> kept;
  for (const Residency& residency : plan.residencies) {
    kept.push_back(keeps_contents(residency, network) || holds_constants(residency, network));
  }
  for (const Copy& copy : plan.copies) {
    if (copy.to >= 0) at(kept, copy.to) = false;
  }
  return kept;
}

// Returns the ranges of kept residencies in `memory`, in ascending order.
std::vector<KeptRange> kept_ranges(const Plan& plan, const Network& network,
                                   const std::vector<bool>& kept, MemoryIndex memory,
                                   Bytes alignment) {
  std::vector<KeptRange> ranges;
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const Residency& residency = plan.residencies[i];
    if (residency.memory != memory || !kept[i]) continue;
    ranges.push_back({residency.offset, round_up(residency.offset + residency.size, alignment),
                      keeps_contents(residency, network)});
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const KeptRange& a, const KeptRange& b) { return a.begin < b.begin; });
  return ranges;
}

// Whether `memory` has a residency whose bytes are not kept from one inference to the next.
bool has_scratch(const Plan& plan, const std::vector<bool>& kept, MemoryIndex memory) {
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    if (plan.residencies[i].memory == memory && !kept[i]) return true;
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
  const std::vector<bool> kept = kept_residencies(plan, network);
  std::vector<ArenaPart> parts;
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    const auto memory = static_cast<MemoryIndex>(m);
    const Bytes top = highest_end(plan, memory);
    ArenaPart part;
    Bytes done = 0;  // address up to which bytes have been counted
    for (const KeptRange& range : kept_ranges(plan, network, kept, memory, alignment)) {
      const Bytes end = std::min(range.end, top);
      const Bytes more = std::max<Bytes>(0, end - std::max(range.begin, done));
      (range.persistent ? part.persistent : part.constants) += more;
      done = std::max(done, end);
    }
    // The bytes below `top` that no kept buffer covers are scratch (a buffer is kept if its
    // contents last from one inference to the next). In a memory without scratch they are padding
    // between kept buffers and count as kept.
    Bytes& rest = has_scratch(plan, kept, memory) ? part.scratch
                  : part.constants > 0            ? part.constants
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
