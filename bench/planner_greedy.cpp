// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <string>

#include <benchmark/benchmark.h>

#include "planner/planner.h"

namespace spillway {
namespace {

/// Makes `count` feature maps of a long network of `count` steps. Nine of ten maps live for at most
/// 8 steps, one of ten maps for up to a quarter of the network.
PlanningProblem long_network(std::int64_t count) {
  std::mt19937 random(1);
  PlanningProblem problem;
  Bytes total = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    Buffer buffer;
    buffer.name = "t" + std::to_string(i);
    buffer.lower = static_cast<TimeStep>(random() % static_cast<std::uint32_t>(count));
    const std::uint32_t length = random() % 10 == 0 ? static_cast<std::uint32_t>(count) / 4 : 8;
    buffer.upper = buffer.lower + 1 + static_cast<TimeStep>(random() % length);
    buffer.size = 16 * (1 + static_cast<Bytes>(random() % 4096));
    buffer.alignment = 16;
    buffer.reads = 1;
    total += buffer.size;
    problem.buffers.push_back(buffer);
  }
  problem.memories = {{"sram", total / 16, 16}, {"dram", unlimited, 16}};
  return problem;
}

void plan_long_network(benchmark::State& state, const char* name) {
  const PlanningProblem problem = long_network(state.range(0));
  const Planner& planner = *find_planner(name).planner;
  for (auto _ : state) {
    benchmark::DoNotOptimize(planner.plan(problem, {}));
  }
}

// Registers each of these planners under its own name, so that each line of the output names the
// planner.
const bool registered = [] {
  for (const char* name :
       {"tflm-greedy", "cadence-position", "cadence-greedy", "executorch-greedy",
        "tinyengine-firstfit", "vela-greedy", "xformer", "banked-greedy", "size-threshold"}) {
    benchmark::RegisterBenchmark(name, plan_long_network, name)
        ->Arg(500)
        ->Arg(5000)
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace spillway
