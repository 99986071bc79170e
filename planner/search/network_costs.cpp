// SPDX-License-Identifier: Apache-2.0
#include "planner/search/network_costs.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/weights/flow_builder.h"

namespace spillway::search {
namespace {

/// The memories in which data lie in a simulated run that measures costs.
struct ProbePlaces {
  std::array<MemoryIndex, 2> maps{};  // memory of the maps of each NetworkCosts::side
  MemoryIndex weights = no_memory;    // no_memory = the memory of the other constants
  // Whether the weights for which FlowBuilder::may_fetch() is true are fetched completely, each
  // after all earlier operators have ended.
  bool fetch_weights = false;
  bool slice_weights = false;  // whether the weights of each operator are divided into two slices
};

class Probes {
 public:
  Probes(const Network& network, const PlanningRequest& request, const PlanningProblem& problem,
         const std::vector<std::uint8_t>& side)
      : network_(network), request_(request), problem_(problem), side_(side) {}

  Timing run(const ProbePlaces& places) {
    Plan plan;
    plan.memories = request_.memories;
    for (MemorySpace& memory : plan.memories) memory.capacity = unlimited;
    used_.assign(plan.memories.size(), 0);
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      const Buffer& buffer = problem_.buffers[i];
      if (buffer.stays_unplaced) {
        plan.outside.push_back(buffer.tensor);
      } else {
        add(plan,
            {buffer.tensor, at(places.maps, side_[i]), 0, buffer.size, buffer.lower, buffer.upper});
      }
    }
    if (places.weights != no_memory) place_weights(plan, places.weights);
    if (places.fetch_weights) fetch_weights(plan);
    if (places.slice_weights) slice_weights(plan);
    PlanningRequest request = request_;
    request.weights->policy = "in-place";
    complete_plan(network_, request, plan);
    return request_.weights->timing(plan);
  }

 private:
  void add(Plan& plan, Residency residency) {
    constexpr Bytes apart = 64;
    residency.offset = at(used_, residency.memory);
    at(used_, residency.memory) += round_up(residency.size, apart);
    plan.residencies.push_back(residency);
  }

  void place_weights(Plan& plan, MemoryIndex memory) {
    const auto steps = static_cast<TimeStep>(network_.operators.size());
    std::set<TensorIndex> placed;
    for (const WeightNeed& need : request_.weights->needs.operators) {
      if (!placed.insert(need.weights).second) continue;
      add(plan, {need.weights, memory, 0, need.slices({0}).front().bytes(), 0, steps + 1});
    }
  }

  void fetch_weights(Plan& plan) {
    WeightNeeds needs = request_.weights->needs;
    FlowBuilder builder(needs, plan);
    for (const WeightNeed* need : builder.open()) {
      std::vector<WeightFlowSlice> whole = need->slices({0});
      whole.front().fetch_at = step_of(need->op);
      if (builder.may_fetch(*need)) builder.hold_all(*need, whole);
    }
  }

  void slice_weights(Plan& plan) {
    for (const WeightNeed& need : request_.weights->needs.operators) {
      const std::int32_t half = need.channels / 2 / need.granule * need.granule;
      if (half > 0) plan.weights.push_back({need.op, {}, need.slices({0, half})});
    }
  }

  const Network& network_;
  const PlanningRequest& request_;
  const PlanningProblem& problem_;
  const std::vector<std::uint8_t>& side_;
  std::vector<Bytes> used_;  // bytes used so far, per memory
};

double bytes_of(const std::vector<Bytes>& of_memories, MemoryIndex memory) {
  return static_cast<double>(at(of_memories, memory));
}

std::vector<std::uint8_t> sides(const PlanningProblem& problem) {
  std::vector<std::uint8_t> side(problem.buffers.size(), 0);
  for (const BufferOperator& op : problem.operators) {
    if (op.inputs.empty() || op.inputs.front() < 0) continue;
    for (const BufferIndex output : op.outputs) {
      if (output >= 0) at(side, output) = at(side, op.inputs.front()) == 0 ? 1 : 0;
    }
  }
  return side;
}

/// Returns, per operator, the additional bytes and stalls of the run `slow`, which has some data in
/// the slow memory `memory`. `fast` is the run with all feature maps and weights in fast memory.
std::vector<SlowCosts> slow_costs(const Timing& fast, const Timing& slow, MemoryIndex memory,
                                  double bytes_per_cycle) {
  std::vector<SlowCosts> costs;
  for (std::size_t op = 0; op < fast.operators.size(); ++op) {
    const OperatorTiming& before = fast.operators[op];
    const OperatorTiming& after = slow.operators[op];
    const double bytes = bytes_of(after.read_bytes, memory) - bytes_of(before.read_bytes, memory) +
                         bytes_of(after.write_bytes, memory) - bytes_of(before.write_bytes, memory);
    const double explained = std::max(static_cast<double>(before.total()), bytes / bytes_per_cycle);
    costs.push_back(
        {std::max(0.0, bytes), std::max(0.0, static_cast<double>(after.total()) - explained)});
  }
  return costs;
}

/// Sets the latency and the time per byte of transfers in `costs`, by a least-squares fit of the
/// additional cycles to the bytes of the weights, over the operators with
/// WeightNeed::may_be_fetched. In the run `fetched`, such an operator waits for the complete
/// transfer of its weights, or reads them in place if they are read only once; in the run `fast`,
/// all feature maps and weights lie in fast memory.
void fit_transfers(const Timing& fast, const Timing& fetched, const WeightNeeds& needs,
                   NetworkCosts& costs) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const WeightNeed& need : needs.operators) {
    if (!need.may_be_fetched) continue;
    const auto bytes = static_cast<double>(need.slices({0}).front().bytes());
    const auto cycles = static_cast<double>(at(fetched.operators, need.op).total() -
                                            at(fast.operators, need.op).total());
    n += 1;
    x += bytes;
    y += cycles;
    xx += bytes * bytes;
    xy += bytes * cycles;
  }
  const double spread = n * xx - x * x;
  if (n < 2 || spread <= 0) return;
  const double slope = (n * xy - x * y) / spread;
  if (slope <= 0) return;
  costs.transfer_slowdown = slope * costs.slow_bytes_per_cycle;
  costs.transfer_latency = std::max(0.0, (y - slope * x) / n);
}

