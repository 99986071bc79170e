// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>

#include "base/index.h"
#include "planner/allocators/hillclimb_state.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Produces the numbers of CPython's `random` module after `random.seed(seed)`: the generator
/// MT19937 with CPython's seeding, and `randint`, which draws bits until the number is in the
/// range.
class PythonRandom {
 public:
  explicit PythonRandom(std::uint32_t seed);

  /// Returns a uniform number in [low, high]; high >= low, and high - low is below 2^31.
  std::int64_t randint(std::int64_t low, std::int64_t high);

 private:
  std::mt19937 engine_;
};

constexpr std::size_t state_words = std::mt19937::state_size;
using State = std::array<std::uint32_t, state_words>;

/// init_genrand() of the MT19937 reference code (Matsumoto and Nishimura, 2002).
State seeded_by_number(std::uint32_t seed) {
  State state{};
  state[0] = seed;
  for (std::uint32_t i = 1; i < state_words; ++i) {
    state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  }
  return state;
}

/// init_by_array() of the MT19937 reference code, for a key of one word. CPython uses it for a
/// small integer seed.
State seeded_by_key(std::uint32_t key) {
  State state = seeded_by_number(19650218U);
  std::size_t i = 1;
  const auto advance = [&] {
    if (++i == state_words) {
      state[0] = state[state_words - 1];
      i = 1;
    }
  };
  for (std::size_t k = 0; k < state_words; ++k, advance()) {
    state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1664525U)) + key;
  }
  for (std::size_t k = 1; k < state_words; ++k, advance()) {
    state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941U)) -
               static_cast<std::uint32_t>(i);
  }
  state[0] = 0x80000000U;
  return state;
}

/// Passes a complete state to the standard engine, in the form of a seed sequence.
class StateSequence {
 public:
  using result_type = std::uint32_t;

  explicit StateSequence(const State& state) : state_(state) {}

  template <typename Iterator>
  void generate(Iterator first, Iterator last) const {
    std::copy_n(state_.begin(), last - first, first);
  }

 private:
  const State& state_;
};

std::mt19937 make_engine(std::uint32_t seed) {
  const State state = seeded_by_key(seed);
  StateSequence sequence(state);
  return std::mt19937(sequence);
}

int bit_length(std::uint32_t value) {
  int bits = 0;
  for (; value != 0; value >>= 1) {
    ++bits;
  }
  return bits;
}

PythonRandom::PythonRandom(std::uint32_t seed) : engine_(make_engine(seed)) {}

std::int64_t PythonRandom::randint(std::int64_t low, std::int64_t high) {
  const auto range = static_cast<std::uint32_t>(high - low + 1);
  const int unused_bits = 32 - bit_length(range);
  std::uint32_t drawn = 0;
  do {
    drawn = static_cast<std::uint32_t>(engine_()) >> unused_bits;
  } while (drawn >= range);
  return low + drawn;
}

// Constants of Vela's hillclimb_allocation.py.
constexpr std::int64_t most_iterations = 99'999;
constexpr std::int64_t patience = 500;  // limit of iterations without improvement, if the plan fits
constexpr std::int64_t stuck_after = 50;
constexpr std::int64_t non_neighbour_percent = 30;

/// A list without duplicates, in insertion order. Its elements are positions (indices into a
/// placement order).
class PositionList {
 public:
  explicit PositionList(std::size_t positions) : seen_(positions, false) {}

  void clear() {
    for (const auto position : positions_) {
      at(seen_, position) = false;
    }
    positions_.clear();
  }
  void add(HillclimbState::Position position) {
    if (!at(seen_, position)) {
      at(seen_, position) = true;
      positions_.push_back(position);
    }
  }
  const std::vector<HillclimbState::Position>& positions() const { return positions_; }
  std::int64_t last_index() const { return static_cast<std::int64_t>(positions_.size()) - 1; }

 private:
  std::vector<HillclimbState::Position> positions_;
  std::vector<bool> seen_;
};

class Search {
 public:
  Search(std::vector<UnplacedBlock> blocks, Bytes limit, std::int64_t budget)
      : state_(std::move(blocks)),
        limit_(limit),
        budget_(budget),
        order_(state_.first_order()),
        positions_(order_.size()) {}

  void run() {
    best_ = state_.run_trial(order_, std::numeric_limits<Bytes>::max());
    best_order_ = order_;
    addresses_ = state_.addresses();
    if (best_ > state_.lower_bound()) {
      climb();
    }
  }

  Bytes peak() const { return best_; }
  std::vector<Bytes> take_addresses() { return std::move(addresses_); }

 private:
  bool goes_on(std::int64_t iteration, std::int64_t last) const {
    return ((best_ > limit_ && iteration < most_iterations) || iteration - last < patience) &&
           (budget_ == 0 || iteration < budget_);
  }

