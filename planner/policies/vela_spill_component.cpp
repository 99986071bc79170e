// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/vela_spill_component.h"

#include <utility>

namespace spillway::vela {

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

/// Whether no leaf below this node can be the result. This is the case if the remaining scores are
/// too low to exceed the best score. It is also the case if an earlier node at this index had the
/// same live members and at least the same score: members are sorted by start, so members that have
/// ended cannot affect the rest of the search.
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

}  // namespace spillway::vela
