// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/solver.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/index.h"
#include "base/power_of_two.h"
#include "planner/exact/packings.h"
#include "planner/exact/preorder.h"
#include "planner/exact/repair.h"
#include "planner/search_watch.h"

namespace spillway::exact {
namespace {

/// The node limit of the first attempt of search_orders(). Later attempts have higher limits.
constexpr std::int64_t first_limit = 3000;
constexpr std::int32_t greedy_orders = 4;
// The node limit of a short search is the node budget divided by this number.
constexpr std::int64_t part_of_short_search = 32;

/// Returns the items sorted by alignment, the largest first, then by size. Small items then fill
/// the gaps that alignment leaves.
std::vector<std::int32_t> coarsest_first(const Instance& instance) {
  std::vector<std::int32_t> order(instance.items.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    const Item& first = at(instance.items, a);
    const Item& second = at(instance.items, b);
    return std::tie(second.alignment, second.size) < std::tie(first.alignment, first.size);
  });
  return order;
}

/// Returns the node limit of a search. The limit is lower if all items are live at once (one
/// section of time). The items then form one stack, almost every permutation of the items gives a
/// different stack, and the bounds exclude few of these stacks. So a longer search would rarely be
/// completed.
std::int64_t node_budget(const Instance& instance, const SolverOptions& options) {
  constexpr std::int64_t of_one_section = 300'000;
  return instance.section_total.size() > 1 ? options.node_budget
                                           : std::min(options.node_budget, of_one_section);
}

std::vector<Bytes> greedy_offsets(const Instance& instance, std::int32_t number) {
  return first_fit(instance,
                   number < greedy_orders ? preorder(instance, number) : coarsest_first(instance));
}

bool fits(const Instance& instance, const std::vector<Bytes>& offsets, Bytes capacity) {
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (offsets[i] + instance.items[i].size - instance.items[i].padding > capacity) {
      return false;
    }
  }
  return true;
}

/// The packing with the lowest peak, and that with the lowest peak of those that fit in `capacity`.
/// They can differ, because a peak counts padding, but padding may lie beyond the memory's end.
struct GreedyPackings {
  Packing best;
  Packing within;
};

GreedyPackings pack_greedily(const Instance& instance, Bytes capacity) {
  GreedyPackings packings;
  for (std::int32_t number = 0; number <= greedy_orders; ++number) {
    std::vector<Bytes> offsets = greedy_offsets(instance, number);
    if (fits(instance, offsets, capacity)) keep_lower(instance, offsets, packings.within);
    keep_lower(instance, std::move(offsets), packings.best);
  }
  return packings;
}

/// Reports the progress of searches to the SearchWatch (planner/search_watch.h), and remembers
/// whether the SearchWatch has stopped the searches.
class Watched {
 public:
  Watched(Bytes peak, Bytes lower_bound) : progress_{0, peak, lower_bound} {}

  bool go_on(std::int64_t nodes) {
    SearchProgress now = progress_;
    now.nodes += nodes;
    stopped_ = stopped_ || !search_goes_on(now);
    return !stopped_;
  }
  void found(Bytes peak) { progress_.peak = peak; }
  void searched(std::int64_t nodes, Bytes lower_bound) {
    progress_.nodes = nodes;
    progress_.lower_bound = lower_bound;
  }
  bool stopped() const { return stopped_; }

 private:
  SearchProgress progress_;
  bool stopped_ = false;
};

/// The state of a complete search that tries one order of the items after another.
struct Orders {
  Bytes capacity = -1;
  std::int32_t attempt = 0;
  std::int64_t nodes = 0;
};

/// Searches with one order of the items after another. If `orders` is the state of an earlier
/// search for the same capacity, continues that search. Attempts 0, 1, 2, 4, 8, ... search
/// completely: each has a node limit of at least half the number of nodes of all earlier attempts,
/// so that it can prove that no solution exists. All other attempts are short and only look for a
/// solution.
Solution search_orders(const Instance& instance, Bytes capacity, const SolverOptions& options,
                       Watched& watched, Orders& orders) {
  Solution solution;
  if (orders.capacity != capacity) orders = {capacity, 0, 0};
  for (; solution.nodes < options.node_budget && !watched.stopped(); ++orders.attempt) {
    const std::int32_t attempt = orders.attempt;
    const bool complete = !options.restarts || attempt == 0 || is_power_of_two(attempt);
    SearchOptions search_options = options.search;
    search_options.go_on = [&](std::int64_t nodes) {
      return watched.go_on(solution.nodes + nodes);
    };
    search_options.backjump = !complete;
    std::int64_t limit = first_limit + attempt * first_limit / 200;
    if (complete) {
      limit = std::max(limit, orders.nodes / 2);
    }
    if (!options.restarts) {
      limit = options.node_budget;
    }
    limit = std::min(limit, options.node_budget - solution.nodes);
    SearchResult result =
        search(instance, capacity, preorder(instance, attempt), search_options, limit);
    const std::int64_t nodes = std::max<std::int64_t>(result.nodes, 1);
    solution.nodes += nodes;
    orders.nodes += nodes;
    if (result.outcome != Outcome::budget_exhausted) {
      solution.outcome = result.outcome;
      solution.offsets = std::move(result.offsets);
      return solution;
    }
  }
  return solution;
}

