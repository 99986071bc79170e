// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/search.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "base/index.h"
#include "planner/exact/search_state.h"

namespace spillway::exact {
namespace {

/// A fingerprint of everything that decides whether a node has a solution: its unplaced items, the
/// lowest offset of each item, and whether the item may be placed at that offset
/// (SearchOptions::canonical). The fingerprint has 128 bits, so that two different states
/// practically never have the same fingerprint.
struct StateKey {
  std::uint64_t sum = 0;
  std::uint64_t mixed = 0;

  bool operator==(const StateKey& other) const { return sum == other.sum && mixed == other.mixed; }
};

struct StateKeyHash {
  std::size_t operator()(const StateKey& key) const { return key.sum ^ key.mixed; }
};

/// States in which the search found no solution. With SearchOptions::backjump, some of them were
/// not searched completely. If the set is full, further states are not added and no state is
/// removed, so its contents depend only on the search.
class Nogoods {
 public:
  bool contains(const StateKey& key) const { return keys_.count(key) != 0; }
  void add(const StateKey& key) {
    if (keys_.size() < capacity) {
      keys_.insert(key);
    }
  }

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 20;
  std::unordered_set<StateKey, StateKeyHash> keys_;
};

/// The finaliser of SplitMix64 (public domain, S. Vigna): a change of one input bit changes about
/// half of the bits of the result.
std::uint64_t mix(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

StateKey state_key(const SearchState& state, ItemSpan items) {
  StateKey key;
  for (const std::int32_t item : items) {
    const auto place =
        static_cast<std::uint64_t>(state.lowest(item)) * 2 + (state.supported(item) ? 1U : 0U);
    const std::uint64_t once = mix(mix(place) + static_cast<std::uint64_t>(item));
    key.sum += once;
    key.mixed += mix(once ^ 0xD6E8FEB86659FD93U);
  }
  return key;
}

/// Returns, per item, the last identical item before it in the preorder; -1 = none. Items with
/// fixed offsets count as different.
std::vector<std::int32_t> find_twins(const Instance& instance,
                                     const std::vector<std::int32_t>& preorder) {
  const auto key = [&](std::int32_t i) {
    const Item& item = at(instance.items, i);
    return std::make_tuple(item.first_section, item.end_section, item.size, item.padding,
                           item.alignment);
  };
  std::vector<std::int32_t> sorted = preorder;
  std::stable_sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return key(a) < key(b); });
  std::vector<std::int32_t> twins(preorder.size(), -1);
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    const auto is_free = [&](std::int32_t i) { return !at(instance.items, i).fixed_offset; };
    if (key(sorted[k]) == key(sorted[k - 1]) && is_free(sorted[k]) && is_free(sorted[k - 1])) {
      at(twins, sorted[k]) = sorted[k - 1];
    }
  }
  return twins;
}

class Search {
 public:
  Search(const Instance& instance, Bytes capacity, const std::vector<std::int32_t>& preorder,
         const SearchOptions& options, std::int64_t node_limit)
      : instance_(instance),
        options_(options),
        node_limit_(node_limit),
        state_(instance, capacity, preorder, options),
        twins_(find_twins(instance, preorder)),
        reach_(instance.section_total.size(), 0),
        crossing_(instance.section_total.size(), 0),
        levels_(preorder.size() + 1) {
    levels_[0].items = preorder;
    for (const Item& item : instance.items) cross(item, 1);
    for (Level& level : levels_) {
      level.reasons = ItemSet(options.backjump ? preorder.size() : 0);
    }
  }

  SearchResult run() {
    SearchResult result;
    result.outcome = solve_parts({}, false);
    if (result.outcome == Outcome::infeasible && jumped_) {
      result.outcome = Outcome::budget_exhausted;
    }
    result.nodes = nodes_;
    if (result.outcome == Outcome::found) {
      result.offsets = state_.offsets();
    }
    return result;
  }

 private:
  /// The storage of one depth of the recursion. Only one node of each depth exists at a time, so
  /// all nodes of this depth use the same storage.
  struct Level {
    std::vector<std::int32_t> items;
    std::vector<std::int32_t> part_starts;
    ItemSet reasons;  // reasons of the failures so far, for backjumping
  };

  const Item& item_at(std::int32_t item) const { return at(instance_.items, item); }

