// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/files/files.h"
#include "planner/exact/solver.h"
#include "planner/plan_io/plan_csv.h"

namespace spillway::exact {
namespace {

// The capacity of the memory in MiniMalloc's published instances, in bytes.
constexpr Bytes capacity = 1 << 20;
const MemorySpace memory{"fast", capacity, 1};

/// Makes buffers that fill the memory without gaps. One buffer is a rectangle of steps by bytes.
/// The first buffer has all steps and the whole memory. Each of `cuts` cuts divides a random buffer
/// into two buffers (guillotine cuts).
std::vector<Buffer> perfect_packing(int cuts) {
  std::vector<Buffer> buffers(1);
  buffers[0].upper = 1 << 20;
  buffers[0].size = capacity;
  std::uint64_t state = 1;
  const auto draw = [&](std::uint64_t bound) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33U) % bound;
  };
  for (int cut = 0; cut < cuts; ++cut) {
    Buffer& buffer = buffers[draw(buffers.size())];
    Buffer rest = buffer;
    if (draw(2) == 0 && buffer.upper - buffer.lower > 1) {
      const auto length = static_cast<std::uint64_t>(buffer.upper - buffer.lower - 1);
      rest.lower = buffer.upper = buffer.lower + 1 + static_cast<TimeStep>(draw(length));
    } else if (buffer.size > 1) {
      buffer.size = 1 + static_cast<Bytes>(draw(static_cast<std::uint64_t>(buffer.size - 1)));
      rest.size -= buffer.size;
    } else {
      continue;
    }
    buffers.push_back(rest);
  }
  return buffers;
}

void solve(benchmark::State& state, const std::vector<Buffer>& buffers) {
  const Instance instance = make_instance(buffers, memory);
  Solution solution;
  for (auto _ : state) {
    solution = solve_within(instance, capacity, {});
  }
  state.counters["nodes"] = static_cast<double>(solution.nodes);
  state.counters["solved"] = solution.outcome == Outcome::found ? 1 : 0;
}

void perfect(benchmark::State& state) {
  solve(state, perfect_packing(static_cast<int>(state.range(0))));
}
BENCHMARK(perfect)->Arg(20)->Arg(40)->Unit(benchmark::kMillisecond);

/// Registers a benchmark for each of MiniMalloc's published instances, if the folder with reference
/// data exists beside the checkout.
int register_minimalloc() {
  const std::string folder = SPILLWAY_SOURCE_DIR "/../shared/reference/planners/vectors/minimalloc";
  if (!std::filesystem::exists(folder)) {
    return 0;
  }
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    files.push_back(file.path().string());
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    const auto buffers = read_plan_csv(read_text(file), file, {memory}).problem.buffers;
    const std::string name = "minimalloc/" + std::filesystem::path(file).stem().string();
    benchmark::RegisterBenchmark(name.c_str(), [buffers](benchmark::State& state) {
      solve(state, buffers);
    })->Unit(benchmark::kMillisecond);
  }
  return static_cast<int>(files.size());
}
const int registered = register_minimalloc();

}  // namespace
}  // namespace spillway::exact
