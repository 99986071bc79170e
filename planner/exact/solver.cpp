// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/solver.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/index.h"
#include "base/power_of_two.h"
#include "planner/blocks.h"
#include "planner/exact/preorder.h"
#include "planner/search_watch.h"

namespace spillway::exact {
namespace {

constexpr std::int64_t first_limit = 3000;  // nodes of the first attempts
constexpr std::int32_t greedy_orders = 4;

Bytes instance_peak(const Instance& instance, const std::vector<Bytes>& offsets) {
  Bytes peak = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    peak = std::max(peak, offsets[i] + instance.items[i].size);
  }
  return peak;
}

/// Lowest free offset for one item after the other, fixed ones first.
std::vector<Bytes> first_fit(const Instance& instance, const std::vector<std::int32_t>& order) {
  const auto block_of = [](const Item& item) {
    return UnplacedBlock{item.first_section, item.end_section, item.size, item.alignment};
  };
  std::vector<Bytes> offsets(instance.items.size());
  PlacedBlocks placed;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (instance.items[i].fixed_offset) {
      offsets[i] = *instance.items[i].fixed_offset;
      placed.insert(block_of(instance.items[i]), offsets[i]);
    }
  }
  for (const std::int32_t next : order) {
    const auto i = static_cast<std::size_t>(next);
    if (!instance.items[i].fixed_offset) {
      offsets[i] = placed.first_fit(block_of(instance.items[i]));
      placed.insert(block_of(instance.items[i]), offsets[i]);
    }
  }
  return offsets;
}

/// Largest alignment first, then size: smaller ones fill the gaps that alignment leaves.
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

/// Nodes that a search is worth: items of many alignments that are all alive at once have as many
/// orders as permutations, of which bounds exclude few.
std::int64_t node_budget(const Instance& instance, const SolverOptions& options) {
  constexpr std::int64_t of_one_section = 300'000;
  return instance.section_total.size() > 1 ? options.node_budget
                                           : std::min(options.node_budget, of_one_section);
}

Solution best_greedy(const Instance& instance) {
  Solution best;
  for (std::int32_t number = 0; number <= greedy_orders; ++number) {
    const std::vector<std::int32_t> order =
        number < greedy_orders ? preorder(instance, number) : coarsest_first(instance);
    std::vector<Bytes> offsets = first_fit(instance, order);
    const Bytes peak = instance_peak(instance, offsets);
    if (best.offsets.empty() || peak < best.peak) {
      best.offsets = std::move(offsets);
      best.peak = peak;
    }
  }
  return best;
}

bool fixed_items_collide(const Instance& instance) {
  for (const Item& item : instance.items) {
    for (const std::int32_t n : item.neighbours) {
      const Item& other = at(instance.items, n);
      if (item.fixed_offset && other.fixed_offset &&
          *item.fixed_offset < *other.fixed_offset + other.size - other.padding &&
          *other.fixed_offset < *item.fixed_offset + item.size - item.padding) {
        return true;
      }
    }
  }
  return false;
}

/// What a watch is told of searches, and whether it has stopped them.
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

/// Searches under one order after the other. Attempts 0, 1, 2, 4, 8, ... are complete and may take
/// as long as half of all before them, so that proofs get their share; the others are short and
/// look for solutions only.
Solution search_orders(const Instance& instance, Bytes capacity, const SolverOptions& options,
                       Watched& watched) {
  Solution solution;
  for (std::int32_t attempt = 0; solution.nodes < options.node_budget && !watched.stopped();
       ++attempt) {
    const bool complete = !options.restarts || is_power_of_two(attempt);
    SearchOptions search_options = options.search;
    search_options.go_on = [&](std::int64_t nodes) {
      return watched.go_on(solution.nodes + nodes);
    };
    search_options.backjump = !complete;
    std::int64_t limit = first_limit + attempt * first_limit / 200;
    if (complete) {
      limit = std::max(limit, solution.nodes / 2);
    }
    if (!options.restarts) {
      limit = options.node_budget;
    }
    limit = std::min(limit, options.node_budget - solution.nodes);
    SearchResult result =
        search(instance, capacity, preorder(instance, attempt), search_options, limit);
    solution.nodes += std::max<std::int64_t>(result.nodes, 1);
    if (result.outcome != Outcome::budget_exhausted) {
      solution.outcome = result.outcome;
      solution.offsets = std::move(result.offsets);
      return solution;
    }
  }
  return solution;
}

bool fits(const Instance& instance, const std::vector<Bytes>& offsets, Bytes capacity) {
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (offsets[i] + instance.items[i].size - instance.items[i].padding > capacity) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool fits_greedily(const Instance& instance, Bytes capacity) {
  return !fixed_items_collide(instance) && fits(instance, best_greedy(instance).offsets, capacity);
}

Solution solve_within(const Instance& instance, Bytes capacity, const SolverOptions& options) {
  Solution greedy = best_greedy(instance);
  if (fixed_items_collide(instance)) {
    greedy.outcome = Outcome::infeasible;
    return greedy;
  }
  if (fits(instance, greedy.offsets, capacity)) {
    greedy.outcome = Outcome::found;
    return greedy;
  }
  SolverOptions worth = options;
  worth.node_budget = node_budget(instance, options);
  Watched watched(greedy.peak, lower_bound(instance));
  Solution searched = search_orders(instance, capacity, worth, watched);
  if (searched.outcome != Outcome::found) {
    searched.offsets = std::move(greedy.offsets);
  }
  searched.peak = instance_peak(instance, searched.offsets);
  searched.stopped = watched.stopped();
  return searched;
}

Solution minimise_peak(const Instance& instance, const SolverOptions& options) {
  Solution best = best_greedy(instance);
  if (fixed_items_collide(instance)) {
    best.outcome = Outcome::infeasible;
    return best;
  }
  // `low` is the lowest peak that may still be possible; the lower bound is tried first, then
  // capacities half way between it and the best peak.
  bool proven = true;
  Bytes low = lower_bound(instance);
  Bytes capacity = low;
  SolverOptions left = options;
  left.node_budget = node_budget(instance, options);
  Watched watched(best.peak, low);
  while (low < best.peak && left.node_budget > 0 && !watched.stopped()) {
    Solution found = search_orders(instance, capacity, left, watched);
    left.node_budget -= found.nodes;
    best.nodes += found.nodes;
    if (found.outcome == Outcome::found) {
      best.offsets = std::move(found.offsets);
      best.peak = instance_peak(instance, best.offsets);
      watched.found(best.peak);
    } else {
      proven = proven && found.outcome == Outcome::infeasible;
      low = capacity + instance.granule;
    }
    watched.searched(best.nodes, proven ? low : lower_bound(instance));
    const Bytes steps = (best.peak - instance.granule - low) / instance.granule;
    capacity = low + std::max<Bytes>(steps, 0) / 2 * instance.granule;
  }
  best.stopped = watched.stopped();
  best.outcome = proven && low >= best.peak ? Outcome::found : Outcome::budget_exhausted;
  return best;
}

}  // namespace spillway::exact
