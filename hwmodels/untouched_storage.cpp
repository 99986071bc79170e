// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/untouched_storage.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace spillway {
namespace {

struct AddressRange {
  Bytes begin = 0;
  Bytes end = 0;
};

AddressRange address_range_of(const Storage& storage) {
  const auto begin = static_cast<Bytes>(storage.address);
  return {begin, begin + storage.bytes};
}

/// Returns the parts of `whole` that no residency occupies, in order of address.
std::vector<AddressRange> gaps(const AddressRange& whole, MemoryIndex memory, const Plan& plan) {
  std::vector<AddressRange> taken;
  for (const Residency& residency : plan.residencies) {
    const AddressRange its{residency.offset, residency.offset + residency.size};
    if (residency.memory != memory || its.end <= whole.begin || its.begin >= whole.end) continue;
    taken.push_back(its);
  }
  std::sort(taken.begin(), taken.end(),
            [](const AddressRange& a, const AddressRange& b) { return a.begin < b.begin; });
  std::vector<AddressRange> free;
  Bytes at = whole.begin;
  for (const AddressRange& its : taken) {
    if (its.begin > at) free.push_back({at, its.begin});
    at = std::max(at, its.end);
  }
  if (at < whole.end) free.push_back({at, whole.end});
  return free;
}

void add(const Storage& storage, const AddressRange& range, TimeStep end,
         RecoveredPlan& recovered) {
  const AddressRange whole = address_range_of(storage);
  const bool part = range.begin > whole.begin || range.end < whole.end;
  Tensor tensor;
  tensor.name = storage.name;
  if (part) tensor.name += storage.constant ? " (not read)" : " (unused)";
  tensor.kind = storage.constant ? TensorKind::constant : TensorKind::scratch;
  tensor.bytes = range.end - range.begin;
  const auto index = static_cast<TensorIndex>(recovered.network.tensors.size());
  recovered.network.tensors.push_back(std::move(tensor));
  recovered.plan.residencies.push_back({index, static_cast<MemoryIndex>(storage.memory),
                                        range.begin, range.end - range.begin, 0, end, -1});
}

}  // namespace

void add_untouched_storage(const Program& program, RecoveredPlan& recovered) {
  const auto end = static_cast<TimeStep>(program.operators.size() + 1);
  for (const Storage& storage : program.storage) {
    const AddressRange whole = address_range_of(storage);
    for (const AddressRange& gap : gaps(whole, storage.memory, recovered.plan)) {
      // A gap is added to the plan as a tensor of its own. Of an arena, only the gap at its end is
      // added: it raises the peak of the plan to the end of the arena. Gaps between feature maps do
      // not change the peak, so they are left out.
      if (storage.constant || gap.end == whole.end) add(storage, gap, end, recovered);
    }
  }
}

}  // namespace spillway
