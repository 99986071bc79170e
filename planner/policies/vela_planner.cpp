// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "base/index.h"
#include "base/rounding.h"
#include "planner/pins.h"
#include "planner/policies/vela_scheduler.h"
#include "planner/registry.h"
#include "planner/search/plan_draft.h"
#include "planner/weights/flow_builder.h"

namespace spillway {
namespace {

constexpr Bytes vela_alignment = 16;

using search::FlowDraft;
using search::MapDraft;
using search::PlanDraft;

/// Builds the feature maps in the form of Vela's scheduler, one per buffer of the problem.
class ScheduledMaps {
 public:
  ScheduledMaps(const PlanningProblem& problem, const CompilerView& view)
      : problem_(problem), operators_(view.operators()), maps_(problem.buffers.size()) {
    for (std::size_t i = 0; i < maps_.size(); ++i) maps_[i] = begin(problem.buffers[i]);
    for (std::size_t op = 0; op < problem.operators.size(); ++op) add_operator(op);
    for (std::size_t i = 0; i < maps_.size(); ++i) {
      const Buffer& buffer = problem.buffers[i];
      const bool scratch = buffer.kind == TensorKind::scratch;
      maps_[i].may_move = maps_[i].may_move && !buffer.is_output &&
                          (scratch || (maps_[i].writer >= 0 && !maps_[i].readers.empty()));
    }
  }

  std::vector<vela::ScheduledMap> take() { return std::move(maps_); }

 private:
  vela::ScheduledMap begin(const Buffer& buffer) const {
    vela::ScheduledMap map;
    const auto last = static_cast<std::int32_t>(operators_.size()) - 1;
    map.first = std::clamp(buffer.lower - 1, 0, last);
    map.last = std::clamp(buffer.upper - 2, map.first, last);
    map.size = round_up(buffer.size, std::max<Bytes>(16, buffer.alignment));
    map.may_move = buffer.kind == TensorKind::activation || buffer.kind == TensorKind::scratch;
    if (buffer.kind == TensorKind::scratch) map.accesses = buffer.access_score;
    return map;
  }

  void add_operator(std::size_t index) {
    const auto op = static_cast<std::int32_t>(index);
    const BufferOperator& of = problem_.operators[index];
    const bool on_npu = at(operators_, op).on_npu;
    for (std::size_t i = 0; i < of.inputs.size(); ++i) {
      if (of.inputs[i] < 0) continue;
      vela::ScheduledMap& map = at(maps_, of.inputs[i]);
      map.may_move = map.may_move && on_npu;
      map.readers.push_back(op);
      map.as_ifm2.push_back(i > 0);
    }
    for (const BufferIndex output : of.outputs) {
      if (output < 0) continue;
      at(maps_, output).writer = op;
      at(maps_, output).may_move = at(maps_, output).may_move && on_npu;
    }
  }

  const PlanningProblem& problem_;
  const std::vector<CompilerOperator>& operators_;
  std::vector<vela::ScheduledMap> maps_;
};

/// Plans a network with the schedule of Vela: cascades, weight buffers, and feature maps in fast
/// memory.
class VelaPlan {
 public:
  VelaPlan(const Network& network, const PlanningRequest& request, const PlanningProblem& problem)
      : network_(network), request_(request), problem_(problem) {
    const WeightNeeds& needs = request.weights->needs;
    scheduler_.view = needs.compiler.get();
    scheduler_.needs = &needs;
    scheduler_.maps = ScheduledMaps(problem, *needs.compiler).take();
    scheduler_.spilling = request.arena.size() > 1;
    scheduler_.limit = at(request.memories, request.arena.front()).capacity / 16 * 16;
  }

  std::optional<NetworkPlan> run() {
    vela::Schedule schedule = vela::performance_schedule(scheduler_);
    std::vector<bool> fast(scheduler_.maps.size(), true);
    if (!scheduler_.spilling) return realised(schedule, std::move(fast));
    fast = vela::maps_in_fast_storage(scheduler_, schedule);
    std::optional<NetworkPlan> first = realised(schedule, fast);
    // If feature maps were evicted, make a second schedule with smaller weight buffers, which
    // leaves more space for maps. Keep the faster of the two plans.
    scheduler_.reserved_for_maps = vela::evicted_beside_buffers(scheduler_, schedule, fast);
    const bool none =
        std::all_of(scheduler_.reserved_for_maps.begin(), scheduler_.reserved_for_maps.end(),
                    [](Bytes bytes) { return bytes == 0; });
    const PlanTime& time = request_.weights->time;
    if (none || (first && !time)) return first;
    schedule = vela::performance_schedule(scheduler_);
    std::optional<NetworkPlan> second =
        realised(schedule, vela::maps_in_fast_storage(scheduler_, schedule));
    if (!first || !second) return first ? std::move(first) : std::move(second);
    return time(second->plan) < time(first->plan) ? std::move(second) : std::move(first);
  }

