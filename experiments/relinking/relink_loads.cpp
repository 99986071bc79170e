// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/relink_loads.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/rounding.h"
#include "base/text.h"
#include "experiments/point/point_cache.h"
#include "experiments/relinking/load_file.h"
#include "experiments/relinking/relink_file.h"
#include "hwmodels/target/processor_family.h"
#include "planner/capacity_error.h"
#include "planner/registry.h"
#include "traces/file_patch.h"
#include "traces/files/network_loader.h"
#include "traces/files/patched_file.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

using Order = std::vector<std::int32_t>;
using Offsets = std::vector<std::int32_t>;

/// A rewritten file with loads (operators that copy weights into the arena), and the result of its
/// simulation.
struct LoadCandidate {
  std::vector<std::uint8_t> bytes;
  Network network;
  Timing timing;
  Bytes arena = 0;
  std::string planner;
};

class LoadRelinker {
 public:
  LoadRelinker(const Network& compiled, const LoadsRequest& request)
      : compiled_(compiled),
        request_(request),
        family_(*load_ordering_family(compiled)),
        target_(resolve_target(request.point)),
        memory_(arena_memory(family_, request.point, target_)),
        own_(compiled.operators.size()),
        offsets_(*read_offline_plan(compiled)) {
    std::iota(own_.begin(), own_.end(), 0);
    result_.arena_before = arena_bytes(compiled);
  }

  LoadsFile run() {
    simulate_original(compiled_, request_.point, result_.original, result_.does_not_fit);
    if (!request_.plan_text.empty()) {
      consider_given();
    } else {
      for (const Order& order : plain_orders()) consider_planners(order);
      improve();
    }
    finish();
    return std::move(result_);
  }

 private:
  bool chooses() const { return request_.planner.empty() && request_.plan_text.empty(); }

  /// Returns the orders of operators with which the search begins. A load is an operator that
  /// copies weights into the arena. The orders are:
  /// * the order in the file;
  /// * the order in which all loads start late;
  /// * if the file has loads that can start early, the order in which all of these loads start
  ///   early.
  std::vector<Order> plain_orders() const {
    const std::size_t early = family_.early_loads(compiled_);
    std::vector<Order> orders = {own_, family_.load_order(compiled_, std::vector(early, false))};
    if (early > 0) orders.push_back(family_.load_order(compiled_, std::vector(early, true)));
    return orders;
  }

  void consider_planners(const Order& order) {
    const Network ordered = planning_network(compiled_, family_, order);
    if (chooses()) consider(order, offsets_, "its file");
    for (const std::string& planner : planners_to_try()) {
      const std::optional<Offsets> offsets = planned(ordered, planner);
      if (offsets) consider(order, *offsets, planner);
    }
  }

  std::vector<std::string> planners_to_try() const {
    if (!request_.planner.empty()) return {request_.planner};
    std::vector<std::string> names;
    for (const PlannerEntry& entry : planners()) {
      const bool by_time = entry.planner->chooses_by_time();
      if (!by_time && entry.planner->can_answer()) names.emplace_back(entry.name);
    }
    return names;
  }

  /// Returns the offsets that a planner chooses. Returns nothing if the plan does not fit, or if
  /// the planner does not support this arena.
  std::optional<Offsets> planned(const Network& ordered, const std::string& planner) {
    constexpr std::int64_t search_budget = 1000;  // search nodes or iterations of each planner
    DesignPoint point = request_.point;
    point.planner = planner;
    point.planner_options = request_.planner_options;
    if (chooses() && find_planner(planner).planner->searches({})) {
      point.planner_options.search_budget = search_budget;
    }
    try {
      PointCache cache;
      return offsets_in(plan_point(ordered, point, cache).plan);
    } catch (const UserError& error) {
      // Some planners report a usage error because they need options for the arena. If the user has
      // named such a planner, the error is thrown; otherwise the search continues without the
      // planner.
      const bool refused = error.code() == ExitCode::usage;
      if (refused && !chooses()) throw;
      if (!refused) failure_ = error.what();
      return std::nullopt;
    }
  }

  Offsets offsets_in(const Plan& plan) const {
    Offsets offsets = offsets_;
    for (const Residency& residency : plan.residencies) {
      const bool of_file = static_cast<std::size_t>(residency.tensor) < offsets.size();
      if (!of_file || at(offsets, residency.tensor) < 0) continue;
      if (at(plan.memories, residency.memory).name != memory_) continue;
      at(offsets, residency.tensor) = static_cast<std::int32_t>(residency.offset);
    }
    share_places(compiled_, family_, offsets);
    return offsets;
  }

  void consider_given() {
    for (const Order& order : plain_orders()) {
      const Network ordered = planning_network(compiled_, family_, order);
      DesignPoint point = request_.point;
      point.plan_text = request_.plan_text;
      point.plan_source = request_.plan_source;
      try {
        const PointResult run = run_point(ordered, point);
        consider(order, offsets_in(run.plan.plan), "given plan");
      } catch (const UserError& error) {
        if (error.code() == ExitCode::usage || error.code() == ExitCode::input_file) throw;
        if (unproven_.empty()) unproven_ = error.what();
      }
    }
  }

  /// Chooses which loads (operators that copy weights into the arena) start early. Changes the
  /// start of one load at a time, and keeps the change if the file is the best so far. Searches
  /// once from the order with all loads late, and once from the order with all loads early.
  void improve() {
    const std::size_t count = family_.early_loads(compiled_);
    if (count == 0 || !chooses() || !best_) return;
    for (const bool start : {false, true}) {
      std::vector<bool> early(count, start);
      for (std::size_t i = 0; i < count; ++i) {
        early[i] = !start;
        if (!consider_order(family_.load_order(compiled_, early))) early[i] = start;
      }
    }
  }

