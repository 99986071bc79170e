// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/arena_addresses.h"

#include <algorithm>
#include <limits>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/target/select_target.h"
#include "traces/shape.h"

namespace spillway::ethosu {
namespace {

constexpr Address address_step = 16;

Address rounded(Address address) {
  return (address + address_step - 1) / address_step * address_step;
}

}  // namespace

ArenaAddresses::ArenaAddresses(const Network& network, const Plan& plan,
                               const TensorAddresses& addresses, const Target& target)
    : plan_(plan),
      addresses_(addresses),
      arena_(target.regions.memory[arena_region]),
      fast_(target.regions.memory[fast_arena_region]),
      is_constant_(plan.residencies.size(), false) {
  find_constants(network, target);
  measure_arenas();
}

void ArenaAddresses::find_constants(const Network& network, const Target& target) {
  std::vector<bool> is_copy(plan_.residencies.size(), false);
  for (const Copy& copy : plan_.copies) is_copy[static_cast<std::size_t>(copy.to)] = true;
  const auto memory = static_cast<std::uint8_t>(memory_index(target, target.mode.constants));
  for (std::size_t i = 0; i < plan_.residencies.size(); ++i) {
    const Residency& residency = plan_.residencies[i];
    const bool constant = residency.kind == ResidencyKind::made_up ||
                          (residency.kind == ResidencyKind::tensor &&
                           is_constant(at(network.tensors, residency.tensor)));
    is_constant_[i] = constant && !is_copy[i] && addresses_.memory(residency.memory) == memory;
  }
}

std::vector<Place> ArenaAddresses::copied_constants() const {
  std::vector<Place> places;
  for (const Copy& copy : plan_.copies) {
    if (!is_constant_[static_cast<std::size_t>(copy.from)]) continue;
    places.push_back(addresses_.place_of(at(plan_.residencies, copy.from)));
  }
  return places;
}

void ArenaAddresses::measure_arenas() {
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
  arena_begin_ = begin > end ? 0 : begin / address_step * address_step;
  arena_bytes_ = static_cast<Bytes>(begin > end ? 0 : end - arena_begin_);
}

RegionAddress ArenaAddresses::region_address_of(const Place& place) const {
  if (place.memory == arena_) return {arena_region, place.address - arena_begin_};
  return {fast_arena_region, place.address};
}

Place ArenaAddresses::source_of(const Place& place, TimeStep time) const {
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

}  // namespace spillway::ethosu