 private:
  std::optional<NetworkPlan> realised(const vela::Schedule& schedule, std::vector<bool> fast) {
    early_slices_over_read_ = false;
    if (auto plan = search::realise(network_, request_, problem_, draft(schedule, fast))) {
      return plan;
    }
    early_slices_over_read_ = true;
    while (true) {
      if (auto plan = search::realise(network_, request_, problem_, draft(schedule, fast))) {
        return plan;
      }
      const std::int32_t least = least_worth(schedule, fast);
      if (least < 0) return std::nullopt;
      at(fast, least) = false;
    }
  }

  /// Returns the feature map to evict at the time of the highest memory use: the smallest map whose
  /// eviction makes the plan fit at this time. If no single map is large enough, returns the
  /// largest map. -1 = no map can be evicted at this time.
  std::int32_t least_worth(const vela::Schedule& schedule, const std::vector<bool>& fast) const {
    const std::vector<Bytes> usage = usage_of(schedule, fast);
    const auto fullest = std::max_element(usage.begin(), usage.end());
    const auto moment = static_cast<std::int32_t>(fullest - usage.begin());
    const Bytes excess = *fullest - scheduler_.limit;
    std::int32_t found = -1;
    for (std::size_t i = 0; i < fast.size() && scheduler_.spilling; ++i) {
      const vela::ScheduledMap& map = scheduler_.maps[i];
      const bool lives =
          moment_of(schedule, map.first) <= moment && moment <= moment_of(schedule, map.last);
      if (!fast[i] || !lives || rolling(schedule, map) > 0) continue;
      const Bytes best = found < 0 ? 0 : at(scheduler_.maps, found).size;
      const bool better = best < excess ? map.size > best : map.size >= excess && map.size < best;
      if (better) found = static_cast<std::int32_t>(i);
    }
    return found;
  }

  /// Returns the time of an operator, counted in operators and cascades: all operators of a cascade
  /// have the same time.
  static std::int32_t moment_of(const vela::Schedule& schedule, std::int32_t op) {
    return at(schedule.operators, op).half_step / 2;
  }

  /// Returns the bytes of fast memory in use at each time. Times are counted in operators and
  /// cascades.
  std::vector<Bytes> usage_of(const vela::Schedule& schedule, const std::vector<bool>& fast) const {
    std::vector<Bytes> usage(schedule.operators.size() + 1, 0);
    for (std::size_t i = 0; i < fast.size(); ++i) {
      const vela::ScheduledMap& map = scheduler_.maps[i];
      const std::int32_t begin = moment_of(schedule, map.first);
      const std::int32_t end = moment_of(schedule, map.last) + 1;
      if (!fast[i] || begin >= end) continue;
      const Bytes held = rolling(schedule, map);
      at(usage, begin) += held > 0 ? held : map.size;
      at(usage, end) -= held > 0 ? held : map.size;
    }
    std::partial_sum(usage.begin(), usage.end(), usage.begin());
    usage.pop_back();
    for (std::size_t i = 0; i < schedule.operators.size(); ++i) {
      const vela::OperatorSchedule& op = schedule.operators[i];
      for (const Bytes buffer : op.buffers) at(usage, op.half_step / 2) += buffer;
      const bool before = op.early && i > 0 && schedule.operators[i - 1].buffers.size() < 2;
      if (before && !op.buffers.empty()) at(usage, op.half_step / 2 - 1) += op.buffers.front();
    }
    return usage;
  }

  static Bytes rolling(const vela::Schedule& schedule, const vela::ScheduledMap& map) {
    if (map.writer < 0) return 0;
    const std::int32_t last = at(schedule.operators, map.writer).cascade;
    if (last < 0 || last == map.writer) return 0;
    const vela::CascadeSchedule& cascade = schedule.cascades.at(last);
    return at(cascade.rolling, map.writer - cascade.first);
  }