  void climb() {
    std::int64_t last_improvement = 0;
    for (std::int64_t i = 0; goes_on(i, last_improvement); ++i) {
      alter_order(i - last_improvement > stuck_after);
      const Bytes size = state_.run_trial(order_, best_);
      if (size > best_) {
        order_ = best_order_;  // as in Vela, ranges keep the state of a failed attempt
        continue;
      }
      if (size < best_) {
        last_improvement = i;
      }
      best_ = size;
      best_order_ = order_;
      addresses_ = state_.addresses();
      if (best_ <= state_.lower_bound()) {
        return;
      }
    }
  }

  void add_with_predecessors(HillclimbState::Range range) {
    for (; range >= 0; range = state_.predecessor(range)) {
      positions_.add(state_.position(range));
    }
  }

  /// Collects the positions of the ranges that determine the address of the bottleneck, the range
  /// with the highest end address.
  void collect_turns(HillclimbState::Range bottleneck) {
    positions_.clear();
    add_with_predecessors(bottleneck);
    for (const auto neighbour : state_.neighbours(bottleneck)) {
      add_with_predecessors(neighbour);
    }
    non_neighbours_.clear();
    for (const auto position : positions_.positions()) {
      if (!state_.are_neighbours(at(order_, position), bottleneck)) {
        non_neighbours_.push_back(position);
      }
    }
  }

  std::size_t pick(const std::vector<HillclimbState::Position>& positions,
                   std::int64_t last_index) {
    // alter_order() excludes the last position from one of its draws. If there is only one
    // position, `last_index` is then -1, and this position is returned.
    if (last_index < 0) return static_cast<std::size_t>(positions.front());
    return static_cast<std::size_t>(at(positions, random_.randint(0, last_index)));
  }

  void alter_order(bool stuck) {
    collect_turns(state_.bottleneck());
    const auto& positions = positions_.positions();
    const bool from_non_neighbours =
        random_.randint(0, 100) < non_neighbour_percent && !non_neighbours_.empty();
    const auto& source = from_non_neighbours ? non_neighbours_ : positions;
    const std::size_t first = pick(source, static_cast<std::int64_t>(source.size()) - 1);
    std::size_t second = pick(positions, positions_.last_index() - 1);
    if (second == first) {
      second = static_cast<std::size_t>(positions.back());
    }
    std::swap(order_[first], order_[second]);
    if (stuck) {
      swap_within_wider_circle();
    }
  }

  void swap_within_wider_circle() {
    for (const auto position : non_neighbours_) {
      for (const auto neighbour : state_.neighbours(at(order_, position))) {
        positions_.add(state_.position(neighbour));
      }
    }
    const std::size_t first = pick(positions_.positions(), positions_.last_index());
    const std::size_t second = pick(positions_.positions(), positions_.last_index());
    std::swap(order_[first], order_[second]);
  }

  HillclimbState state_;
  Bytes limit_;
  std::int64_t budget_;
  PythonRandom random_{1};

  HillclimbState::Order order_;
  PositionList positions_;
  std::vector<HillclimbState::Position> non_neighbours_;

  Bytes best_ = 0;
  HillclimbState::Order best_order_;
  std::vector<Bytes> addresses_;
};

/// Returns the blocks with the sizes that Vela uses. Vela rounds sizes up to the alignment that all
/// ranges have at first. If Vela later raises the alignment of a range, the size is not rounded
/// again. So this function rounds sizes only if all alignments are equal.
std::vector<UnplacedBlock> ranges_of(const std::vector<Buffer>& buffers,
                                     const MemorySpace& memory) {
  std::vector<UnplacedBlock> blocks = make_blocks(buffers, memory);
  const bool mixed = std::any_of(blocks.begin(), blocks.end(), [&](const UnplacedBlock& block) {
    return block.alignment != blocks.front().alignment;
  });
  for (std::size_t i = 0; mixed && i < blocks.size(); ++i) {
    blocks[i].size = buffers[i].size;
  }
  return blocks;
}

Allocation vela_hillclimb_allocation(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                                     const PlannerOptions& options) {
  if (buffers.empty()) {
    return {};
  }
  Search search(ranges_of(buffers, memory), memory.capacity, options.search_budget);
  search.run();
  const Bytes peak = search.peak();
  return finish_allocation(search.take_addresses(), peak, memory);
}

}  // namespace

Allocator vela_hillclimb() {
  Allocator allocator{"vela-hillclimb", "random search over placement orders from a fixed seed",
                      "Vela a6f6566 (2023-12), hillclimb_allocation", vela_hillclimb_allocation};
  allocator.searches = true;
  return allocator;
}

}  // namespace spillway
