// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/vela_spill.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "planner/policies/vela_spill_usage.h"

namespace spillway::vela {
namespace {

/// Vela's exhaustive search over one component (ranges without a gap in time between them). The
/// search is depth first and tries to keep a range before it tries to evict the range. A leaf of
/// the search decides about all ranges of the component; the result is the first leaf with the
/// highest score. A range that fits together with all other ranges is not evicted.
class ComponentSearch {
 public:
  struct Member {
    PointSpan span;
    Bytes size = 0;
    std::int64_t score = 0;
  };

  /// `base` is the memory usage (bytes at each sample point) of the ranges that are certainly in
  /// fast storage. `all` also includes the ranges that are not decided yet. run() restores `base`
  /// and `all` before it returns.
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
  /// For each member (range of the component), by its index: the sum of the scores of this member
  /// and of all members after it.
  std::vector<std::int64_t> remaining_score_;
  /// For each member (range of the component), by its index: one bit for each earlier member that
  /// is still live when this member starts.
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

ComponentSearch::ComponentSearch(std::vector<Member> members, Bytes limit, Usage& base, Usage& all,
                                 bool prune)
    : members_(std::move(members)),
      remaining_score_(members_.size() + 1, 0),
      still_live_(members_.size(), 0),
      seen_(members_.size()),
      limit_(limit),
      base_(base),
      all_(all),
      prune_(prune) {
  for (std::size_t i = members_.size(); i-- > 0;) {
    remaining_score_[i] = remaining_score_[i + 1] + members_[i].score;
    for (std::size_t j = 0; j < i; ++j) {
      if (members_[j].span.last > members_[i].span.first) {
        still_live_[i] |= std::uint32_t{1} << j;
      }
    }
  }
}

std::vector<bool> ComponentSearch::run(std::int64_t node_budget) {
  budget_ = node_budget;
  visit(0, 0, 0);
  std::vector<bool> kept(members_.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    kept[i] = (best_ >> i & 1U) != 0;
  }
  return kept;
}

/// Whether no leaf (a decision about all ranges) below this node can be the result. There are two
/// cases. Either the remaining scores are too low to exceed the best score. Or an earlier node at
/// this index had the same live members and at least the same score: members are sorted by start,
/// so members that have ended cannot affect the rest of the search.
bool ComponentSearch::hopeless(std::size_t index, std::uint32_t kept, std::int64_t score) {
  if (score + remaining_score_[index] <= best_score_) {
    return true;
  }
  const auto [entry, first] = seen_[index].try_emplace(kept & still_live_[index], score);
  if (!first && entry->second >= score) {
    return true;
  }
  entry->second = score;
  return false;
}

void ComponentSearch::visit(std::size_t index, std::uint32_t kept, std::int64_t score) {
  if (nodes_ >= budget_) {
    exhausted_ = true;
    return;
  }
  ++nodes_;
  if (index == members_.size()) {
    if (score > best_score_) {
      best_score_ = score;
      best_ = kept;
    }
    return;
  }
  if (!prune_ || !hopeless(index, kept, score)) {
    branch(index, kept, score);
  }
}

void ComponentSearch::branch(std::size_t index, std::uint32_t kept, std::int64_t score) {
  const Member& member = members_[index];
  const bool always_fits = all_.peak(member.span) <= limit_;
  if (always_fits || base_.peak(member.span) + member.size <= limit_) {
    base_.add(member.span, member.size);
    visit(index + 1, kept | std::uint32_t{1} << index, score + member.score);
    base_.add(member.span, -member.size);
  }
  if (!always_fits) {
    all_.add(member.span, -member.size);
    visit(index + 1, kept, score);
    all_.add(member.span, member.size);
  }
}

/// The state of one run: the ranges that are kept so far, and the memory usage at each sample point
/// (step at which a range starts).
class FastStorage {
 public:
  FastStorage(const std::vector<SpillRange>& ranges, Bytes limit)
      : ranges_(ranges),
        limit_(limit),
        points_(ranges),
        base_(points_.count()),
        all_(points_.count()) {
    choice_.kept.assign(ranges.size(), true);
    for (const SpillRange& range : ranges) {
      all_.add(points_.span(range), range.size);
      if (!range.movable) {
        base_.add(points_.span(range), range.size);
      }
    }
  }

  bool everything_fits() const { return all_.peak() <= limit_; }

  bool never_fits(std::size_t i) const {
    return base_.peak(points_.span(ranges_[i])) + ranges_[i].size > limit_;
  }

  bool always_fits(std::size_t i) const { return all_.peak(points_.span(ranges_[i])) <= limit_; }

  void evict(std::size_t i) {
    all_.add(points_.span(ranges_[i]), -ranges_[i].size);
    choice_.kept[i] = false;
  }

