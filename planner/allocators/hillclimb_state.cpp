// SPDX-License-Identifier: Apache-2.0
#include "planner/allocators/hillclimb_state.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>

namespace spillway {
namespace {

constexpr Bytes not_placed = std::numeric_limits<Bytes>::max();

/// The number of live bytes at each step at which a block starts. Other steps are not needed: the
/// number does not grow there, so its maximum is at a step at which a block starts.
struct LiveProfile {
  std::vector<TimeStep> steps;  // ascending
  std::vector<Bytes> live;

  std::size_t position(TimeStep step) const {
    return static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), step) -
                                    steps.begin());
  }
};

LiveProfile live_at_starts(const std::vector<UnplacedBlock>& blocks) {
  LiveProfile profile;
  for (const UnplacedBlock& block : blocks) {
    profile.steps.push_back(block.lower);
  }
  std::sort(profile.steps.begin(), profile.steps.end());
  profile.steps.erase(std::unique(profile.steps.begin(), profile.steps.end()), profile.steps.end());
  profile.live.assign(profile.steps.size() + 1, 0);
  for (const UnplacedBlock& block : blocks) {
    profile.live[profile.position(block.lower)] += block.size;
    profile.live[profile.position(block.upper)] -= block.size;
  }
  std::partial_sum(profile.live.begin(), profile.live.end(), profile.live.begin());
  return profile;
}

}  // namespace

HillclimbState::HillclimbState(std::vector<UnplacedBlock> blocks)
    : blocks_(std::move(blocks)),
      by_start_(blocks_.size()),
      neighbours_(blocks_.size()),
      neighbours_found_(blocks_.size(), false),
      urgencies_(blocks_.size(), 0),
      addresses_(blocks_.size(), 0),
      ends_(blocks_.size(), 0),
      positions_(blocks_.size(), 0),
      predecessors_(blocks_.size(), -1),
      placed_at_(blocks_.size(), not_placed) {
  std::iota(by_start_.begin(), by_start_.end(), Range{0});
  std::stable_sort(by_start_.begin(), by_start_.end(), [&](Range a, Range b) {
    return blocks_[index(a)].lower < blocks_[index(b)].lower;
  });
  // A trial (one attempt to place all ranges) looks at the placed ranges that are live together
  // with a range, its placed neighbours. If few pairs of ranges are live at the same time, the
  // trial sorts these neighbours by address. This is faster than scanning all placed ranges.
  constexpr std::size_t few = 8;
  few_neighbours_ = 2 * count_pairs() * few < blocks_.size() * blocks_.size();
  if (few_neighbours_) find_all_neighbours();
  measure_urgencies();
}

// Returns the number of pairs of ranges that are live together. Each range is counted with the
// earlier ranges that have not ended when it begins.
std::size_t HillclimbState::count_pairs() const {
  std::vector<TimeStep> ends;
  for (const UnplacedBlock& block : blocks_) ends.push_back(block.upper);
  std::sort(ends.begin(), ends.end());
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < by_start_.size(); ++i) {
    const TimeStep start = blocks_[index(by_start_[i])].lower;
    const auto ended = std::upper_bound(ends.begin(), ends.end(), start) - ends.begin();
    pairs += i - std::min(i, static_cast<std::size_t>(ended));
  }
  return pairs;
}

// Visits the ranges in the order of their starts and pairs each range with the earlier ranges that
// have not ended. An empty range is paired with the ranges that begin before it and end after it.
void HillclimbState::find_all_neighbours() {
  std::vector<Range> live;
  for (const Range range : by_start_) {
    const TimeStep start = blocks_[index(range)].lower;
    const auto has_ended = [&](Range other) { return blocks_[index(other)].upper <= start; };
    live.erase(std::remove_if(live.begin(), live.end(), has_ended), live.end());
    for (const Range other : live) {
      if (!are_neighbours(range, other)) continue;
      neighbours_[index(range)].push_back(other);
      neighbours_[index(other)].push_back(range);
    }
    live.push_back(range);
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const TimeStep start = blocks_[i].lower;
    const auto meets_at = [&](Range other) { return std::max(start, blocks_[index(other)].lower); };
    std::sort(neighbours_[i].begin(), neighbours_[i].end(), [&](Range a, Range b) {
      return std::make_pair(meets_at(a), a) < std::make_pair(meets_at(b), b);
    });
  }
  neighbours_found_.assign(blocks_.size(), true);
}