  /// Adds `count` to crossing_ for every section of the item but its first. crossing_ is the number
  /// of unplaced items that extend across the start of a section.
  void cross(const Item& item, std::int32_t count) {
    for (std::int32_t section = item.first_section + 1; section < item.end_section; ++section) {
      at(crossing_, section) += count;
    }
  }

  /// Whether the remaining items may form independent parts after `item` was placed. This is
  /// possible if, at some boundary between two sections of time inside `item`, no unplaced item
  /// extends across the boundary.
  bool falls_apart(const Item& item) const {
    for (std::int32_t section = item.first_section + 1; section < item.end_section; ++section) {
      if (at(crossing_, section) == 0) return true;
    }
    return false;
  }

  /// Divides `items` into parts that are never live at the same time. Stores the first section of
  /// each part in `starts`, in ascending order.
  void find_parts(const std::vector<std::int32_t>& items, std::vector<std::int32_t>& starts) {
    std::int32_t low = instance_.section_count();
    std::int32_t high = 0;
    for (const std::int32_t item : items) {
      low = std::min(low, item_at(item).first_section);
      high = std::max(high, item_at(item).end_section);
    }
    std::fill(reach_.begin() + low, reach_.begin() + high, 0);
    for (const std::int32_t item : items) {
      std::int32_t& reach = at(reach_, item_at(item).first_section);
      reach = std::max(reach, item_at(item).end_section);
    }
    starts.clear();
    std::int32_t covered_to = 0;
    for (std::int32_t section = low; section < high; ++section) {
      const std::int32_t reach = at(reach_, section);
      if (reach > 0 && section >= covered_to) {
        starts.push_back(section);
      }
      covered_to = std::max(covered_to, reach);
    }
  }

  Outcome solve_parts(const Frontier& frontier, bool connected) {
    Level& level = levels_[depth_];
    const auto span = [&](std::size_t from, std::size_t to) {
      return ItemSpan{level.items.data() + from, level.items.data() + to};
    };
    if (level.items.empty()) {
      return Outcome::found;
    }
    const bool may_part = options_.decompose && !connected;
    if (may_part) {
      find_parts(level.items, level.part_starts);
    }
    if (!may_part || level.part_starts.size() == 1) {
      return solve(span(0, level.items.size()), frontier);
    }
    const auto part_of = [&](std::int32_t item) {
      return std::upper_bound(level.part_starts.begin(), level.part_starts.end(),
                              item_at(item).first_section);
    };
    std::stable_sort(level.items.begin(), level.items.end(),
                     [&](auto a, auto b) { return part_of(a) < part_of(b); });
    std::size_t from = 0;
    while (from < level.items.size()) {
      std::size_t to = from + 1;
      while (to < level.items.size() && part_of(level.items[to]) == part_of(level.items[from])) {
        ++to;
      }
      const Outcome outcome = solve(span(from, to), frontier);
      if (outcome != Outcome::found) {
        // The placements in the preceding parts are undone as well, so their items count as
        // unplaced again.
        for (std::size_t i = 0; i < from; ++i) cross(item_at(level.items[i]), 1);
        return outcome;
      }
      from = to;
    }
    return Outcome::found;
  }

  Outcome solve(ItemSpan items, const Frontier& frontier) {
    if (!state_.may_fit(items, frontier)) {
      return Outcome::infeasible;
    }
    const StateKey key = options_.nogoods ? state_key(state_, items) : StateKey{};
    if (options_.nogoods && nogoods_.contains(key)) {
      state_.blame().fill();
      return Outcome::infeasible;
    }
    const Outcome outcome = branch(items, frontier);
    if (options_.nogoods && outcome == Outcome::infeasible) {
      nogoods_.add(key);
    }
    return outcome;
  }

  /// Returns the lowest end that an unplaced item can still have: its lowest offset plus its size.
  /// If another item were placed at or above this end, a hole would stay below it, into which the
  /// item with the lowest end fits. The search skips such placements. Unless both options
  /// `dominance` and `canonical` are set, returns no limit.
  Bytes lowest_end(ItemSpan items) const {
    Bytes end = std::numeric_limits<Bytes>::max();
    if (options_.dominance && options_.canonical) {
      for (const std::int32_t item : items) {
        end = std::min(end, state_.lowest(item) + item_at(item).size);
      }
    }
    return end;
  }