void set_rates(const WeightNeeds& needs, const ModelMemories& memories, NetworkCosts& costs) {
  costs.fast_bytes_per_cycle = at(needs.bytes_per_cycle, memories.fast);
  costs.slow_bytes_per_cycle =
      std::min(costs.fast_bytes_per_cycle, at(needs.bytes_per_cycle, memories.constants));
}

double median_of_positive(std::vector<double> values) {
  values.erase(std::remove_if(values.begin(), values.end(), [](double v) { return v <= 0; }),
               values.end());
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

ModelMemories model_memories(const PlanningRequest& request) {
  ModelMemories memories;
  memories.fast = request.arena.front();
  if (request.arena.size() > 1) memories.home = request.arena[1];
  memories.constants = request.constants;
  return memories;
}

NetworkCosts assume_costs(const PlanningRequest& request, const PlanningProblem& problem) {
  const ModelMemories memories = model_memories(request);
  const WeightNeeds& needs = request.weights->needs;
  NetworkCosts costs;
  set_rates(needs, memories, costs);
  costs.cycles = needs.compute_cycles;
  const auto bytes_of_all = [&](const std::vector<BufferIndex>& buffers) {
    double bytes = 0;
    for (const BufferIndex buffer : buffers) {
      if (buffer >= 0) bytes += static_cast<double>(at(problem.buffers, buffer).size);
    }
    return bytes;
  };
  costs.side = sides(problem);
  for (const BufferOperator& op : problem.operators) {
    costs.fast_reads.push_back(bytes_of_all(op.inputs));
    costs.fast_writes.push_back(bytes_of_all(op.outputs));
    std::array<SlowCosts, 2> of_side;
    for (const std::vector<BufferIndex>* buffers : {&op.inputs, &op.outputs}) {
      for (const BufferIndex buffer : *buffers) {
        if (buffer >= 0) at(of_side, at(costs.side, buffer)).bytes += bytes_of_all({buffer});
      }
    }
    for (std::size_t side = 0; side < 2; ++side) costs.maps[side].push_back(of_side[side]);
  }
  costs.weights.resize(costs.cycles.size());
  costs.slice_stall.assign(costs.cycles.size(), 0);
  costs.slice_reads.assign(costs.cycles.size(), 0);
  for (const WeightNeed& need : needs.operators) {
    const auto bytes = static_cast<double>(need.slices({0}).front().bytes());
    at(costs.weights, need.op).bytes = bytes;
    at(costs.fast_reads, need.op) += bytes;
  }
  return costs;
}

NetworkCosts measure_costs(const Network& network, const PlanningRequest& request,
                           const PlanningProblem& problem) {
  const ModelMemories memories = model_memories(request);
  const MemoryIndex near = memories.fast;
  const WeightNeeds& needs = request.weights->needs;
  NetworkCosts costs;
  set_rates(needs, memories, costs);
  costs.side = sides(problem);
  Probes probes(network, request, problem, costs.side);
  const Timing fast = probes.run({{near, near}, near, false, false});
  for (const OperatorTiming& op : fast.operators) {
    costs.cycles.push_back(static_cast<double>(op.total()));
    costs.fast_reads.push_back(bytes_of(op.read_bytes, near));
    costs.fast_writes.push_back(bytes_of(op.write_bytes, near));
  }
  for (std::size_t side = 0; side < 2; ++side) {
    costs.maps[side].resize(costs.cycles.size());
    if (memories.home == no_memory) continue;
    ProbePlaces places{{near, near}, near, false, false};
    places.maps[side] = memories.home;
    costs.maps[side] =
        slow_costs(fast, probes.run(places), memories.home, costs.slow_bytes_per_cycle);
  }
  costs.weights = slow_costs(fast, probes.run({{near, near}, no_memory, false, false}),
                             memories.constants, costs.slow_bytes_per_cycle);
  const Timing sliced = probes.run({{near, near}, near, false, true});
  for (std::size_t op = 0; op < costs.cycles.size(); ++op) {
    const auto longer = static_cast<double>(sliced.operators[op].total());
    costs.slice_stall.push_back(std::max(0.0, longer - costs.cycles[op]));
    costs.slice_reads.push_back(
        std::max(0.0, bytes_of(sliced.operators[op].read_bytes, near) - costs.fast_reads[op]));
  }
  costs.usual_slice_stall = median_of_positive(costs.slice_stall);
  if (needs.buffers != no_memory) {
    fit_transfers(fast, probes.run({{near, near}, no_memory, true, false}), needs, costs);
  }
  return costs;
}

}  // namespace spillway::search
