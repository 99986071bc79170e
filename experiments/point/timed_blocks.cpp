// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/timed_blocks.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/index.h"
#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

// Minimum share of the time of an operator and the next operator that a block must save.
constexpr double least_gain = 0.001;
// Minimum share of the network's time that all chosen blocks together must save. If the chosen
// blocks save less, all operators keep the compiler's blocks.
constexpr double least_total_gain = 0.01;

// Returns the design point with which blocks are tried in simulations. It has the target of
// `point`, and the options of `point` that decide how the network is lowered. Its planner and its
// weight policy simulate few plans, because many blocks are tried. All other options, such as the
// sizes of memories, have their defaults.
DesignPoint trial_point(const DesignPoint& point) {
  DesignPoint trial;
  trial.target = point.target;
  trial.target_options = point.target_options;
  trial.target_options.capacities.clear();
  trial.planner = "cadence-greedy";
  trial.weight_policy = "prefetch";
  for (const PointOption& option : point_options()) {
    if (option.stage == Stage::lower && is_given(option, point)) {
      set_option(option, option.items(point), trial);
    }
  }
  clear_option(find_point_option("blocks"), trial);
  return trial;
}

/// Chooses the block of each operator by simulations of the whole network.
class BlockTrials {
 public:
  BlockTrials(const Network& network, const DesignPoint& point)
      : network_(network), point_(trial_point(point)) {}

  /// Chooses blocks first for the operators with even indices and then for the operators with odd
  /// indices. So the neighbours of an operator have the same blocks in all simulations that try
  /// blocks of the operator.
  OperatorBlocks run() {
    cycles_ = cycles_with({});
    if (cycles_.empty() || !find_alternatives()) return {};
    const auto before = static_cast<double>(sum(cycles_));
    for (const std::size_t parity : {0U, 1U}) choose(parity);
    const bool gains = static_cast<double>(sum(cycles_)) <= (1 - least_total_gain) * before;
    return gains ? chosen_ : OperatorBlocks{};
  }

 private:
  // Returns the cycles of each operator; an empty list if the network cannot run, for example
  // because it does not fit the memories.
  std::vector<Cycles> cycles_with(const OperatorBlocks& blocks) const {
    DesignPoint trial = point_;
    OptionItems items;
    for (const auto& [op, block] : blocks) items.push_back(block_text(op, block));
    if (!items.empty()) set_option(find_point_option("blocks"), items, trial);
    PointCache cache;  // a new cache: the tried blocks share hardly any results
    std::vector<Cycles> cycles;
    try {
      const PointResult result = run_as_given(network_, trial, cache);
      for (const OperatorTiming& op : result.timing.operators) cycles.push_back(op.total());
    } catch (const UserError&) {
      // The error is ignored. The caller also runs the network with its own memory sizes; if that
      // run fails, too, it reports the error.
      return {};
    }
    return cycles;
  }

  // Stores the alternative blocks of each operator. Returns whether any operator has alternatives.
  bool find_alternatives() {
    PointCache cache;
    const Target target = cache.target(point_);
    const auto alternatives_of = target.processor.family().block_alternatives;
    if (alternatives_of == nullptr) return false;
    alternatives_ = alternatives_of(lowered_for(network_, point_, cache), target);
    for (const auto& blocks : alternatives_) most_ = std::max(most_, blocks.size());
    return most_ > 0 && alternatives_.size() == cycles_.size();
  }

  // Returns the cycles of operator `op` and the operator after `op`. A block of `op` also changes
  // when the operator after `op` can start, so both times count.
  static Cycles cycles_until_next(const std::vector<Cycles>& cycles, std::size_t op) {
    return cycles[op] + (op + 1 < cycles.size() ? cycles[op + 1] : 0);
  }

  // Chooses blocks for the operators whose index is `parity` modulo 2. Keeps the chosen blocks only
  // if the whole network becomes faster.
  void choose(std::size_t parity) {
    OperatorBlocks better = chosen_;
    std::vector<Cycles> least = cycles_;
    for (std::size_t op = 0; op < least.size(); ++op) least[op] = cycles_until_next(cycles_, op);
    for (std::size_t n = 0; n < most_; ++n) {
      OperatorBlocks tried = chosen_;
      for (std::size_t op = parity; op < alternatives_.size(); op += 2) {
        if (n < alternatives_[op].size()) tried[key(op)] = alternatives_[op][n];
      }
      const std::vector<Cycles> cycles = cycles_with(tried);
      if (cycles.size() != cycles_.size()) continue;
      for (std::size_t op = parity; op < alternatives_.size(); op += 2) {
        if (n >= alternatives_[op].size()) continue;
        const Cycles now = cycles_until_next(cycles, op);
        if (static_cast<double>(now) > (1 - least_gain) * static_cast<double>(least[op])) continue;
        least[op] = now;
        better[key(op)] = alternatives_[op][n];
      }
    }
    std::vector<Cycles> cycles = cycles_with(better);
    if (cycles.size() != cycles_.size() || sum(cycles) >= sum(cycles_)) return;
    chosen_ = std::move(better);
    cycles_ = std::move(cycles);
  }

  static std::int32_t key(std::size_t op) { return static_cast<std::int32_t>(op); }

  static Cycles sum(const std::vector<Cycles>& cycles) {
    Cycles total = 0;
    for (const Cycles of_operator : cycles) total += of_operator;
    return total;
  }

  const Network& network_;
  const DesignPoint point_;
  // Cycles of each operator with the blocks in chosen_.
  std::vector<Cycles> cycles_;
  // For each operator: the blocks that may replace the compiler's block.
  std::vector<std::vector<OutputBlock>> alternatives_;
  std::size_t most_ = 0;  // the largest number of alternatives of an operator
  OperatorBlocks chosen_;
};

}  // namespace

bool wants_timed_blocks(const DesignPoint& point) {
  return find_point_option("blocks").items(point) == OptionItems{"timed"};
}

OperatorBlocks timed_blocks(const Network& network, const DesignPoint& point) {
  return BlockTrials(network, point).run();
}

}  // namespace spillway
