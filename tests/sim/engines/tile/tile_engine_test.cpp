// SPDX-License-Identifier: Apache-2.0
// If a tile is the only master of a port, the simulator moves the tile's cache lines without the
// port's arbitration. The results must equal those of two other kinds of runs:
// * In a recorded run (keep_slices), the port arbitrates every line.
// * With a second master, here a background master that sends nothing, every line is a separate
//   request to the port.
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/index.h"
#include "hwmodels/lower.h"
#include "hwmodels/memory/memories/cache.h"
#include "hwmodels/plan_choices.h"
#include "hwmodels/schedule.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/xcore/parameters.h"
#include "sim/simulate.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

constexpr std::uint8_t sram = 0, extram = 1, flash = 2;

// Returns the sum over all bandwidth buckets of a memory. Single buckets may differ between runs:
// if the simulator moves several lines together, it distributes their bytes evenly over their time.
Bytes moved(const MemoryActivity& memory) {
  return std::accumulate(memory.bytes_per_bucket.begin(), memory.bytes_per_bucket.end(), Bytes{0});
}

void expect_same(const Timing& a, const Timing& b) {
  ASSERT_EQ(a.total, b.total);
  ASSERT_EQ(a.operators.size(), b.operators.size());
  for (std::size_t i = 0; i < a.operators.size(); ++i) {
    EXPECT_EQ(a.operators[i].end, b.operators[i].end) << i;
    EXPECT_EQ(a.operators[i].compute, b.operators[i].compute) << i;
    EXPECT_EQ(a.operators[i].memory_stall, b.operators[i].memory_stall) << i;
    EXPECT_EQ(a.operators[i].read_bytes, b.operators[i].read_bytes) << i;
    EXPECT_EQ(a.operators[i].write_bytes, b.operators[i].write_bytes) << i;
  }
  for (std::size_t m = 0; m < a.memories.size(); ++m) {
    EXPECT_EQ(a.memories[m].bursts, b.memories[m].bursts) << m;
    EXPECT_EQ(a.memories[m].busy, b.memories[m].busy) << m;
    EXPECT_EQ(moved(a.memories[m]), moved(b.memories[m])) << m;
  }
  for (std::size_t e = 0; e < a.engines.size(); ++e) {
    EXPECT_EQ(a.engines[e].busy, b.engines[e].busy) << a.engines[e].name;
  }
}

Timing line_by_line(const Target& target, const Program& program) {
  SimulationOptions options;
  options.keep_slices = true;
  return simulate(target, program, options);
}

/// Returns the target with a background master that uses `share` of the bandwidth of the external
/// RAM.
Target beside(Target target, double share) {
  BackgroundSpec other;
  other.name = "other";
  other.memory = "extram";
  other.share = share;
  other.burst_bytes = 32;
  target.background.push_back(other);
  return target;
}

/// Returns the target with a background master that has no effect, because its first burst would
/// come after the end of every run.
Target beside_nobody(const Target& target) { return beside(target, 1e-12); }

/// Makes a program of three kernels with random loops, memory accesses and loads (copies of weights
/// from flash).
class RandomProgram {
 public:
  explicit RandomProgram(const std::vector<std::uint32_t>& seeds) : seeds_(seeds) {}

  Program make() {
    for (int op = 0; op < 3; ++op) {
      TileTask task;
      task.op = op;
      const std::uint32_t threads = next() % 2 == 0 ? 1 : 1 + next() % 3;
      for (std::uint32_t t = 0; t < threads; ++t) {
        const auto first = static_cast<std::uint32_t>(program_.steps.size());
        block(0);
        if (threads == 1 && next() % 2 == 0) load();
        block(0);
        task.threads.push_back({first, static_cast<std::uint32_t>(program_.steps.size()) - first});
      }
      program_.operators.push_back({"op" + std::to_string(op), "KERNEL", 0, ""});
      program_.commands.push_back({CommandKind::core, static_cast<std::uint32_t>(op), op, 0});
      program_.core_tasks.push_back(task);
    }
    return program_;
  }

 private:
  std::uint32_t next() { return seeds_.empty() ? 0 : seeds_[position_++ % seeds_.size()]; }

  void push(TileStepKind kind, std::size_t index, std::int64_t value) {
    program_.steps.push_back({kind, static_cast<std::uint32_t>(index), value});
  }

