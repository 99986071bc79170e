// SPDX-License-Identifier: Apache-2.0
#include "planner/search/cascade_choice.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "planner/search/fluid/operator_load.h"

namespace spillway::search {
namespace {

/// Computes how many cycles cascades save compared with `selection` (one choice per feature map and
/// per operator with weights). Uses the load of each operator (compute cycles, and bytes over the
/// ports of fast and slow memory) and the share of each map and of the weights in these loads.
class Gains {
 public:
  Gains(const PlanningRequest& request, const PlanningProblem& problem, const NetworkCosts& costs,
        const NetworkModel& model, const Selection& selection)
      : request_(request),
        problem_(problem),
        costs_(costs),
        rates_{costs.fast_bytes_per_cycle, costs.slow_bytes_per_cycle},
        capacity_(model.fluid().capacity),
        need_of_(costs.cycles.size(), nullptr),
        map_slow_(costs.cycles.size(), 0),
        fast_(costs.cycles.size(), 0),
        weight_slow_(costs.cycles.size(), 0),
        stall_(costs.cycles.size(), 0),
        draft_(model.draft(selection)) {
    for (const WeightNeed& need : request.weights->needs.operators) at(need_of_, need.op) = &need;
    collect(model.fluid(), selection);
    find_fast_maps();
  }

  std::vector<CascadeGain> all() const {
    std::vector<CascadeGain> gains;
    const auto ops = static_cast<std::int32_t>(costs_.cycles.size());
    const std::int32_t longest = std::max(2, most_pairs / std::max(1, ops));
    for (std::int32_t first = 0; first < ops; ++first) {
      for (std::int32_t last = first + 1; last < std::min(ops, first + longest); ++last) {
        if (!consider_heights(first, last, gains)) break;
      }
    }
    std::stable_sort(gains.begin(), gains.end(), [](const CascadeGain& a, const CascadeGain& b) {
      return a.cycles > b.cycles;
    });
    return gains;
  }

 private:
  /// The largest number of pairs (first operator, last operator) that are tried as cascades. On
  /// long networks, this number limits the length of cascades.
  static constexpr std::int32_t most_pairs = 20'000;

  /// Adds the gains of the cascade of operators `first` to `last` with several stripe heights.
  /// Returns false if these operators cannot run as a cascade with any stripe height.
  bool consider_heights(std::int32_t first, std::int32_t last,
                        std::vector<CascadeGain>& gains) const {
    std::int32_t rows_of_output = 0;
    for (const std::int32_t rows : {1, 2, 4, 8, 16, 32}) {
      const auto shape = request_.weights->cascades(first, last, rows);
      if (!shape) break;
      if (rows == 1) rows_of_output = output_rows(request_.weights->cascades, last, last);
      consider({first, last, *shape}, rows_of_output, gains);
    }
    return rows_of_output > 0;
  }

  /// Collects, per operator, the buffers that lie only in fast memory and are live when the
  /// operator runs.
  void find_fast_maps() {
    fast_maps_.resize(costs_.cycles.size());
    const auto ops = static_cast<TimeStep>(fast_maps_.size());
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      const Buffer& buffer = problem_.buffers[i];
      if (draft_.maps[i].home != no_memory || buffer.stays_unplaced) continue;
      for (TimeStep step = std::max(1, buffer.lower); step < std::min(buffer.upper, ops + 1);
           ++step) {
        at(fast_maps_, step - 1).push_back(static_cast<BufferIndex>(i));
      }
    }
  }

  void collect(const FluidProblem& fluid, const Selection& selection) {
    for (std::size_t i = 0; i < fluid.objects.size(); ++i) {
      const Choice& choice = at(fluid.objects[i].choices, selection[i]);
      const bool weights = i >= fluid.objects.size() - request_.weights->needs.operators.size();
      for (const Access& access : choice.accesses) {
        at(fast_, access.op) += access.fast_bytes;
        at(weights ? weight_slow_ : map_slow_, access.op) += access.slow_bytes;
        at(stall_, access.op) +=
            access.stall_cycles + std::max(access.map_stall, access.weight_stall);
      }
      if (!weights) continue;
      const std::size_t need = i + request_.weights->needs.operators.size() - fluid.objects.size();
      for (const Transfer& transfer : choice.transfers) {
        at(weight_slow_, request_.weights->needs.operators[need].op) += transfer.bytes;
      }
    }
  }

  double time_alone(std::int32_t op) const {
    OperatorLoad load;
    load.compute_cycles = at(costs_.cycles, op);
    load.fast_bytes = at(fast_, op);
    load.slow_bytes = at(map_slow_, op) + at(weight_slow_, op);
    load.stall_cycles = at(stall_, op);
    return load.cycles(rates_);
  }

