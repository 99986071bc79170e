// SPDX-License-Identifier: Apache-2.0
#include "planner/search/xla_msa_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/pins.h"
#include "planner/search/network_costs.h"
#include "planner/search/plan_draft.h"
#include "planner/weights/flow_builder.h"

namespace spillway::search {
namespace {

// Limits of the overlap of a copy: the time from its start to the use of its data, divided by its
// duration. The values are those of XLA's own tests of its interval picker.
constexpr double least_overlap = 0.8;
constexpr double preferred_overlap = 1.5;
constexpr double most_overlap = 10;
constexpr Bytes xla_map_alignment = 16;

/// A feature map or the weights of an operator.
struct Value {
  BufferIndex buffer = -1;  // the map; -1 for weights
  std::size_t need = 0;     // set for weights: index into WeightNeeds::operators
  Bytes size = 0;
  // The operator that produces the value; -1 = the value is in slow memory from the start.
  std::int32_t made = -1;
  std::vector<std::int32_t> uses;
  double benefit = 0;  // cycles saved in fast memory, divided by the square root of the size
};

class Assignment {
 public:
  Assignment(const PlanningRequest& request, const PlanningProblem& problem,
             const NetworkCosts& costs, Bytes capacity)
      : request_(request),
        problem_(problem),
        costs_(costs),
        memories_(model_memories(request)),
        capacity_(capacity),
        used_(costs.cycles.size(), 0),
        copying_(costs.cycles.size(), 0) {
    for (std::size_t op = 0; op < costs.cycles.size(); ++op) elapsed_.push_back(elapsed(op, 0));
    draft_.maps.resize(problem.buffers.size());
  }

  PlanDraft run() {
    collect_maps();
    const bool weights = weights_are_free(*request_.weights);
    for (std::size_t i = 0; weights && i < needs().operators.size(); ++i) collect_weights(i);
    std::stable_sort(values_.begin(), values_.end(), [](const Value& a, const Value& b) {
      return std::make_pair(a.benefit, a.size) > std::make_pair(b.benefit, b.size);
    });
    for (const Value& value : values_) {
      if (value.buffer < 0) {
        assign_weights(value);
      } else {
        assign_map(value);
      }
    }
    std::sort(draft_.flows.begin(), draft_.flows.end(),
              [](const FlowDraft& a, const FlowDraft& b) { return a.op < b.op; });
    return std::move(draft_);
  }

 private:
  const WeightNeeds& needs() const { return request_.weights->needs; }

  /// Returns the cycles of operator `op` if `saved` bytes of its data are in fast memory and all
  /// other data in slow memory.
  double elapsed(std::size_t op, double saved) const {
    const double bytes =
        costs_.maps[0][op].bytes + costs_.maps[1][op].bytes + costs_.weights[op].bytes;
    return std::max(costs_.cycles[op], (bytes - saved) / costs_.slow_bytes_per_cycle);
  }

  double copy_time(const Value& value) const {
    return static_cast<double>(value.size) / costs_.slow_bytes_per_cycle;
  }

  /// Returns the total time of operators `first` to `last`, both included.
  double time_between(std::int32_t first, std::int32_t last) const {
    double time = 0;
    for (std::int32_t op = first; op <= last; ++op) time += at(elapsed_, op);
    return time;
  }

  void collect_maps() {
    const std::vector<std::vector<std::int32_t>> readers = readers_of_buffers();
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      const Buffer& buffer = problem_.buffers[i];
      if (buffer.stays_unplaced) continue;
      Value value;
      value.buffer = static_cast<BufferIndex>(i);
      value.size = round_up(buffer.size, buffer.alignment);
      value.made = buffer.lower - 1;
      for (const std::int32_t op : readers[i]) {
        if (op != value.made) value.uses.push_back(op);
      }
      rate(value);
      MapDraft& map = at(draft_.maps, value.buffer);
      map.home = memories_.home;
      map.home_from = buffer.lower;
      if (memories_.home == no_memory || !may_use(buffer, memories_.home)) {
        keep_for_life(buffer, map);
      } else if (!buffer.is_output && !is_persistent(buffer.kind) &&
                 may_use(buffer, memories_.fast)) {
        // Only these feature maps may move to fast memory. Outputs of the network and persistent
        // tensors stay in slow memory.
        values_.push_back(std::move(value));
      }
    }
  }

  /// Returns the operators that read each buffer, in order and without repetitions.
  std::vector<std::vector<std::int32_t>> readers_of_buffers() const {
    std::vector<std::vector<std::int32_t>> readers(problem_.buffers.size());
    for (std::size_t i = 0; i < problem_.operators.size(); ++i) {
      const auto op = static_cast<std::int32_t>(i);
      for (const BufferIndex input : problem_.operators[i].inputs) {
        if (input < 0) continue;
        std::vector<std::int32_t>& of_input = at(readers, input);
        if (of_input.empty() || of_input.back() != op) of_input.push_back(op);
      }
    }
    return readers;
  }