  void keep(std::size_t i) { base_.add(points_.span(ranges_[i]), ranges_[i].size); }

  const Usage& all() const { return all_; }
  const SamplePoints& points() const { return points_; }
  SpillChoice choice() const { return choice_; }

  void search(const std::vector<std::size_t>& component, const SpillOptions& options) {
    std::vector<ComponentSearch::Member> members;
    members.reserve(component.size());
    for (const std::size_t i : component) {
      members.push_back({points_.span(ranges_[i]), ranges_[i].size, ranges_[i].score});
    }
    ComponentSearch search(std::move(members), limit_, base_, all_, options.prune);
    const std::vector<bool> kept = search.run(options.node_budget - choice_.nodes);
    choice_.nodes += search.nodes();
    choice_.exhausted = choice_.exhausted || search.exhausted();
    for (std::size_t k = 0; k < component.size(); ++k) {
      kept[k] ? keep(component[k]) : evict(component[k]);
    }
  }

 private:
  const std::vector<SpillRange>& ranges_;
  Bytes limit_;
  SamplePoints points_;
  Usage base_;
  Usage all_;
  SpillChoice choice_;
};

std::vector<std::size_t> movable_ranges(const std::vector<SpillRange>& ranges) {
  std::vector<std::size_t> movable;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].movable) {
      movable.push_back(i);
    }
  }
  return movable;
}

/// Evicts the ranges that Vela 3.10 evicts because they end much later than other ranges and make
/// its hill climbing fail. Returns the remaining ranges. Vela looks up the range with which it
/// compares by its position in the original list, although evictions have shifted the positions.
/// This defect is reproduced.
std::vector<std::size_t> drop_very_long(const std::vector<SpillRange>& ranges,
                                        const std::vector<std::size_t>& sorted,
                                        FastStorage& storage) {
  if (sorted.size() <= max_exhaustive_items) {
    return sorted;
  }
  std::vector<std::size_t> remaining = sorted;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const SpillRange& range = ranges[sorted[k]];
    if (range.end - range.start < max_exhaustive_life_range) {
      continue;
    }
    const std::size_t later = std::min(k + max_exhaustive_items, remaining.size() - 1);
    if (range.end > ranges[sorted[later]].end + max_exhaustive_life_range) {
      storage.evict(sorted[k]);
      remaining.erase(std::find(remaining.begin(), remaining.end(), sorted[k]));
    }
  }
  return remaining;
}

/// Visits the ranges of a component (a group of ranges without a gap in time) in order and keeps
/// each range that fits, as choose_kept_2022() describes. `usage` is passed by value: every
/// component starts with the usage that was known before any component was visited.
void walk(const std::vector<SpillRange>& ranges, const std::vector<std::size_t>& component,
          Usage usage, Bytes limit, FastStorage& storage) {
  for (const std::size_t i : component) {
    const PointSpan span = storage.points().span(ranges[i]);
    if (!storage.never_fits(i) && usage.peak(span) <= limit) {
      storage.keep(i);
    } else {
      usage.add(span, -ranges[i].size);
      storage.evict(i);
    }
  }
}

}  // namespace

SpillChoice choose_kept(const std::vector<SpillRange>& ranges, Bytes limit,
                        const SpillOptions& options) {
  FastStorage storage(ranges, limit);
  if (storage.everything_fits()) {
    return storage.choice();
  }
  std::vector<std::size_t> possible;
  for (const std::size_t i : movable_ranges(ranges)) {
    if (storage.never_fits(i)) {
      storage.evict(i);
    } else {
      possible.push_back(i);
    }
  }
  std::vector<std::size_t> competing;
  for (const std::size_t i : possible) {
    if (storage.always_fits(i)) {
      storage.keep(i);
    } else {
      competing.push_back(i);
    }
  }
  const auto sorted = drop_very_long(ranges, in_search_order(ranges, competing), storage);
  for (const auto& component : components(ranges, sorted)) {
    storage.search(component, options);
  }
  return storage.choice();
}

SpillChoice choose_kept_2022(const std::vector<SpillRange>& ranges, Bytes limit) {
  FastStorage storage(ranges, limit);
  if (storage.everything_fits()) {
    return storage.choice();
  }
  std::vector<std::size_t> competing;
  for (const std::size_t i : movable_ranges(ranges)) {
    if (storage.never_fits(i)) {
      storage.evict(i);
    } else if (storage.always_fits(i)) {
      storage.keep(i);
    } else {
      competing.push_back(i);
    }
  }
  const Usage before_components = storage.all();
  for (const auto& component : components(ranges, in_search_order(ranges, competing))) {
    walk(ranges, component, before_components, limit, storage);
  }
  return storage.choice();
}

}  // namespace spillway::vela
