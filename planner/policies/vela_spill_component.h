// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "planner/policies/vela_spill_usage.h"

namespace spillway::vela {

/// Vela's exhaustive search over one component. The search is depth first and tries to keep a range
/// before it tries to evict the range. The result is the first leaf with the highest score. A range
/// that fits together with all other ranges is not evicted.
class ComponentSearch {
 public:
  struct Member {
    PointSpan span;
    Bytes size = 0;
    std::int64_t score = 0;
  };

  /// `base` is the usage of the ranges that are certainly in fast storage. `all` also includes the
  /// ranges that are not decided yet. Both are restored before run() returns.
  ComponentSearch(std::vector<Member> members, Bytes limit, Usage& base, Usage& all, bool prune);

  /// Returns one flag per member: true = kept. The search stops after `node_budget` nodes; the
  /// result is then the best leaf so far.
  std::vector<bool> run(std::int64_t node_budget);

  std::int64_t nodes() const { return nodes_; }
  bool exhausted() const { return exhausted_; }

 private:
  void visit(std::size_t index, std::uint32_t kept, std::int64_t score);
  void branch(std::size_t index, std::uint32_t kept, std::int64_t score);
  bool hopeless(std::size_t index, std::uint32_t kept, std::int64_t score);

  std::vector<Member> members_;
  /// Per index of a member: the sum of the scores of this member and all later members.
  std::vector<std::int64_t> remaining_score_;
  /// Per index of a member: one bit for each earlier member that is still live when this member
  /// starts.
  std::vector<std::uint32_t> still_live_;
  std::vector<std::unordered_map<std::uint32_t, std::int64_t>> seen_;
  Bytes limit_;
  Usage& base_;
  Usage& all_;
  bool prune_;
  std::int64_t budget_ = 0;
  std::int64_t nodes_ = 0;
  bool exhausted_ = false;
  std::int64_t best_score_ = -1;
  std::uint32_t best_ = 0;
};

}  // namespace spillway::vela