  void keep_for_life(const Buffer& buffer, MapDraft& map) {
    map = {};
    map.stays.push_back({buffer.lower, buffer.upper, std::nullopt});
    const auto ops = static_cast<std::int32_t>(elapsed_.size());
    take(round_up(buffer.size, buffer.alignment), std::max(0, buffer.lower - 1),
         std::min(ops, buffer.upper - 1) - 1);
  }

  void collect_weights(std::size_t index) {
    const WeightNeed& need = needs().operators[index];
    Value value;
    value.need = index;
    const std::vector<WeightFlowSlice> whole = need.slices({0});
    value.size = whole.front().bytes();
    value.uses = {need.op};
    rate(value);
    draft_.flows.push_back({need.op, need.weights, whole, 0});
    const bool faster =
        needs().buffers != no_memory && at(needs().bytes_per_cycle, needs().buffers) >
                                            at(needs().bytes_per_cycle, memories_.constants);
    if (need.may_be_fetched && faster) values_.push_back(std::move(value));
  }

  void rate(Value& value) const {
    const auto bytes = static_cast<double>(value.size);
    double saved = 0;
    const auto save_at = [&](std::int32_t op) {
      saved += at(elapsed_, op) - elapsed(static_cast<std::size_t>(op), bytes);
    };
    if (value.made >= 0) save_at(value.made);
    for (const std::int32_t use : value.uses) save_at(use);
    value.benefit = saved / std::sqrt(std::max(1.0, bytes));
  }

  bool fits(Bytes size, std::int32_t first, std::int32_t last) const {
    for (std::int32_t op = first; op <= last; ++op) {
      if (at(used_, op) + size > capacity_) return false;
    }
    return true;
  }

  void take(Bytes size, std::int32_t first, std::int32_t last) {
    for (std::int32_t op = first; op <= last; ++op) at(used_, op) += size;
  }

  /// Whether the value may stay in fast memory unused from operator `first` to `last`. As in XLA,
  /// this time may be at most `most_overlap` times as long as a copy of the value.
  bool may_wait(const Value& value, std::int32_t first, std::int32_t last) const {
    return time_between(first, last) <= most_overlap * copy_time(value);
  }

  /// Reserves time of the DMA for a copy during operators `first` to `last`; time during earlier
  /// operators is taken first. Returns false and reserves nothing if less than the fraction `least`
  /// of the copy's time is free.
  bool book_copy(const Value& value, std::int32_t first, std::int32_t last, double least) {
    double remaining = copy_time(value) * least;
    for (std::int32_t op = first; op <= last; ++op) {
      remaining -= std::max(0.0, at(elapsed_, op) - at(copying_, op));
    }
    if (remaining > 0) return false;
    remaining = copy_time(value);
    for (std::int32_t op = first; op <= last && remaining > 0; ++op) {
      const double here = std::min(remaining, std::max(0.0, at(elapsed_, op) - at(copying_, op)));
      at(copying_, op) += here;
      remaining -= here;
    }
    return true;
  }

  /// Reserves fast memory and DMA time for a copy before operator `use`. Returns the operator at
  /// which the copy starts, not before `earliest`; -1 = no copy is possible. Starts are tried in
  /// the order in which their overlap (time until `use` / duration of the copy) is nearest to the
  /// preferred overlap.
  std::int32_t prefetch(const Value& value, std::int32_t earliest, std::int32_t use) {
    std::vector<std::int32_t> starts;
    for (std::int32_t first = use - 1; first >= earliest; --first) {
      const double overlap = time_between(first, use - 1) / std::max(1.0, copy_time(value));
      if (overlap > most_overlap) break;
      if (overlap >= least_overlap) starts.push_back(first);
    }
    std::stable_sort(starts.begin(), starts.end(), [&](std::int32_t a, std::int32_t b) {
      const auto distance = [&](std::int32_t first) {
        return std::abs(time_between(first, use - 1) - preferred_overlap * copy_time(value));
      };
      return distance(a) < distance(b);
    });
    for (const std::int32_t first : starts) {
      if (fits(value.size, first, use) && book_copy(value, first, use - 1, least_overlap)) {
        take(value.size, first, use);
        return first;
      }
    }
    return -1;
  }

  void assign_weights(const Value& value) {
    const std::int32_t use = value.uses.front();
    const std::int32_t first = prefetch(value, 0, use);
    if (first < 0) return;
    FlowDraft& flow = draft_.flows[value.need];
    flow.buffers = 1;
    flow.slices.front().fetch_at = step_of(first);
  }