  void block(int depth) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (depth < 3 && next() % 3 == 0) {
        // If a loop has six or more iterations, the engine may compute its remaining iterations in
        // one step.
        const bool many = depth < 2 && next() % 2 == 0;
        push(TileStepKind::loop, 0, many ? 6 + next() % 12 : 1 + next() % 4);
        block(depth + 1);
        push(TileStepKind::end, 0, 0);
      } else {
        push(TileStepKind::slots, 0, next() % 40);
        touch();
      }
    }
  }

  void touch() {
    TileTouch touch;
    touch.memory = next() % 4 == 0 ? sram : extram;
    touch.base = next() % 3 * 65'536 + next() % 4096;
    touch.bytes = 1 + static_cast<std::int32_t>(next() % 200);
    touch.write = next() % 3 == 0;
    touch.table = next() % 8 == 0;
    const bool by_lines = next() % 3 != 0;
    const std::int32_t unit = 8 << next() % 3;
    for (std::int32_t& stride : touch.stride) {
      stride = by_lines ? unit * static_cast<std::int32_t>(next() % 3)
                        : static_cast<std::int32_t>(next() % 5) *
                              static_cast<std::int32_t>(next() % 200);
    }
    push(TileStepKind::touch, program_.touches.size(), 0);
    program_.touches.push_back(touch);
  }

  void load() {
    TileLoad load;
    load.source_memory = flash;
    load.memory = next() % 2 == 0 ? sram : extram;
    load.destination = next() % 64;
    load.bytes = 4 * (1 + next() % 100);
    if (load.memory == sram && next() % 2 == 0) load.kind = TileLoadKind::start;
    push(TileStepKind::load, program_.loads.size(), 0);
    program_.loads.push_back(load);
    TileLoad wait;
    wait.kind = TileLoadKind::wait;
    wait.source_memory = flash;
    if (next() % 2 == 0) block(2);
    push(TileStepKind::load, program_.loads.size(), 0);
    program_.loads.push_back(wait);
  }

  const std::vector<std::uint32_t>& seeds_;
  std::size_t position_ = 0;
  Program program_;
};

RC_GTEST_PROP(TileEngine, LineChainsTakeTheTimeOfSingleBursts, ()) {
  const auto seeds = *rc::gen::container<std::vector<std::uint32_t>>(
      60, rc::gen::inRange<std::uint32_t>(0, 1U << 30));
  const Target target = load_target("xcore.ai");
  const Program program = RandomProgram(seeds).make();
  const Timing quick = simulate(target, program);
  RC_ASSERT(quick.total > 0);
  expect_same(quick, line_by_line(target, program));
}

// All tasks have one thread. With several threads, separate requests for lines would be mixed with
// the requests of other threads, which changes times.
RC_GTEST_PROP(TileEngine, AnIdleBackgroundMasterChangesNoTime, ()) {
  const auto seeds = *rc::gen::container<std::vector<std::uint32_t>>(
      60, rc::gen::inRange<std::uint32_t>(0, 1U << 30));
  const Target target = load_target("xcore.ai");
  Program program = RandomProgram(seeds).make();
  for (TileTask& task : program.core_tasks) task.threads.resize(1);
  expect_same(simulate(target, program), simulate(beside_nobody(target), program));
}

/// Executes a program step by step, iteration by iteration. Counts issue slots, and the cache lines
/// that are moved between the cache and the memory: fills and evictions.
struct Interpreter {
  const Program& program;
  Cache cache;
  std::int64_t slots = 0, lines = 0;

  void run(std::uint32_t first, std::uint32_t end, std::vector<std::int64_t> iterations) {
    for (std::uint32_t i = first; i < end; ++i) {
      const TileStep& step = program.steps[i];
      if (step.kind == TileStepKind::slots) slots += step.value;
      if (step.kind == TileStepKind::touch) touch(program.touches[step.index], iterations);
      if (step.kind != TileStepKind::loop) continue;
      std::uint32_t close = i;
      for (int open = 1; open > 0;) {
        ++close;
        if (program.steps[close].kind == TileStepKind::loop) ++open;
        if (program.steps[close].kind == TileStepKind::end) --open;
      }
      iterations.push_back(0);
      for (; iterations.back() < step.value; ++iterations.back()) run(i + 1, close, iterations);
      iterations.pop_back();
      i = close;
    }
  }