  PlanDraft draft(const vela::Schedule& schedule, const std::vector<bool>& fast) const {
    PlanDraft draft;
    draft.results_in_place = true;
    for (std::size_t i = 0; i < fast.size(); ++i) {
      const Buffer& buffer = problem_.buffers[i];
      MapDraft map;
      if (fast[i]) {
        map.stays.push_back({buffer.lower, buffer.upper, std::nullopt});
        const Bytes held = rolling(schedule, scheduler_.maps[i]);
        if (held < buffer.size) map.rolling = held;
      } else {
        map.home = request_.arena.back();
        map.home_from = buffer.lower;
      }
      draft.maps.push_back(std::move(map));
    }
    for (const auto& [last, cascade] : schedule.cascades) {
      Cascade added{cascade.first, last, {}};
      for (std::int32_t op = cascade.first; op <= last; ++op) {
        added.stripe_heights.push_back(at(schedule.operators, op).rows);
      }
      draft.cascades.push_back(std::move(added));
    }
    if (request_.weights->policy == default_weight_policy) add_flows(schedule, draft);
    return draft;
  }

  void add_flows(const vela::Schedule& schedule, PlanDraft& draft) const {
    for (const WeightNeed& need : request_.weights->needs.operators) {
      const vela::OperatorSchedule& op = at(schedule.operators, need.op);
      FlowDraft flow{need.op, need.weights, need.slices(op.first_channels),
                     static_cast<std::int32_t>(op.buffers.size())};
      for (WeightFlowSlice& slice : flow.slices) slice.fetch_at = step_of(need.op);
      // The NPU reads commands ahead, so the first slice is fetched while the preceding operator
      // runs.
      flow.slices.front().fetch_at = std::max(0, step_of(need.op) - 1);
      const bool after_turns =
          need.op > 0 && at(schedule.operators, need.op - 1).buffers.size() > 1;
      flow.over_read = !op.early || (early_slices_over_read_ && after_turns);
      draft.flows.push_back(std::move(flow));
    }
  }

  const Network& network_;
  const PlanningRequest& request_;
  const PlanningProblem& problem_;
  vela::SchedulerProblem scheduler_;
  // A weight buffer may be filled while the preceding operator runs, so it may lie over bytes that
  // the preceding operator has already read. This is not allowed if the schedule fetches the first
  // slice early (OperatorSchedule::early), with one exception: if early_slices_over_read_ is true,
  // it is allowed when the preceding operator has two weight buffers.
  bool early_slices_over_read_ = false;
};

/// The planner `vela`. Without a description of the network by the compiler
/// (WeightNeeds::compiler), the planner only decides which feature maps to spill, like vela-spill.
class Vela : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return find_planner("vela-spill").planner->plan(problem, options);
  }
  bool plans_weights() const override { return true; }
  NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request) const override {
    refuse_pins(network, request);
    PlanningRequest spill_request = request;
    spill_request.planner = "vela-spill";
    NetworkPlan maps = plan_feature_maps(network, spill_request);
    // Vela knows neither allocators by name nor a rule for inputs. If the user asks for an
    // allocator or a rule, vela-spill makes the plan.
    const PlannerOptions& options = request.options;
    const bool as_compiled = options.allocator.empty() && options.inputs_in == InputsIn::planner &&
                             !network.operators.empty();
    if (as_compiled) {
      if (std::optional<NetworkPlan> plan = VelaPlan(network, request, maps.problem).run()) {
        return *std::move(plan);
      }
    }
    if (spill_request.weights->policy == default_weight_policy) {
      spill_request.weights->policy = "vela";
    }
    if (maps.result.status == PlanStatus::ok) complete_plan(network, spill_request, maps.plan);
    maps.plan.planner = request.planner;
    if (!as_compiled) return maps;
    maps.result.note += (maps.result.note.empty() ? "" : "; ");
    maps.result.note += "the compiler's schedule found no addresses; vela-spill instead";
    return maps;
  }

 private:
  // Rejects pins in the name of this planner; otherwise vela-spill would reject them in its own
  // name.
  static void refuse_pins(const Network& network, const PlanningRequest& request) {
    PlanningProblem problem = make_problem(network, request.memories, vela_alignment);
    apply_pins(request, problem);
    require_pins_honoured(problem, find_planner(request.planner), request.options);
  }
};

}  // namespace

PlannerEntry vela_planner() {
  return {"vela", "cascades, buffers of weights and maps in fast memory as the compiler has them",
          "Vela 3.10 (2023-12), scheduler and cascade builder", std::make_unique<Vela>()};
}

}  // namespace spillway