  /// Decides about every use of a feature map, in the order of the uses. Until the next use, the
  /// map stays in fast memory, or it leaves fast memory and is fetched again, or it is read from
  /// slow memory.
  void assign_map(const Value& value) {
    MapDraft& map = at(draft_.maps, value.buffer);
    // The last operator with the feature map in fast memory; -1 = the map is in slow memory.
    std::int32_t in_fast_until = -1;
    std::int32_t in_slow_from = value.made + 1;
    if (value.made >= 0 && fits(value.size, value.made, value.made)) {
      take(value.size, value.made, value.made);
      map.stays.push_back({step_of(value.made), step_of(value.made) + 1, std::nullopt});
      map.home = no_memory;
      in_fast_until = value.made;
    }
    for (const std::int32_t use : value.uses) {
      if (in_fast_until >= 0) {
        if (fits(value.size, in_fast_until + 1, use) && may_wait(value, in_fast_until + 1, use)) {
          take(value.size, in_fast_until + 1, use);
          map.stays.back().upper = step_of(use) + 1;
          in_fast_until = use;
          continue;
        }
        if (map.home == no_memory) {
          if (!evict(value, in_fast_until, use, in_slow_from)) {
            drop(value, map);
            in_slow_from = value.made + 1;
          }
        }
        in_fast_until = -1;
      }
      const std::int32_t first = prefetch(value, in_slow_from, use);
      if (first < 0) continue;
      map.stays.push_back({step_of(first), step_of(use) + 1, step_of(use)});
      in_fast_until = use;
    }
  }

  /// Plans a copy of the value to slow memory before `use`. The value occupies fast memory until
  /// the copy has ended. Sets `in_slow_from` to the first operator that starts after the copy has
  /// ended. Returns false if no copy is possible.
  bool evict(const Value& value, std::int32_t stays_until, std::int32_t use,
             std::int32_t& in_slow_from) {
    MapDraft& map = at(draft_.maps, value.buffer);
    for (std::int32_t last = std::max(value.made + 1, stays_until); last < use; ++last) {
      if (last > stays_until && !fits(value.size, stays_until + 1, last)) return false;
      if (!book_copy(value, value.made + 1, last, 1)) continue;
      take(value.size, stays_until + 1, last);
      map.stays.back().upper = step_of(last) + 1;
      map.home = memories_.home;
      map.home_from = step_of(value.made) + 1;
      map.written_by = step_of(last + 1);
      in_slow_from = last + 1;
      return true;
    }
    return false;
  }

  /// Keeps the value in slow memory all its life.
  void drop(const Value& value, MapDraft& map) {
    for (const MapStay& stay : map.stays) take(-value.size, stay.lower - 1, stay.upper - 2);
    map = {};
    map.home = memories_.home;
    map.home_from = at(problem_.buffers, value.buffer).lower;
  }

  const PlanningRequest& request_;
  const PlanningProblem& problem_;
  const NetworkCosts& costs_;
  ModelMemories memories_;
  Bytes capacity_;
  std::vector<Bytes> used_;      // bytes of fast memory in use, per operator
  std::vector<double> copying_;  // per operator, the time of the DMA that copies take
  std::vector<double> elapsed_;  // per operator, its time with all data in slow memory
  std::vector<Value> values_;
  PlanDraft draft_;
};

}  // namespace

NetworkPlan plan_like_xla_msa(const Network& network, const PlanningRequest& request) {
  constexpr Bytes parts = 16;
  PlanningProblem problem =
      make_problem(network, request.memories, request.alignment.value_or(xla_map_alignment));
  apply_pins(request, problem);
  const bool has_addresses = std::any_of(
      problem.buffers.begin(), problem.buffers.end(),
      [](const Buffer& buffer) { return buffer.pinned_offset || buffer.placed_inside; });
  if (has_addresses) require_pins_honoured(problem, find_planner("xla-msa"), request.options);
  const NetworkCosts costs = assume_costs(request, problem);
  const MemoryIndex fast = model_memories(request).fast;
  const Bytes capacity = at(request.memories, fast).capacity;
  const bool has_choice = request.constants != no_memory && request.constants != fast;
  // If no addresses are found for the plan, try again with less of the fast memory.
  for (Bytes part = parts; has_choice && part >= 0; --part) {
    const PlanDraft draft = Assignment(request, problem, costs, capacity / parts * part).run();
    if (auto planned = realise(network, request, problem, draft)) return *std::move(planned);
  }
  // If the constants have no memory or lie in the fast memory, or if the fast memory is too small
  // for any plan by XLA's rules, cadence-greedy makes the plan.
  PlanningRequest plain = request;
  plain.planner = "cadence-greedy";
  NetworkPlan planned = plan_network(network, plain);
  planned.plan.planner = request.planner;
  return planned;
}

}  // namespace spillway::search
