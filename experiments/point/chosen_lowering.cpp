// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/chosen_lowering.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/diagnostics.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/point_cache.h"
#include "hwmodels/target/processor_family.h"
#include "planner/external/planner_program.h"
#include "planner/planner.h"
#include "planner/weight_policy.h"

namespace spillway {
namespace {

const PointOption& format_option() { return find_point_option("narrow-maps"); }
const PointOption& chains_option() { return find_point_option("chains"); }
const PointOption& blocks_option() { return find_point_option("blocks"); }
const PointOption& encoding_option() { return find_point_option("weight-encoding"); }

// Networks with more than this number of operators keep the compiler's blocks and encoding of
// weights, because another search for plans would take too long.
constexpr std::size_t most_operators = 1'000;

constexpr std::int64_t quick = 20;  // maximum number of plans that one try of a lowering simulates

/// The values of the option `landing` that are tried, as eighths of the capacity of the fastest
/// memory. `landing` is the maximum number of bytes of weights that one load copies.
constexpr Bytes eighths[] = {7, 6, 4, 3};

/// Returns the cycles of a point; nothing if the point cannot run. Switches off all recordings of
/// the simulation, such as traces, because the user wants recordings only of the chosen lowering.
std::optional<Cycles> cycles_of(const Network& network, DesignPoint point, PointCache& cache) {
  point.simulation = {};
  try {
    return run_as_given(network, point, cache).timing.total;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

/// Whether a point with `a` cycles is faster than a point with `b` cycles. A point without cycles
/// cannot run and counts as the slowest.
bool is_faster(const std::optional<Cycles>& a, const std::optional<Cycles>& b) {
  return a && (!b || *a < *b);
}

bool applies(const PointOption& option, const Network& network, const DesignPoint& point,
             PointCache& cache) {
  return obstacle_of(option, {point, cache.target(point), network, &cache}).empty();
}

/// Searches for the options of chosen_lowering_options() with which the plans are fastest. Starts
/// without these options. Gives one option after the other the value with the fastest plan, and
/// repeats this until no change makes the plan faster. Simulates few plans for each value.
class LoweringSearch {
 public:
  LoweringSearch(const Network& network, const DesignPoint& point, PointCache& cache)
      : network_(network), point_(point), cache_(cache), best_(point) {
    std::int64_t& budget = best_.planner_options.search_budget;
    budget = budget == 0 ? quick : std::min(budget, quick);
    least_ = cycles_of(network, best_, cache);
  }

  DesignPoint run() {
    std::string before;
    do {
      before = stage_key(Stage::lower, best_);
      for (const PointOption* option : chosen_lowering_options()) improve(*option);
    } while (stage_key(Stage::lower, best_) != before);
    best_.planner_options = point_.planner_options;
    if (before == stage_key(Stage::lower, point_)) return point_;
    for (const PointOption* option : chosen_lowering_options()) {
      if (is_given(*option, best_)) best_.chosen_options.emplace_back(option->name);
    }
    // Each comparison of lowerings above was based on a few plans and may be wrong. Therefore the
    // best lowering is compared once more with the user's point, now with the number of plans that
    // the user's point allows.
    const bool faster =
        is_faster(cycles_of(network_, best_, cache_), cycles_of(network_, point_, cache_));
    return faster ? best_ : point_;
  }

 private:
  void improve(const PointOption& option) {
    DesignPoint from = best_;
    clear_option(option, from);
    // Each of the options in chosen_lowering_options() adds operators to the lowered network. If
    // two values of an option give equal numbers of operators, the lowered networks are the same,
    // and only one of the two values is tried.
    std::set<std::size_t> known = {operators_of(from), operators_of(best_)};
    for (const std::string& value : values_of(option, *known.begin())) {
      DesignPoint tried = from;
      set_option(option, {value}, tried);
      if (!applies(option, network_, tried, cache_)) continue;
      if (!known.insert(operators_of(tried)).second) continue;
      const std::optional<Cycles> cycles = cycles_of(network_, tried, cache_);
      if (!is_faster(cycles, least_)) continue;
      least_ = cycles;
      best_ = std::move(tried);
    }
  }

  std::size_t operators_of(const DesignPoint& point) const {
    return lowered_for(network_, point, cache_).operators.size();
  }

  std::vector<std::string> values_of(const PointOption& option, std::size_t operators) const {
    const std::string name = option.name;
    if (name == "loads") return {"early"};
    return name == "landing" ? landing_sizes() : powers_of_two_below(operators);
  }

  std::vector<std::string> landing_sizes() const {
    const Bytes fastest = cache_.target(point_).memories.front().capacity;
    std::vector<std::string> sizes;
    for (const Bytes part : eighths) {
      sizes.push_back(std::to_string(std::max<Bytes>(1, fastest / 8 * part)));
    }
    return sizes;
  }

  static std::vector<std::string> powers_of_two_below(std::size_t end) {
    std::vector<std::string> powers;
    for (std::size_t power = 1; power < end; power *= 2) powers.push_back(std::to_string(power));
    return powers;
  }

  const Network& network_;
  const DesignPoint& point_;
  PointCache& cache_;
  DesignPoint best_;
  std::optional<Cycles> least_;
};

bool searches_by_time(const DesignPoint& point) {
  if (point.planner.empty() || !point.plan_text.empty()) return false;
  if (point.planner_options.search_budget == no_search) return false;
  return !is_planner_program(point.planner) &&
         find_planner(point.planner).planner->chooses_by_time();
}

Bytes bytes_of_maps(const Network& lowered) {
  Bytes bytes = 0;
  for (const Tensor& tensor : lowered.tensors) {
    if (tensor.kind == TensorKind::activation) bytes += tensor.bytes;
  }
  return bytes;
}

/// Whether simulations choose the format of narrow feature maps. Returns true only if all maps
/// together need at least 5 % fewer bytes in rows of pixels (NHWC) than in bricks (NHCWB16). With
/// smaller savings, rows of pixels are hardly ever faster, and the second search for plans takes
/// too long.
bool chooses_format(const Network& network, const DesignPoint& point, PointCache& cache) {
  constexpr Bytes least_share = 20;
  const PointOption& format = format_option();
  if (!searches_by_time(point) || is_given(format, point)) return false;
  if (!applies(format, network, point, cache)) return false;
  DesignPoint rows = point;
  set_option(format, {"nhwc"}, rows);
  const Bytes in_bricks = bytes_of_maps(lowered_for(network, point, cache));
  const Bytes in_rows = bytes_of_maps(lowered_for(network, rows, cache));
  return least_share * (in_bricks - in_rows) >= in_bricks && in_rows < in_bricks;
}

/// Whether simulations choose if operators are chained. Requires that the network has chains. Plans
/// with chains cause less traffic, but plans without chains can be faster: all maps that the
/// operations of a chain read must be in memories at the same time, and the chain waits for the
/// kernel before it.
bool chooses_chains(const Network& network, const DesignPoint& point, PointCache& cache) {
  const PointOption& option = chains_option();
  if (!searches_by_time(point) || is_given(option, point)) return false;
  return applies(option, network, point, cache) && has_chains(lowered_for(network, point, cache));
}

/// Whether simulations choose the blocks of operators. Requires that the network becomes at least 1
/// % faster in the simulations of timed_blocks() with other blocks than the compiler's. Plans are
/// then searched once more. To save this time, a smaller gain is ignored, and the network may have
/// at most `most_operators` operators.
bool chooses_blocks(const Network& network, const DesignPoint& point, PointCache& cache) {
  const PointOption& option = blocks_option();
  if (!searches_by_time(point) || is_given(option, point)) return false;
  if (network.operators.size() > most_operators) return false;
  if (!applies(option, network, point, cache)) return false;
  DesignPoint timed = point;
  set_option(option, {"timed"}, timed);
  const Network& lowered = lowered_for(network, timed, cache);
  return std::any_of(lowered.operators.begin(), lowered.operators.end(),
                     [](const Operator& op) { return op.block.has_value(); });
}

/// Returns the bytes of all encoded weights and scale records of the network. The weights of each
/// operator count as one slice.
Bytes bytes_of_weights(const Network& network, const DesignPoint& point, PointCache& cache) {
  const Target target = cache.target(point);
  const PlanningRequest request = planning_request(point, target);
  const WeightNeeds needs = target.processor.family().weight_needs(
      lowered_for(network, point, cache), target, point.family_options, request.constants,
      request.arena.front());
  Bytes bytes = 0;
  for (const WeightNeed& need : needs.operators) {
    for (const WeightFlowSlice& slice : need.slices({0})) bytes += slice.weights + slice.scales;
  }
  return bytes;
}

/// Whether simulations choose the encoding of weights. Requires that the smallest encoding saves at
/// least 0.5 % of the bytes.
bool chooses_encoding(const Network& network, const DesignPoint& point, PointCache& cache) {
  constexpr Bytes least_share = 200;
  const PointOption& option = encoding_option();
  if (!searches_by_time(point) || is_given(option, point)) return false;
  if (network.operators.size() > most_operators) return false;
  DesignPoint smallest = point;
  set_option(option, {"smallest"}, smallest);
  if (!applies(option, network, smallest, cache)) return false;
  const Bytes as_compiled = bytes_of_weights(network, point, cache);
  return least_share * (as_compiled - bytes_of_weights(network, smallest, cache)) >= as_compiled;
}

/// Returns the value that is tried instead of the default for an option of chosen_npu_options().
const char* tried_value(const PointOption& option) {
  if (&option == &encoding_option()) return "smallest";
  if (&option == &blocks_option()) return "timed";
  return &option == &format_option() ? "nhwc" : "off";
}

DesignPoint with_tried(const DesignPoint& point, const std::vector<const PointOption*>& options) {
  DesignPoint tried = point;
  for (const PointOption* option : options) {
    set_option(*option, {tried_value(*option)}, tried);
    tried.chosen_options.emplace_back(option->name);
  }
  return tried;
}

/// Returns the sets of options that are tried together: blocks alone, blocks with each of the other
/// options, and all options. If `tried` does not contain blocks, each option alone, and all
/// options. The sets do not depend on simulated times. With more memory, the plan of each set does
/// not become slower, so the fastest of these plans does not become slower either.
std::vector<std::vector<const PointOption*>> tried_sets(
    const std::vector<const PointOption*>& tried) {
  std::vector<const PointOption*> base, others;
  for (const PointOption* option : tried) {
    (option == &blocks_option() ? base : others).push_back(option);
  }
  std::vector<std::vector<const PointOption*>> sets;
  if (!base.empty()) sets.push_back(base);
  for (const PointOption* other : others) {
    sets.push_back(base);
    sets.back().push_back(other);
  }
  if (others.size() > 1) sets.push_back(tried);
  return sets;
}

/// Returns `point` with the set of options, among tried_sets(), whose plan is fastest; `point`
/// unchanged if no set makes the plan faster. The tried values are those of tried_value().
DesignPoint with_faster(const std::vector<const PointOption*>& tried, const Network& network,
                        const DesignPoint& point, PointCache& cache) {
  DesignPoint best = point;
  std::optional<Cycles> least = cycles_of(network, best, cache);
  for (const std::vector<const PointOption*>& options : tried_sets(tried)) {
    DesignPoint other = with_tried(point, options);
    const std::optional<Cycles> cycles = cycles_of(network, other, cache);
    if (!is_faster(cycles, least)) continue;
    least = cycles;
    best = std::move(other);
  }
  return best;
}

/// Returns the options of chosen_npu_options() whose tried_value() may give faster plans than the
/// default.
std::vector<const PointOption*> npu_options_to_try(const Network& network, const DesignPoint& point,
                                                   PointCache& cache) {
  std::vector<const PointOption*> options;
  if (chooses_blocks(network, point, cache)) options.push_back(&blocks_option());
  if (chooses_encoding(network, point, cache)) options.push_back(&encoding_option());
  if (chooses_format(network, point, cache)) options.push_back(&format_option());
  if (chooses_chains(network, point, cache)) options.push_back(&chains_option());
  return options;
}

bool chooses_tile_lowering(const Network& network, const DesignPoint& point, PointCache& cache) {
  if (!searches_by_time(point) || point.arena.size() < 2) return false;
  const auto is_open = [&](const PointOption* option) {
    return !is_given(*option, point) && applies(*option, network, point, cache);
  };
  const auto& options = chosen_lowering_options();
  return std::all_of(options.begin(), options.end(), is_open);
}

}  // namespace

bool chooses_lowering(const Network& network, const DesignPoint& point, PointCache& cache) {
  return chooses_tile_lowering(network, point, cache) ||
         !npu_options_to_try(network, point, cache).empty();
}

const std::vector<const PointOption*>& chosen_npu_options() {
  static const std::vector<const PointOption*> options = {&blocks_option(), &encoding_option(),
                                                          &format_option(), &chains_option()};
  return options;
}

const std::vector<const PointOption*>& chosen_lowering_options() {
  static const std::vector<const PointOption*> options = {
      &find_point_option("landing"), &find_point_option("loads"), &find_point_option("page-after")};
  return options;
}

DesignPoint with_chosen_lowering(const Network& network, const DesignPoint& given,
                                 PointCache& cache) {
  DesignPoint point = as_compiled(network, given);
  const auto npu_options = npu_options_to_try(network, point, cache);
  if (!npu_options.empty()) return with_faster(npu_options, network, point, cache);
  if (!chooses_tile_lowering(network, point, cache)) return point;
  return LoweringSearch(network, point, cache).run();
}

PointResult run_point(const Network& network, const DesignPoint& point) {
  PointCache cache;
  return run_point(network, point, cache);
}

PointResult run_point(const Network& network, const DesignPoint& point, PointCache& cache) {
  return run_as_given(network, with_chosen_lowering(network, point, cache), cache);
}

}  // namespace spillway