  /// Writes and simulates files with this order of the operators: one with offsets of the family's
  /// default planner, one with offsets of `exact`. Returns whether one of them is the best file so
  /// far.
  bool consider_order(const Order& order) {
    const Network ordered = planning_network(compiled_, family_, order);
    bool better = false;
    for (const char* planner : {family_.default_planner, "exact"}) {
      const std::optional<Offsets> offsets = planned(ordered, planner);
      if (offsets && consider(order, *offsets, planner)) better = true;
    }
    return better;
  }

  /// Writes and simulates a file. Keeps the file if it is the fastest so far, or if it is as fast
  /// as the best file and has a smaller arena. Returns whether the file is kept.
  bool consider(const Order& order, const Offsets& offsets, const std::string& planner) {
    if (!tried_.insert({order, offsets}).second) return false;
    LoadCandidate candidate;
    candidate.planner = planner;
    candidate.bytes = written(order, offsets);
    candidate.network = parse_network(candidate.bytes, compiled_.source);
    candidate.arena = arena_bytes(candidate.network);
    if (candidate.arena > limit()) {
      failure_ = fmt::format("its arena takes {} bytes, that of the original {}",
                             with_thousands(candidate.arena), with_thousands(limit()));
      return false;
    }
    const std::string unproven = family_.difference(compiled_, candidate.network);
    if (!unproven.empty()) {
      unproven_ = "the new file is not proven to compute the same: " + unproven;
      return false;
    }
    try {
      candidate.timing = run_point(candidate.network, request_.point).timing;
    } catch (const CapacityError& error) {
      failure_ = error.what();
      return false;
    }
    ++result_.simulated;
    if (best_ && !is_better(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool is_better(const LoadCandidate& candidate) const {
    return std::pair(candidate.timing.total, candidate.arena) <
           std::pair(best_->timing.total, best_->arena);
  }

  /// Returns the maximum size of the new file's arena in bytes: the arena size of the original
  /// file. If the user gives the size of the memory that holds the arena, the result is
  /// `unlimited`, because the size of the memory limits the arena.
  Bytes limit() const {
    for (const auto& [name, bytes] : request_.point.target_options.capacities) {
      if (name == memory_) return unlimited;
    }
    return result_.arena_before;
  }

  std::vector<std::uint8_t> written(const Order& order, const Offsets& offsets) const {
    std::map<TensorIndex, std::int32_t> changed;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (offsets[i] != offsets_[i]) changed[static_cast<TensorIndex>(i)] = offsets[i];
    }
    FilePatch patch;
    if (!changed.empty()) {
      patch.metadata[offline_plan_name] = with_offsets(offline_plan_contents(compiled_), changed);
    }
    if (order != own_) patch.order = order;
    return patched_file(compiled_, patch);
  }

  void finish() {
    result_.plan_before = arena_plan(compiled_, memory_);
    if (!best_ && !result_.original) {
      throw UserError(ExitCode::run_failed,
                      "no places fit into the memories; the original does not, either: " +
                          result_.does_not_fit);
    }
    if (!best_ && !chooses() && failure_.empty()) {
      throw UserError(ExitCode::run_failed, unproven_);
    }
    if (!best_) return keep(failure_.empty() ? unproven_ : failure_);
    if (result_.original) {
      const Cycles before = result_.original->total, after = best_->timing.total;
      if (after > before) {
        return keep(fmt::format("the new file takes {} cycles, the original {}",
                                with_thousands(after), with_thousands(before)));
      }
      if (after == before && best_->arena >= result_.arena_before) {
        return keep("no other order or places are faster or take less");
      }
    }
    take_best();
  }

  void take_best() {
    result_.planner = chooses() ? "search" : best_->planner;
    result_.bytes = std::move(best_->bytes);
    result_.network = std::move(best_->network);
    result_.emitted = std::move(best_->timing);
    result_.arena_after = best_->arena;
    result_.plan_after = arena_plan(result_.network, memory_);
    result_.changes = changes_between(compiled_, result_.network, family_);
  }

  void keep(const std::string& because) {
    result_.kept_because = because;
    result_.planner = chooses() ? "search" : request_.planner;
    if (!request_.plan_text.empty()) result_.planner = "given plan";
    const ByteView contents = file_contents(compiled_);
    result_.bytes.assign(contents.begin(), contents.end());
    result_.network = compiled_;
    result_.emitted = *result_.original;
    result_.arena_after = result_.arena_before;
    result_.plan_after = result_.plan_before;
  }

  const Network& compiled_;
  const LoadsRequest& request_;
  const ProcessorFamily& family_;
  const Target target_;
  const std::string memory_;  // the name of the memory that holds the arena
  Order own_;
  Offsets offsets_;  // offsets in the original file
  LoadsFile result_;
  std::optional<LoadCandidate> best_;
  std::set<std::pair<Order, Offsets>> tried_;
  // The error message of the latest plan or file that did not fit the arena or a memory.
  std::string failure_;
  // The error message of a file that fits, but was not proven to compute the same as the original,
  // or of a given plan that cannot run.
  std::string unproven_;
};

}  // namespace

const ProcessorFamily* load_ordering_family(const Network& compiled) {
  for (const ProcessorFamily* family : processor_families()) {
    const bool knows = family->load_order != nullptr && family->contains_kernels != nullptr;
    if (!knows || !family->contains_kernels(compiled)) continue;
    return read_offline_plan(compiled).has_value() ? family : nullptr;
  }
  return nullptr;
}

LoadsFile relink_loads(const Network& compiled, const LoadsRequest& request) {
  return LoadRelinker(compiled, request).run();
}

}  // namespace spillway
