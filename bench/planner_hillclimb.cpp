// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <string>

#include <benchmark/benchmark.h>

#include "base/index.h"
#include "planner/allocator.h"

namespace spillway {
namespace {

constexpr std::int64_t iterations = 1500;

/// Measures the hill-climbing search for 450 buffers. Each buffer lives for at most `length` steps,
/// so about `length` / 2 buffers are live at a time. The memory has one byte, so no order of the
/// buffers fits, and the search makes all its iterations.
void search(benchmark::State& state) {
  constexpr int count = 450;
  const auto length = static_cast<std::uint32_t>(state.range(0));
  std::mt19937 random(2);
  std::vector<Buffer> buffers(count);
  for (int i = 0; i < count; ++i) {
    Buffer& buffer = at(buffers, i);
    buffer.name = "t" + std::to_string(i);
    buffer.lower = static_cast<TimeStep>(random() % count);
    buffer.upper = buffer.lower + 1 + static_cast<TimeStep>(random() % length);
    buffer.size = 1 + static_cast<Bytes>(random() % 65536);
  }
  const Allocator& allocator = find_allocator("vela-hillclimb");
  PlannerOptions options;
  options.search_budget = iterations;
  const MemorySpace too_small{"sram", 1, 1};
  for (auto _ : state) {
    benchmark::DoNotOptimize(allocator.allocate(buffers, too_small, options));
  }
}

BENCHMARK(search)
    ->Name("vela-hillclimb-1500")
    ->Arg(20)
    ->Arg(90)
    ->Arg(450)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace spillway
