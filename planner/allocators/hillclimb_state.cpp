// SPDX-License-Identifier: Apache-2.0
#include "planner/allocators/hillclimb_state.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace spillway {
namespace {

constexpr Bytes not_placed = std::numeric_limits<Bytes>::max();

/// Bytes live at each step at which some block starts; the profile rises nowhere else.
std::vector<std::pair<TimeStep, Bytes>> live_at_starts(const std::vector<UnplacedBlock>& blocks) {
  std::vector<std::pair<TimeStep, Bytes>> profile;
  profile.reserve(blocks.size());
  for (const UnplacedBlock& block : blocks) {
    profile.emplace_back(block.lower, 0);
  }
  std::sort(profile.begin(), profile.end());
  profile.erase(std::unique(profile.begin(), profile.end()), profile.end());
  for (auto& [step, live] : profile) {
    for (const UnplacedBlock& block : blocks) {
      live += block.lower <= step && step < block.upper ? block.size : 0;
    }
  }
  return profile;
}

}  // namespace

HillclimbState::HillclimbState(std::vector<UnplacedBlock> blocks)
    : blocks_(std::move(blocks)),
      neighbours_(blocks_.size()),
      urgencies_(blocks_.size(), 0),
      addresses_(blocks_.size(), 0),
      ends_(blocks_.size(), 0),
      turns_(blocks_.size(), 0),
      predecessors_(blocks_.size(), -1),
      placed_at_(blocks_.size(), not_placed) {
  find_neighbours();
  measure_urgencies();
}

void HillclimbState::find_neighbours() {
  const auto count = static_cast<Range>(blocks_.size());
  for (Range range = 0; range < count; ++range) {
    auto& list = neighbours_[index(range)];
    for (Range other = 0; other < count; ++other) {
      if (other != range && are_neighbours(range, other)) {
        list.push_back(other);
      }
    }
    const TimeStep start = blocks_[index(range)].lower;
    const auto meets_at = [&](Range other) { return std::max(start, blocks_[index(other)].lower); };
    std::stable_sort(list.begin(), list.end(),
                     [&](Range a, Range b) { return meets_at(a) < meets_at(b); });
  }
}

void HillclimbState::measure_urgencies() {
  const auto profile = live_at_starts(blocks_);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    for (const auto& [step, live] : profile) {
      if (blocks_[i].lower <= step && step < blocks_[i].upper) {
        urgencies_[i] = std::max(urgencies_[i], live);
      }
    }
    lower_bound_ = std::max(lower_bound_, urgencies_[i]);
  }
}

HillclimbState::Order HillclimbState::first_order() const {
  Order order(blocks_.size());
  std::iota(order.begin(), order.end(), Range{0});
  const auto key = [&](Range range) {
    const UnplacedBlock& block = blocks_[index(range)];
    return std::make_tuple(-urgencies_[index(range)], block.lower - block.upper, block.lower,
                           -block.size, range);
  };
  std::sort(order.begin(), order.end(), [&](Range a, Range b) { return key(a) < key(b); });
  return order;
}

HillclimbState::Landing HillclimbState::first_fit(const UnplacedBlock& block) const {
  Landing landing;
  for (const Placed& other : placed_) {
    if (block.lower >= other.upper || other.lower >= block.upper) {
      continue;
    }
    if (other.address >= landing.address + block.size) {
      break;
    }
    if (other.end > landing.address) {
      landing = {round_up(other.end, block.alignment), other.range, true};
    } else if (other.end > landing.address - block.alignment) {  // rounded up it ends there, too
      landing.only_one = false;
    }
  }
  return landing;
}

HillclimbState::Range HillclimbState::last_pushed_by(Range range) const {
  const UnplacedBlock& block = blocks_[index(range)];
  Bytes address = 0;
  Range predecessor = -1;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Range other : neighbours_[index(range)]) {
      const Bytes end = ends_[index(other)];
      if (placed_at_[index(other)] < address + block.size && end > address) {
        address = round_up(end, block.alignment);
        predecessor = other;
        moved = true;
      }
    }
  }
  return predecessor;
}

void HillclimbState::place(Range range) {
  const UnplacedBlock& block = blocks_[index(range)];
  const Landing landing = first_fit(block);
  predecessors_[index(range)] = landing.only_one ? landing.predecessor : last_pushed_by(range);
  addresses_[index(range)] = landing.address;
  placed_at_[index(range)] = landing.address;
  ends_[index(range)] = landing.address + block.size;
  const auto after =
      std::upper_bound(placed_.begin(), placed_.end(), landing.address,
                       [](Bytes address, const Placed& other) { return address < other.address; });
  placed_.insert(after, {landing.address, ends_[index(range)], block.lower, block.upper, range});
}

Bytes HillclimbState::run_trial(const Order& order, Bytes best) {
  placed_.clear();
  std::fill(placed_at_.begin(), placed_at_.end(), not_placed);
  Bytes size = 0;
  for (std::size_t turn = 0; turn < order.size(); ++turn) {
    const Range range = order[turn];
    place(range);
    turns_[index(range)] = static_cast<Turn>(turn);
    size = std::max(size, ends_[index(range)]);
    if (size > best) {
      break;
    }
  }
  return size;
}

HillclimbState::Range HillclimbState::bottleneck() const {
  return static_cast<Range>(std::max_element(ends_.begin(), ends_.end()) - ends_.begin());
}

}  // namespace spillway
