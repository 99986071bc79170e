// SPDX-License-Identifier: Apache-2.0
#include "planner/search/whole_maps.h"

#include <algorithm>
#include <map>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/search/fluid/frontier.h"
#include "planner/two_memories.h"

namespace spillway::search {
namespace {

constexpr std::size_t most_states = 4096;
// Limit of the product of steps and states in the dynamic programming; at least 16 states are kept.
// At this limit, a call takes some seconds.
constexpr std::size_t most_steps_times_states = 4'000'000;
// If more buffers than this begin at one step, the search chooses the memory of only this number of
// them.
constexpr int most_starts = 8;

/// Returns, per buffer, the bytes that are accessed at each step. Without operators, all accesses
/// of a buffer count at its first step.
std::vector<std::map<TimeStep, double>> accesses_of(const PlanningProblem& problem) {
  std::vector<std::map<TimeStep, double>> accesses(problem.buffers.size());
  for (std::size_t i = 0; i < problem.operators.size(); ++i) {
    const BufferOperator& op = problem.operators[i];
    for (const std::vector<BufferIndex>* values : {&op.inputs, &op.outputs}) {
      for (const BufferIndex value : *values) {
        if (value >= 0) {
          at(accesses, value)[static_cast<TimeStep>(i + 1)] +=
              static_cast<double>(at(problem.buffers, value).size);
        }
      }
    }
  }
  for (std::size_t i = 0; problem.operators.empty() && i < accesses.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    const Bytes score =
        buffer.access_score > 0 ? buffer.access_score : buffer.size * (1 + buffer.reads);
    accesses[i][buffer.lower] = static_cast<double>(score);
  }
  return accesses;
}

Choice slow_choice(const std::map<TimeStep, double>& accesses) {
  Choice choice{"slow", {}, {}, {}};
  for (const auto& [step, bytes] : accesses) {
    choice.accesses.push_back({step, 0, bytes});
  }
  return choice;
}

Choice fast_choice(const Buffer& buffer, const std::map<TimeStep, double>& accesses,
                   const MemorySpace& memory) {
  Choice choice{"fast", {}, {}, {}};
  for (const auto& [step, bytes] : accesses) {
    choice.accesses.push_back({step, bytes, 0});
  }
  choice.occupancies.push_back(
      {buffer.lower, buffer.upper - 1, round_up(buffer.size, common_alignment(buffer, memory))});
  return choice;
}

/// Returns, per buffer, whether the search chooses its memory. If many buffers begin at one step,
/// the search chooses only for the largest of them, and `all` is set to false.
std::vector<bool> choosers(const PlanningProblem& problem, bool& all) {
  std::vector<std::size_t> by_size(problem.buffers.size());
  for (std::size_t i = 0; i < by_size.size(); ++i) {
    by_size[i] = i;
  }
  std::stable_sort(by_size.begin(), by_size.end(), [&](std::size_t a, std::size_t b) {
    return problem.buffers[a].size > problem.buffers[b].size;
  });
  std::map<TimeStep, int> starts;
  std::vector<bool> chooses(by_size.size(), false);
  for (const std::size_t i : by_size) {
    chooses[i] = ++starts[problem.buffers[i].lower] <= most_starts;
    all = all && chooses[i];
  }
  return chooses;
}

}  // namespace

WholeMaps fastest_whole_maps(const PlanningProblem& problem, const MapCosts& costs,
                             Bytes capacity) {
  WholeMaps maps;
  TimeStep steps = 1;
  for (const Buffer& buffer : problem.buffers) {
    steps = std::max(steps, buffer.upper);
  }
  FluidProblem fluid;
  fluid.fast_bytes_per_cycle = costs.fast_bytes_per_cycle;
  fluid.slow_bytes_per_cycle = costs.slow_bytes_per_cycle;
  fluid.capacity = capacity;
  fluid.compute_cycles.assign(static_cast<std::size_t>(steps) + 1, 0);
  for (std::size_t op = 0; op < costs.compute_cycles.size() && op + 1 < fluid.compute_cycles.size();
       ++op) {
    fluid.compute_cycles[op + 1] = costs.compute_cycles[op];
  }
  const std::vector<bool> chooses = choosers(problem, maps.exact);
  const auto accesses = accesses_of(problem);
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    Object object{buffer.name, {}};
    if (buffer.pinned_memory == fast_memory) {
      object.choices = {fast_choice(buffer, accesses[i], problem.memories[fast_memory])};
    } else {
      object.choices = {slow_choice(accesses[i])};
      if (chooses[i] && may_use(buffer, fast_memory)) {
        object.choices.push_back(fast_choice(buffer, accesses[i], problem.memories[fast_memory]));
      }
    }
    fluid.objects.push_back(std::move(object));
  }
  FrontierOptions options;
  options.most_states = std::clamp<std::size_t>(
      most_steps_times_states / static_cast<std::size_t>(steps), 16, most_states);
  const FrontierResult result = solve_by_frontier(fluid, options);
  maps.exact = maps.exact && result.exact;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Choice& choice = at(fluid.objects[i].choices, result.selection[i]);
    maps.memory_of.push_back(choice.occupancies.empty() ? slow_memory : fast_memory);
  }
  return maps;
}

}  // namespace spillway::search
