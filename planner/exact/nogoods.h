// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_set>

#include "planner/exact/search_state.h"

namespace spillway::exact {

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

StateKey state_key(const SearchState& state, ItemSpan items);

/// States that were searched completely without a solution. If the set is full, further states are
/// not added and no state is removed, so its contents depend only on the search.
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

}  // namespace spillway::exact