bool has_fixed_items(const Instance& instance) {
  return std::any_of(instance.items.begin(), instance.items.end(),
                     [](const Item& item) { return item.fixed_offset.has_value(); });
}

Effort effort_of(const SolverOptions& options, Watched& watched) {
  return Effort(options.effort, [&] { return watched.go_on(0); });
}

/// Packs by rules and from the bottom up until the peak is at most `target`. Some effort remains
/// for repairs; for large instances it is more than half, because packing from the bottom up visits
/// every item many times.
void improve(const Instance& instance, Bytes target, Packing& best, Effort& effort) {
  constexpr std::int64_t part_of_rules = 6;
  constexpr std::size_t large = 14'000;
  const std::int64_t part_of_skylines = instance.items.size() > large ? 4 : 2;
  effort.share(effort.left() / part_of_rules,
               [&] { pack_by_rules(instance, target, best, effort); });
  if (has_fixed_items(instance)) return;
  effort.share(effort.left() / part_of_skylines,
               [&] { pack_by_skylines(instance, target, best, effort); });
}

Solution solution_of(Packing packing) {
  Solution solution;
  solution.offsets = std::move(packing.offsets);
  solution.peak = packing.peak;
  return solution;
}

/// Returns whether the heuristics find a packing within `capacity`; `best` is then this packing.
bool find_within(const Instance& instance, Bytes capacity, const SolverOptions& options,
                 Packing& best, Watched& watched) {
  Effort effort = effort_of(options, watched);
  improve(instance, capacity, best, effort);
  if (fits(instance, best.offsets, capacity)) return true;
  if (has_fixed_items(instance) || effort.left() <= 0) return false;
  std::vector<Bytes> offsets = best.offsets;
  if (!Repair(instance).reach(offsets, {capacity, 0, true}, effort)) return false;
  best = {offsets, peak_of(instance, offsets)};
  return true;
}

/// Searches for a packing within `capacity`: with a short complete search, which is enough for many
/// instances, then with the heuristics, and finally with a long complete search.
Solution search_within(const Instance& instance, Bytes capacity, const SolverOptions& options,
                       Packing& best, Watched& watched) {
  SolverOptions left = options;
  Solution searched;
  Orders orders;
  if (instance.has_neighbours && options.effort > 0) {
    left.node_budget = options.node_budget / part_of_short_search;
    searched = search_orders(instance, capacity, left, watched, orders);
    if (searched.outcome != Outcome::budget_exhausted) return searched;
    left.node_budget = options.node_budget - searched.nodes;
  }
  if (options.effort > 0 && find_within(instance, capacity, options, best, watched)) {
    Solution found = solution_of(std::move(best));
    found.outcome = Outcome::found;
    return found;
  }
  if (!instance.has_neighbours) return searched;
  return search_orders(instance, capacity, left, watched, orders);
}

}  // namespace

std::int64_t effort_for(const Instance& instance) {
  constexpr std::int64_t per_item = 500'000;
  constexpr std::int64_t most = 1'400'000'000;
  return std::min(static_cast<std::int64_t>(instance.items.size()) * per_item, most);
}

/// Returns the default node budget. It is smaller for large instances, because the time of a node
/// is proportional to the number of unplaced items and grows with the number of their neighbours
/// (items that are live at the same time).
std::int64_t nodes_for(const Instance& instance) {
  constexpr std::int64_t items_of_nodes = 1'000'000'000;
  constexpr std::int64_t pairs_of_nodes = 500'000'000'000;
  constexpr std::int64_t most = 20'000'000;
  const auto items = std::max<std::int64_t>(static_cast<std::int64_t>(instance.items.size()), 1);
  return std::min({items_of_nodes / items, pairs_of_nodes / (items * items), most});
}

bool fits_greedily(const Instance& instance, Bytes capacity) {
  if (fixed_items_collide(instance)) return false;
  for (std::int32_t number = 0; number <= greedy_orders; ++number) {
    if (fits(instance, greedy_offsets(instance, number), capacity)) return true;
  }
  return false;
}