  void touch(const TileTouch& touch, const std::vector<std::int64_t>& iterations) {
    if (touch.memory != extram) return;
    Address address = touch.base;
    for (std::size_t i = 0; i < iterations.size(); ++i) {
      address += static_cast<Address>(iterations[i] * touch.stride[i]);
    }
    const MoveCount moves = cache.touch(address, touch.bytes, touch.write);
    lines += moves.fills + moves.evictions;
  }
};

// The engine may compute several iterations of a loop in one step. The time must still be that of
// single steps. In this target, every cache line takes the same time, so the time follows from the
// numbers of issue slots and lines.
RC_GTEST_PROP(TileEngine, RepeatedLoopsTakeTheTimeOfSingleSteps, ()) {
  const auto seeds = *rc::gen::container<std::vector<std::uint32_t>>(
      60, rc::gen::inRange<std::uint32_t>(0, 1U << 30));
  Program program = RandomProgram(seeds).make();
  for (TileTask& task : program.core_tasks) {
    task.threads.resize(1);
    task.issue_divider = 5;
  }
  for (TileTouch& touch : program.touches) touch.table = false;
  for (TileStep& step : program.steps) {
    if (step.kind == TileStepKind::load) step = {TileStepKind::slots, 0, 0};
  }
  Target target = load_target("xcore.ai");
  target.clock_khz = 500'000;
  LatencyBandwidthParameters constant;
  constant.clock_khz = 1'000'000;
  constant.bytes_per_cycle = 32;
  constant.read_latency = constant.write_latency = 99;
  at(target.memories, extram).timing = constant;
  at(target.memories, extram).overhead = 0;
  Interpreter steps{program, Cache(*at(target.memories, extram).cache)};
  for (const TileTask& task : program.core_tasks) {
    const Range& thread = task.threads.front();
    steps.run(thread.first, thread.first + thread.count, {});
  }
  // A slot takes five cycles of 2 ns. A line takes 100 ns.
  RC_ASSERT(simulate(target, program).total == (steps.slots * 10 + steps.lines * 100) / 2);
}

Program program_of(const std::string& name, const Target& target, const std::string& arena) {
  const FamilyOptions options;
  const auto flash = static_cast<MemoryIndex>(memory_index(target, "flash"));
  const Network network = lower(load_network(name), target, flash, options);
  PlanChoices choices;
  choices.planner = target.processor.family().default_planner;
  choices.arena = {arena};
  const NetworkPlan plan = target.processor.family().plan(network, target, choices);
  return schedule(network, plan.plan, target, options);
}

TEST(TileEngine, ANetworkTakesTheSameTimeLineByLine) {
  const Target target = load_target("xcore.ai");
  const Program program = program_of("resnet8", target, "extram");
  expect_same(simulate(target, program), line_by_line(target, program));
}

TEST(TileEngine, LoadsThatStartEarlyRunBesideTheConvolutionInFront) {
  Target target = load_target("xcore.ai");
  const Timing waited = simulate(target, program_of("ds_cnn", target, "sram"));
  xcore::parameters(target).early_loads = true;
  const Timing early = simulate(target, program_of("ds_cnn", target, "sram"));
  EXPECT_LT(early.total, waited.total);
  EXPECT_EQ(at(early.memories, flash).read_bytes, at(waited.memories, flash).read_bytes);
  EXPECT_EQ(at(early.memories, flash).busy, at(waited.memories, flash).busy);
  Cycles flash_time = 0;  // stall cycles of copies from flash that no convolution hides
  for (const OperatorTiming& op : waited.operators) flash_time += at(op.memory_stall, flash);
  EXPECT_GT(early.total, waited.total - flash_time);
}

TEST(TileEngine, SharesExternalMemoryWithBackgroundMasters) {
  const Target target = load_target("xcore.ai");
  const Program program = program_of("split-arena-replica", target, "extram");
  const Cycles alone = simulate(target, program).total;
  EXPECT_EQ(simulate(beside_nobody(target), program).total, alone);
  const Cycles light = simulate(beside(target, 0.001), program).total;
  const Cycles heavy = simulate(beside(target, 0.9), program).total;
  EXPECT_GT(light, alone);
  EXPECT_GT(heavy, light);
}

}  // namespace
}  // namespace spillway