  void consider(ModelCascade cascade, std::int32_t rows, std::vector<CascadeGain>& gains) const {
    const double compute = cascade_cycles(request_.weights->needs, costs_, cascade, rows);
    double alone = 0, slow = 0;
    Bytes occupied = outer_bytes(cascade);
    for (std::int32_t op = cascade.first; op <= cascade.last; ++op) {
      const std::int32_t i = op - cascade.first;
      alone += time_alone(op);
      slow += at(map_slow_, op);
      if (op < cascade.last && at(cascade.shape.rolling_bytes, i) > 0) {
        occupied += at(cascade.shape.rolling_bytes, i);
        slow -= slow_of_map(op);
      }
    }
    for (std::int32_t op = cascade.first; op <= cascade.last && occupied <= capacity_; ++op) {
      if (at(need_of_, op) == nullptr) continue;
      const auto bytes = at(need_of_, op)->slices({0}).front().bytes();
      const double reads = at(cascade.shape.weight_reads, op - cascade.first);
      const bool held = at(need_of_, op)->may_be_fetched && occupied + bytes <= capacity_;
      if (held) occupied += bytes;
      slow += held ? static_cast<double>(bytes)
                   : std::max(at(costs_.weights, op).bytes, reads * static_cast<double>(bytes));
    }
    const double slow_cycles = std::max(0.0, slow) / rates_.slow;
    const double together =
        std::max(compute, hidden_in_cascade * slow_cycles) + (1 - hidden_in_cascade) * slow_cycles;
    if (occupied <= capacity_ && together < alone) {
      gains.push_back({std::move(cascade), alone - together});
    }
  }

  /// Returns the bytes that the feature maps of the output's side (NetworkCosts::side) move over
  /// the slow port during `op` and the next operator. Returns 0 if the output of `op` lies only in
  /// fast memory.
  double slow_of_map(std::int32_t op) const {
    const BufferIndex made = at(problem_.operators, op).outputs.front();
    if (made < 0 || at(draft_.maps, made).home == no_memory) return 0;
    const std::uint8_t side = at(costs_.side, made);
    return at(costs_.maps[side], op).bytes + at(costs_.maps[side], op + 1).bytes;
  }

  /// Returns the bytes of fast memory that a cascade needs for feature maps from before it or for
  /// after it: maps that are live during the cascade and also before or after it.
  Bytes outer_bytes(const ModelCascade& cascade) const {
    Bytes occupied = 0;
    for (std::int32_t op = cascade.first; op <= cascade.last; ++op) {
      for (const BufferIndex index : at(fast_maps_, op)) {
        const Buffer& buffer = at(problem_.buffers, index);
        const bool counted = op > cascade.first && buffer.lower < op + 1;
        const bool within = buffer.lower > cascade.first && buffer.upper <= cascade.last + 2;
        if (!counted && !within) occupied += buffer.size;
      }
    }
    return occupied;
  }

  const PlanningRequest& request_;
  const PlanningProblem& problem_;
  const NetworkCosts& costs_;
  PortRates rates_;
  Bytes capacity_;
  std::vector<const WeightNeed*> need_of_;  // per operator, its weights; null = none
  std::vector<double> map_slow_, fast_, weight_slow_, stall_;
  PlanDraft draft_;
  // Per operator, the buffers that find_fast_maps() collects.
  std::vector<std::vector<BufferIndex>> fast_maps_;
};

}  // namespace

std::vector<CascadeGain> promising_cascades(const PlanningRequest& request,
                                            const PlanningProblem& problem,
                                            const NetworkCosts& costs, const NetworkModel& model,
                                            const Selection& selection) {
  if (!request.weights->cascades) return {};
  return Gains(request, problem, costs, model, selection).all();
}

std::vector<ModelCascade> best_disjoint(const std::vector<CascadeGain>& gains, std::int32_t ops) {
  std::vector<std::vector<const CascadeGain*>> by_end(static_cast<std::size_t>(ops) + 1);
  for (const CascadeGain& gain : gains) at(by_end, gain.cascade.last + 1).push_back(&gain);
  // Dynamic programming over the number of operators. most[n] is the largest total gain of cascades
  // among the first n operators. If the solution with this gain has a cascade whose last operator
  // is n - 1, ending[n] is this cascade.
  std::vector<double> most(by_end.size(), 0);
  std::vector<const ModelCascade*> ending(most.size(), nullptr);
  for (std::int32_t end = 1; end <= ops; ++end) {
    at(most, end) = at(most, end - 1);
    for (const CascadeGain* gain : at(by_end, end)) {
      const double cycles = at(most, gain->cascade.first) + gain->cycles;
      if (cycles <= at(most, end)) continue;
      at(most, end) = cycles;
      at(ending, end) = &gain->cascade;
    }
  }
  std::vector<ModelCascade> chosen;
  for (std::int32_t end = ops; end > 0;) {
    if (at(ending, end) == nullptr) {
      --end;
      continue;
    }
    chosen.push_back(*at(ending, end));
    end = at(ending, end)->first;
  }
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

std::vector<ModelCascade> with_cascade(const std::vector<ModelCascade>& chosen,
                                       const ModelCascade& added) {
  std::vector<ModelCascade> result;
  for (const ModelCascade& cascade : chosen) {
    if (cascade.last < added.first || added.last < cascade.first) result.push_back(cascade);
  }
  result.push_back(added);
  std::sort(result.begin(), result.end(),
            [](const ModelCascade& a, const ModelCascade& b) { return a.first < b.first; });
  return result;
}

}  // namespace spillway::search