Solution solve_within(const Instance& instance, Bytes capacity, const SolverOptions& options) {
  auto [best, within] = pack_greedily(instance, capacity);
  const bool collides = fixed_items_collide(instance);
  if (collides || !within.offsets.empty()) {
    Solution greedy = solution_of(std::move(collides ? best : within));
    greedy.outcome = collides ? Outcome::infeasible : Outcome::found;
    return greedy;
  }
  SolverOptions worth = options;
  worth.node_budget = node_budget(instance, options);
  Watched watched(best.peak, lower_bound(instance));
  Solution searched;
  // The lower bound includes the padding of the topmost item, which may lie beyond the memory's
  // end. The padding is less than a granule (the largest number that divides all offsets).
  if (lower_bound(instance) - instance.granule >= capacity) {
    searched.outcome = Outcome::infeasible;
  } else {
    searched = search_within(instance, capacity, worth, best, watched);
  }
  if (searched.outcome != Outcome::found) searched.offsets = std::move(best.offsets);
  searched.peak = peak_of(instance, searched.offsets);
  searched.stopped = watched.stopped();
  return searched;
}

namespace {

/// Searches for the lowest possible peak. The search tries the lower bound first, and then
/// capacities half way between the largest capacity at which it failed and the best peak.
class Minimiser {
 public:
  Minimiser(const Instance& instance, const SolverOptions& options, Packing& best, Watched& watched)
      : instance_(instance), options_(options), best_(best), watched_(watched) {}

  /// Searches until the budget is used up or the lowest peak is proven. Returns the number of nodes
  /// and sets `bound` to a lower bound of the peak. If `orders` is the state of an earlier search,
  /// the search for that capacity is continued.
  std::int64_t run(Bytes& bound, Orders& orders) {
    const std::int64_t budget = options_.node_budget;
    Bytes low = bound;  // the lowest peak that may still be possible
    bool proven = true;
    for (Bytes capacity = low;
         low < best_.peak && options_.node_budget > 0 && !watched_.stopped();) {
      Solution found = search_orders(instance_, capacity, options_, watched_, orders);
      options_.node_budget -= found.nodes;
      if (found.outcome == Outcome::found) {
        best_ = {std::move(found.offsets), 0};
        best_.peak = peak_of(instance_, best_.offsets);
        watched_.found(best_.peak);
      } else {
        proven = proven && found.outcome == Outcome::infeasible;
        low = capacity + instance_.granule;
      }
      if (proven) bound = low;
      watched_.searched(budget - options_.node_budget, bound);
      const Bytes steps = (best_.peak - instance_.granule - low) / instance_.granule;
      capacity = low + std::max<Bytes>(steps, 0) / 2 * instance_.granule;
    }
    return budget - options_.node_budget;
  }

 private:
  const Instance& instance_;
  SolverOptions options_;
  Packing& best_;
  Watched& watched_;
};

}  // namespace

Solution minimise_peak(const Instance& instance, const SolverOptions& options) {
  auto [best, within] = pack_greedily(instance, options.capacity);
  if (fixed_items_collide(instance)) {
    Solution collision = solution_of(std::move(best));
    collision.outcome = Outcome::infeasible;
    return collision;
  }
  for (const std::vector<Bytes>& start : options.starts) {
    if (is_packing(instance, start)) keep_lower(instance, start, best);
  }
  Bytes bound = lower_bound(instance);
  Watched watched(best.peak, bound);
  Effort effort = effort_of(options, watched);
  improve(instance, bound, best, effort);
  SolverOptions left = options;
  left.node_budget = node_budget(instance, options);
  std::int64_t nodes = 0;
  Orders orders;
  const auto search = [&, &packing = best](std::int64_t budget) {
    if (!instance.has_neighbours) return;
    left.node_budget = budget;
    nodes += Minimiser(instance, left, packing, watched).run(bound, orders);
  };
  const std::int64_t all = left.node_budget;
  if (effort.left() > 0) search(all / part_of_short_search);
  if (!has_fixed_items(instance) && effort.left() > 0) {
    lower_by_repair(instance, bound, best, effort);
  }
  watched.found(best.peak);
  search(all - nodes);
  if (!fits(instance, best.offsets, options.capacity)) best = std::move(within);
  Solution solution = solution_of(std::move(best));
  solution.nodes = nodes;
  solution.lower_bound = bound;
  solution.stopped = watched.stopped();
  solution.outcome = bound >= solution.peak ? Outcome::found : Outcome::budget_exhausted;
  return solution;
}

}  // namespace spillway::exact
