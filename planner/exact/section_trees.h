// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/index.h"
#include "base/units.h"

namespace spillway::exact {

/// Returns the number of leaves of the smallest complete binary tree with at least `sections`
/// leaves.
inline std::size_t leaves_over(std::size_t sections) {
  std::size_t leaves = 1;
  while (leaves < sections) leaves *= 2;
  return leaves;
}

/// A segment tree with the height of the packing (the end of the highest placed item) in every
/// section of time. Heights only increase, so inner nodes store heights and never pass them down to
/// the leaves.
class SkylineTree {
 public:
  explicit SkylineTree(std::size_t sections)
      : leaves_(leaves_over(sections)), highest_(2 * leaves_, 0), raised_(2 * leaves_, 0) {}

  /// Returns the greatest height in the sections [first, end).
  Bytes highest(std::int32_t first, std::int32_t end) const {
    std::size_t left = leaves_ + static_cast<std::size_t>(first);
    std::size_t right = leaves_ + static_cast<std::size_t>(end) - 1;
    Bytes most = std::max(highest_[left], highest_[right]);
    for (; left / 2 != right / 2; left /= 2, right /= 2) {
      if (left % 2 == 0) most = std::max(most, highest_[left + 1]);
      if (right % 2 == 1) most = std::max(most, highest_[right - 1]);
      most = std::max({most, raised_[left / 2], raised_[right / 2]});
    }
    while ((left /= 2) > 0) most = std::max(most, raised_[left]);
    return most;
  }

  void raise(std::int32_t first, std::int32_t end, Bytes height) {
    std::size_t left = leaves_ + static_cast<std::size_t>(first);
    std::size_t right = leaves_ + static_cast<std::size_t>(end) - 1;
    raise_all(left, height);
    raise_all(right, height);
    for (; left / 2 != right / 2; left /= 2, right /= 2) {
      if (left % 2 == 0) raise_all(left + 1, height);
      if (right % 2 == 1) raise_all(right - 1, height);
      highest_[left / 2] = std::max(highest_[left / 2], height);
      highest_[right / 2] = std::max(highest_[right / 2], height);
    }
    while ((left /= 2) > 0) highest_[left] = std::max(highest_[left], height);
  }

 private:
  void raise_all(std::size_t node, Bytes height) {
    highest_[node] = std::max(highest_[node], height);
    raised_[node] = std::max(raised_[node], height);
  }

  std::size_t leaves_;
  std::vector<Bytes> highest_;
  std::vector<Bytes> raised_;  // per node, a height that all sections of the node have at least
};

/// The number of unplaced bytes in every section of time. A section can have a threshold, and the
/// tree finds a section whose unplaced bytes have fallen to its threshold.
class RemainingTree {
 public:
  struct Fullest {
    std::int32_t section = 0;
    Bytes bytes = -1;
  };
  static constexpr Bytes no_threshold = std::numeric_limits<Bytes>::min() / 4;

  explicit RemainingTree(const std::vector<Bytes>& totals)
      : leaves_(leaves_over(totals.size())), nodes_(2 * leaves_) {
    for (std::size_t i = 0; i < totals.size(); ++i) nodes_[leaves_ + i].most = totals[i];
    for (std::size_t leaf = leaves_; leaf < nodes_.size(); ++leaf) {
      nodes_[leaf].above = nodes_[leaf].most - no_threshold;
    }
    for (std::size_t node = leaves_; --node > 0;) update(node);
  }

  Fullest fullest(std::int32_t first, std::int32_t end) const {
    Fullest found;
    find_fullest(1, 0, static_cast<std::int32_t>(leaves_), first, end, 0, found);
    return found;
  }
  void take(std::int32_t first, std::int32_t end, Bytes size) {
    take(1, 0, static_cast<std::int32_t>(leaves_), first, end, size);
  }
  void set_threshold(std::int32_t section, Bytes threshold) {
    std::size_t node = leaves_ + static_cast<std::size_t>(section);
    nodes_[node].above = nodes_[node].most - threshold;
    while ((node /= 2) > 0) update(node);
  }
  /// Returns a section whose unplaced bytes are at most its threshold; -1 = there is none.
  std::int32_t section_at_threshold() const {
    if (nodes_[1].above > 0) return -1;
    std::size_t node = 1;
    while (node < leaves_) {
      node = nodes_[2 * node].above <= nodes_[2 * node + 1].above ? 2 * node : 2 * node + 1;
    }
    return static_cast<std::int32_t>(node - leaves_);
  }

 private:
  struct Node {
    Bytes most = 0;  // unplaced bytes of the section that has the most
    /// The smallest difference, over all sections of the node, of unplaced bytes minus threshold.
    Bytes above = 0;
    Bytes taken = 0;  // bytes to be subtracted from all sections below this inner node
  };

  void update(std::size_t node) {
    const Node& left = nodes_[2 * node];
    const Node& right = nodes_[2 * node + 1];
    nodes_[node].most = std::max(left.most, right.most) - nodes_[node].taken;
    nodes_[node].above = std::min(left.above, right.above) - nodes_[node].taken;
  }
  void find_fullest(std::size_t node, std::int32_t low, std::int32_t high, std::int32_t first,
                    std::int32_t end, Bytes taken, Fullest& found) const {
    if (nodes_[node].most - taken <= found.bytes) return;
    if (high - low == 1) {
      found = {low, nodes_[node].most - taken};
      return;
    }
    const std::int32_t middle = low + (high - low) / 2;
    taken += nodes_[node].taken;
    if (first < middle) find_fullest(2 * node, low, middle, first, end, taken, found);
    if (end > middle) find_fullest(2 * node + 1, middle, high, first, end, taken, found);
  }
  void take(std::size_t node, std::int32_t low, std::int32_t high, std::int32_t first,
            std::int32_t end, Bytes size) {
    if (first <= low && high <= end) {
      nodes_[node].most -= size;
      nodes_[node].above -= size;
      nodes_[node].taken += size;
      return;
    }
    const std::int32_t middle = low + (high - low) / 2;
    if (first < middle) take(2 * node, low, middle, first, end, size);
    if (end > middle) take(2 * node + 1, middle, high, first, end, size);
    update(node);
  }

  std::size_t leaves_;
  std::vector<Node> nodes_;
};

}  // namespace spillway::exact