  bool is_candidate(std::int32_t item, const Frontier& frontier, Bytes highest_offset) const {
    const std::int32_t twin = at(twins_, item);
    const bool twin_first = options_.symmetry && twin >= 0 && !state_.placed(twin);
    return !twin_first && state_.in_order(item, frontier) && state_.lowest(item) < highest_offset;
  }

  Outcome branch(ItemSpan items, const Frontier& frontier) {
    if (!options_.dynamic_order) {
      std::sort(items.begin(), items.end(),
                [&](auto a, auto b) { return state_.rank(a) < state_.rank(b); });
    }
    const Bytes highest_offset = lowest_end(items);
    start_reasons();
    for (const std::int32_t item : items) {
      if (!is_candidate(item, frontier, highest_offset)) {
        continue;
      }
      const Outcome outcome = try_placement(items, item);
      if (outcome != Outcome::infeasible) {
        return outcome;
      }
      if (options_.backjump && !collect_reasons(item)) {
        jumped_ = true;
        return Outcome::infeasible;
      }
    }
    finish_reasons(items, frontier);
    return Outcome::infeasible;
  }

  void start_reasons() {
    if (options_.backjump) {
      levels_[depth_].reasons.clear();
    }
  }

  /// Called when the search below the placement of `item` has failed. SearchState::blame() has the
  /// placed items on which this failure depends. If `item` is not among them, returns false: the
  /// failure does not depend on the placement of `item`. Otherwise returns true and adds to the
  /// reasons of this level all these items except `item`, and also the item on which `item` rests.
  bool collect_reasons(std::int32_t item) {
    if (!state_.blame().contains(item)) {
      return false;
    }
    levels_[depth_].reasons.add(state_.blame());
    levels_[depth_].reasons.remove(item);
    levels_[depth_].reasons.add(state_.support_of(item));
    return true;
  }

  void finish_reasons(ItemSpan items, const Frontier& frontier) {
    if (!options_.backjump) {
      return;
    }
    for (const std::int32_t item : items) {
      if (!state_.in_order(item, frontier)) {
        levels_[depth_].reasons.add(state_.blocked_by(item));
      }
    }
    state_.blame() = levels_[depth_].reasons;
  }

  bool is_stopped() {
    constexpr std::int64_t nodes_between = 4096;
    if (!stopped_ && options_.go_on && nodes_ % nodes_between == nodes_between - 1) {
      stopped_ = !options_.go_on(nodes_);
    }
    return stopped_;
  }

  Outcome try_placement(ItemSpan items, std::int32_t item) {
    if (nodes_ >= node_limit_ || is_stopped()) {
      return Outcome::budget_exhausted;
    }
    ++nodes_;
    const std::size_t mark = state_.mark();
    Outcome outcome = Outcome::infeasible;
    ++depth_;
    if (state_.place(item)) {
      std::vector<std::int32_t>& rest = levels_[depth_].items;
      std::int32_t* const here = std::find(items.begin(), items.end(), item);
      rest.assign(items.first, here);
      rest.insert(rest.end(), here + 1, items.last);
      cross(item_at(item), -1);
      outcome =
          solve_parts({state_.lowest(item), state_.rank(item), item}, !falls_apart(item_at(item)));
      if (outcome != Outcome::found) cross(item_at(item), 1);
    }
    --depth_;
    if (outcome != Outcome::found) {
      state_.undo_to(mark);
    }
    return outcome;
  }

  const Instance& instance_;
  const SearchOptions& options_;
  std::int64_t node_limit_;
  std::int64_t nodes_ = 0;
  SearchState state_;
  Nogoods nogoods_;
  std::vector<std::int32_t> twins_;
  std::vector<std::int32_t> reach_;  // per section, scratch memory of find_parts
  std::vector<std::int32_t>
      crossing_;  // per section: number of unplaced items that extend across its start
  std::vector<Level> levels_;
  std::size_t depth_ = 0;
  bool jumped_ = false;
  bool stopped_ = false;
};

}  // namespace

SearchResult search(const Instance& instance, Bytes capacity,
                    const std::vector<std::int32_t>& preorder, const SearchOptions& options,
                    std::int64_t node_limit) {
  return Search(instance, capacity, preorder, options, node_limit).run();
}

}  // namespace spillway::exact
