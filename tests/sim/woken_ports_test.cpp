// SPDX-License-Identifier: Apache-2.0
// Ports settle what they can before the next event of the simulation. A clock that ticks beside a
// run makes them look at their requests all the time, which is the plain way of the same.
#include <random>

#include <gtest/gtest.h>

#include "hwmodels/memory/parts.h"
#include "sim/sim_time.h"
#include "sim/simulate.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::access_of;
using test::ghz;
using test::KernelShape;

/// Nothing happens when it ticks.
class Clock : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Clock);
  explicit Clock(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(tick); }

  /// In the next run, `ticks` times.
  void start(Picoseconds period, int ticks) {
    period_ = period;
    left_ = ticks;
    begin_.notify(sc_core::SC_ZERO_TIME);
  }

 private:
  void tick() {
    for (;;) {
      wait(begin_);
      for (; left_ > 0; --left_) wait(sim::to_sc(period_));
    }
  }

  Picoseconds period_ = 1;
  int left_ = 0;
  sc_core::sc_event begin_;
};

Clock* beside = nullptr;

/// SystemC elaborates once: before any test simulates. Never deleted, as SystemC's own objects go
/// first when the process ends.
class MakeClock : public ::testing::Environment {
 public:
  void SetUp() override { beside = new Clock("clock_of_tests"); }
};

// NOLINTNEXTLINE(cert-err58-cpp): GoogleTest takes environments before main() alone.
const ::testing::Environment* const make_clock = ::testing::AddGlobalTestEnvironment(new MakeClock);

/// Draws numbers below a limit.
class Draw {
 public:
  std::int32_t operator()(int limit) {
    return static_cast<std::int32_t>(random_() % static_cast<unsigned>(limit));
  }

 private:
  std::mt19937 random_{5};
};

/// An SRAM at one port, a DRAM at the other.
Target sram_and_dram(Draw& below) {
  Target target = test::small_target(LatencyBandwidthParameters{ghz, 8, 10, 10}, 8);
  PortSpec& port = target.ports[0];
  port.arbitration = below(2) == 0 ? Arbitration::round_robin : Arbitration::priority;
  port.separate_channels = below(2) == 0;
  port.max_reads = 1 + below(8);
  port.max_writes = 1 + below(8);
  target.ports.push_back(port);
  MemorySpec dram = target.memories[0];
  dram.name = "dram";
  dram.port = 1;
  dram.timing = load_memory_part(below(2) == 0 ? "LPDDR4-3200-x16" : "DDR3-1600K-x16").timing;
  target.memories.push_back(dram);
  return target;
}

void add_copy(Program& program, Draw& below) {
  DmaTransfer transfer;
  transfer.source = access_of(8 * (1 + below(200)), 0, DataClass::dma);
  transfer.source.memory = 1;
  transfer.destination = access_of(transfer.source.run, 0, DataClass::dma);
  transfer.destination.write = true;
  program.commands.push_back({CommandKind::dma_start,
                              static_cast<std::uint32_t>(program.transfers.size()),
                              static_cast<OperatorIndex>(program.operators.size()) - 1, 0});
  program.transfers.push_back(transfer);
}

/// Kernels that read and write both memories, and copies beside them.
Program random_program(Draw& below) {
  Program program;
  for (int kernels = 1 + below(3); kernels > 0; --kernels) {
    const auto shape = KernelShape()
                           .with_blocks(static_cast<std::uint32_t>(1 + below(4)))
                           .with_compute(1 + below(200))
                           .with_output(1 + below(100))
                           .with_read(8 * below(100))
                           .with_weights(8 * below(60))
                           .with_write(8 * below(60));
    test::append_kernel(program, shape);
    if (below(2) == 0) add_copy(program, below);
  }
  for (Access& access : program.accesses) access.memory = static_cast<std::uint8_t>(below(2));
  return program;
}

TEST(WokenPorts, GrantAndDecideTheSameHoweverOftenTheyLook) {
  Draw below;
  for (int round = 0; round < 400; ++round) {
    const Target target = sram_and_dram(below);
    const Program program = random_program(below);
    const Timing alone = simulate(target, program);
    beside->start(300 + below(20'000), 100 + below(2'000));
    SimulationOptions beside_it;
    beside_it.systemc = true;
    const Timing watched = simulate(target, program, beside_it);
    ASSERT_EQ(watched.total, alone.total) << round;
    for (std::size_t i = 0; i < alone.operators.size(); ++i) {
      ASSERT_EQ(watched.operators[i].end, alone.operators[i].end) << round;
    }
    for (std::size_t m = 0; m < alone.memories.size(); ++m) {
      ASSERT_EQ(watched.memories[m].busy, alone.memories[m].busy) << round;
      ASSERT_EQ(watched.memories[m].bytes_per_bucket, alone.memories[m].bytes_per_bucket) << round;
    }
  }
}

}  // namespace
}  // namespace spillway