const std::vector<HillclimbState::Range>& HillclimbState::neighbours(Range range) const {
  auto& list = neighbours_[index(range)];
  if (neighbours_found_[index(range)]) return list;
  neighbours_found_[index(range)] = true;
  const TimeStep start = blocks_[index(range)].lower;
  const auto meets = [&](Range other) { return other != range && are_neighbours(range, other); };
  for (std::size_t i = 0; i < blocks_.size(); ++i) {  // ranges that are live when this range begins
    if (blocks_[i].lower <= start && meets(static_cast<Range>(i))) {
      list.push_back(static_cast<Range>(i));
    }
  }
  const auto later = std::upper_bound(
      by_start_.begin(), by_start_.end(), start,
      [&](TimeStep step, Range other) { return step < blocks_[index(other)].lower; });
  std::copy_if(later, by_start_.end(), std::back_inserter(list), meets);
  return list;
}

void HillclimbState::measure_urgencies() {
  const LiveProfile profile = live_at_starts(blocks_);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Bytes* const first = profile.live.data() + profile.position(blocks_[i].lower);
    const Bytes* const last = profile.live.data() + profile.position(blocks_[i].upper);
    urgencies_[i] = first < last ? *std::max_element(first, last) : 0;
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

/// Returns the placed neighbours of the range, sorted by address; at equal addresses, in the order
/// in which they were placed. If ranges have many neighbours, returns all placed ranges instead.
const std::vector<HillclimbState::Placed>& HillclimbState::placed_around(Range range) {
  if (!few_neighbours_) return placed_;
  around_.clear();
  for (const Range other : neighbours_[index(range)]) {
    if (placed_at_[index(other)] == not_placed) continue;
    const UnplacedBlock& block = blocks_[index(other)];
    around_.push_back(
        {addresses_[index(other)], ends_[index(other)], block.lower, block.upper, other});
  }
  std::sort(around_.begin(), around_.end(), [&](const Placed& a, const Placed& b) {
    return std::make_pair(a.address, positions_[index(a.range)]) <
           std::make_pair(b.address, positions_[index(b.range)]);
  });
  return around_;
}

HillclimbState::Landing HillclimbState::first_fit(Range range) {
  const UnplacedBlock& block = blocks_[index(range)];
  Landing landing;
  for (const Placed& other : placed_around(range)) {
    if (block.lower >= other.upper || other.lower >= block.upper) {
      continue;
    }
    if (other.address >= landing.address + block.size) {
      break;
    }
    if (other.end > landing.address) {
      landing = {round_up(other.end, block.alignment), other.range, true};
      // The end of `other`, rounded up to the alignment, equals the address found so far. So
      // several placed ranges end directly below this address.
    } else if (other.end > landing.address - block.alignment) {
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
    for (const Range other : neighbours(range)) {
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
  const Landing landing = first_fit(range);
  predecessors_[index(range)] = landing.only_one ? landing.predecessor : last_pushed_by(range);
  addresses_[index(range)] = landing.address;
  placed_at_[index(range)] = landing.address;
  ends_[index(range)] = landing.address + block.size;
  if (few_neighbours_) return;
  const auto after =
      std::upper_bound(placed_.begin(), placed_.end(), landing.address,
                       [](Bytes address, const Placed& other) { return address < other.address; });
  placed_.insert(after, {landing.address, ends_[index(range)], block.lower, block.upper, range});
}

Bytes HillclimbState::run_trial(const Order& order, Bytes best) {
  placed_.clear();
  std::fill(placed_at_.begin(), placed_at_.end(), not_placed);
  Bytes size = 0;
  for (std::size_t position = 0; position < order.size(); ++position) {
    const Range range = order[position];
    place(range);
    positions_[index(range)] = static_cast<Position>(position);
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
