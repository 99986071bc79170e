// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/planned_places.h"

#include <algorithm>
#include <limits>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/target/select_target.h"
#include "traces/shape.h"

namespace spillway::ethosu {
namespace {

constexpr Address constants_step = 16;

Address rounded(Address address) {
  return (address + constants_step - 1) / constants_step * constants_step;
}

}  // namespace

PlannedPlaces::PlannedPlaces(const Network& network, const Plan& plan,
                             const TensorAddresses& addresses, const Target& target)
    : plan_(plan),
      addresses_(addresses),
      arena_(target.regions.memory[arena_region]),
      fast_(target.regions.memory[fast_arena_region]),
      is_constant_(plan.residencies.size(), false) {
  pack_constants(network, target);
  measure_arenas();
}

void PlannedPlaces::pack_constants(const Network& network, const Target& target) {
  std::vector<bool> is_copy(plan_.residencies.size(), false);
  for (const Copy& copy : plan_.copies) is_copy[static_cast<std::size_t>(copy.to)] = true;
  const auto memory = static_cast<std::uint8_t>(memory_index(target, target.mode.constants));
  for (std::size_t i = 0; i < plan_.residencies.size(); ++i) {
    const Residency& residency = plan_.residencies[i];
    const bool constant = residency.kind == ResidencyKind::made_up ||
                          (residency.kind == ResidencyKind::tensor &&
                           is_constant(at(network.tensors, residency.tensor)));
    if (!constant || is_copy[i] || addresses_.memory(residency.memory) != memory) continue;
    is_constant_[i] = true;
    const auto begin = static_cast<Address>(residency.offset);
    constants_.push_back({memory, begin, begin + static_cast<Address>(residency.size), 0});
  }
  std::sort(constants_.begin(), constants_.end(),
            [](const Constants& a, const Constants& b) { return a.begin < b.begin; });
  Address end = 0;
  const Constants* before = nullptr;
  for (Constants& constants : constants_) {
    // A tensor that shares the buffer of another one lies inside it.
    const bool inside = before != nullptr && constants.begin < before->end;
    constants.packed = inside ? before->packed + (constants.begin - before->begin) : end;
    end = std::max(end, rounded(constants.packed + (constants.end - constants.begin)));
    if (!inside || constants.end > before->end) before = &constants;
  }
  constant_bytes_ = static_cast<Bytes>(end);
}

void PlannedPlaces::measure_arenas() {
  Address begin = std::numeric_limits<Address>::max();
  Address end = 0;
  for (std::size_t i = 0; i < plan_.residencies.size(); ++i) {
    if (is_constant_[i]) continue;
    const Residency& residency = plan_.residencies[i];
    const auto first = static_cast<Address>(residency.offset);
    const Address last = rounded(first + static_cast<Address>(residency.size));
    if (addresses_.memory(residency.memory) == arena_) {
      begin = std::min(begin, first);
      end = std::max(end, last);
    } else {
      fast_bytes_ = std::max(fast_bytes_, static_cast<Bytes>(last));
    }
  }
  arena_begin_ = begin > end ? 0 : begin / constants_step * constants_step;
  arena_bytes_ = static_cast<Bytes>(begin > end ? 0 : end - arena_begin_);
}

const PlannedPlaces::Constants* PlannedPlaces::constants_at(const Place& place) const {
  const auto behind = std::upper_bound(
      constants_.begin(), constants_.end(), place.address,
      [](Address address, const Constants& constants) { return address < constants.begin; });
  for (auto it = behind; it != constants_.begin();) {
    --it;
    if (it->memory == place.memory && place.address < it->end) return &*it;
  }
  return nullptr;
}

RegionPlace PlannedPlaces::region_of(const Place& place) const {
  if (const Constants* const constants = constants_at(place)) {
    return {constants_region, constants->packed + (place.address - constants->begin)};
  }
  if (place.memory == arena_) return {arena_region, place.address - arena_begin_};
  return {fast_arena_region, place.address};
}

Place PlannedPlaces::source_of(const Place& place, TimeStep time) const {
  for (const Copy& copy : plan_.copies) {
    const Residency& to = at(plan_.residencies, copy.to);
    const auto begin = static_cast<Address>(to.offset);
    const bool here = addresses_.memory(to.memory) == place.memory && place.address >= begin &&
                      place.address < begin + static_cast<Address>(to.size) && to.lower <= time &&
                      time < to.upper;
    if (!here || !is_constant_[static_cast<std::size_t>(copy.from)]) continue;
    const Residency& from = at(plan_.residencies, copy.from);
    return {addresses_.memory(from.memory),
            static_cast<Address>(from.offset) + (place.address - begin)};
  }
  return place;
}

void ConstantsImage::write(Address address, const std::vector<std::uint8_t>& bytes,
                           const std::string& owner) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t to = static_cast<std::size_t>(address) + i;
    const bool free = to < bytes_.size() && (!written_[to] || bytes_[to] == bytes[i]);
    if (!free) {
      throw UserError(ExitCode::run_failed, "the constants of operator '" + owner +
                                                "' do not fit where the plan has them");
    }
    bytes_[to] = bytes[i];
    written_[to] = true;
  }
}

}  // namespace spillway::ethosu
