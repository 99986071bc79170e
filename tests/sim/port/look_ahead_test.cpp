// SPDX-License-Identifier: Apache-2.0
// A port makes all grants that are possible before the next event of the simulation. In these
// tests, an additional clock adds many events, so a port can look ahead only a little. The results
// must be the same as without the clock.
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/memory/parts.h"
#include "sim/kernel/sim_time.h"
#include "sim/simulate.h"
#include "tests/sim/arbitrary_program.h"
#include "tests/sim/arbitrations.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::access_of;
using test::ghz;
using test::KernelShape;

/// A clock that only adds events to the simulation.
class Clock : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Clock);
  explicit Clock(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(tick); }

  /// Starts the clock for the next run, with `ticks` ticks at intervals of `period` picoseconds.
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

Clock* clock_beside = nullptr;

/// Creates the clock before the first simulation, because SystemC elaborates only once. The clock
/// is never deleted, because SystemC deletes its own objects first at the end of the process.
class MakeClock : public ::testing::Environment {
 public:
  void SetUp() override { clock_beside = new Clock("clock_of_tests"); }
};

// NOLINTNEXTLINE(cert-err58-cpp): GoogleTest accepts environments only before main().
const ::testing::Environment* const make_clock = ::testing::AddGlobalTestEnvironment(new MakeClock);

/// Returns a random number in [0, limit) at each call.
class Draw {
 public:
  std::int32_t operator()(int limit) {
    return static_cast<std::int32_t>(random_() % static_cast<unsigned>(limit));
  }

 private:
  std::mt19937 random_{5};
};

/// Returns a random target with an SRAM on one port and a DRAM on another port.
Target sram_and_dram(Draw& below) {
  Target target = test::small_target(LatencyBandwidthParameters{ghz, 8, 10, 10}, 8);
  PortSpec& port = target.ports[0];
  port.arbitration = test::arbitrations.at(below(test::arbitrations.size()));
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

/// Returns a random program of kernels that read and write the two memories, and of transfers at
/// the same time.
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

/// Simulates a program with SystemC while the clock ticks `ticks` times, once per `period`.
Timing simulate_watched(const Target& target, const Program& program, Picoseconds period,
                        int ticks) {
  clock_beside->start(period, ticks);
  SimulationOptions beside_it;
  beside_it.systemc = true;
  return simulate(target, program, beside_it);
}

void expect_same_ends(const Timing& watched, const Timing& alone) {
  EXPECT_EQ(watched.total, alone.total);
  for (std::size_t i = 0; i < alone.operators.size(); ++i) {
    EXPECT_EQ(watched.operators[i].end, alone.operators[i].end);
  }
}

TEST(Port, GrantsTheSameBurstsHoweverOftenItWakesUp) {
  Draw below;
  for (int round = 0; round < 400; ++round) {
    const Target target = sram_and_dram(below);
    const Program program = random_program(below);
    const Timing alone = simulate(target, program);
    const Timing watched =
        simulate_watched(target, program, 300 + below(20'000), 100 + below(2'000));
    expect_same_ends(watched, alone);
    for (std::size_t m = 0; m < alone.memories.size(); ++m) {
      EXPECT_EQ(watched.memories[m].busy, alone.memories[m].busy);
      EXPECT_EQ(watched.memories[m].bytes_per_bucket, alone.memories[m].bytes_per_bucket);
    }
    ASSERT_FALSE(HasFailure()) << round;
  }
}

Target first_come_first_served() {
  Target target = test::small_target(LatencyBandwidthParameters{ghz, 16, 150, 0}, 8);
  PortSpec& port = target.ports[0];
  port.arbitration = Arbitration::fifo;
  port.separate_channels = true;
  port.max_reads = port.max_writes = 2;
  return target;
}

/// Returns the program with blocks that each read their input in four parts and write their result
/// in eight parts.
Program in_steps(Program program) {
  for (Block& block : program.blocks) {
    block.sub_blocks = 4;
    block.out_blocks = 8;
  }
  return program;
}

// A port must look ahead only until the first part of a block arrives. From then on, results of the
// block can be written, and these writes must not wait for later reads.
TEST(Port, LooksAheadNoFurtherThanTheFirstPartOfARead) {
  Target target = first_come_first_served();
  target.npu.kernels_overlap = true;
  target.npu.weight_reads = 128;
  const auto reads = KernelShape().with_read(260);
  const Program program = in_steps(test::one_kernel(KernelShape(reads).with_write(1)));
  const Timing alone = simulate(target, program);
  expect_same_ends(simulate_watched(target, program, 300, 3'000), alone);
  EXPECT_EQ(alone.total, simulate(target, in_steps(test::one_kernel(reads))).total);
}

// A port that looks ahead computes the grant of a block's last read before simulated time reaches
// this grant. The port must notify the master only at the time of the grant, because the master may
// then make new requests, which must not arrive too early.
TEST(Port, NotifiesNoReadBeforeItsGrant) {
  Target target = first_come_first_served();
  target.ports[0].clock_khz = 220'000;
  target.ports[0].max_writes = 1;
  target.memories[0].timing = LatencyBandwidthParameters{ghz, 8, 30, 0};
  Program program = in_steps(test::one_kernel(
      KernelShape().with_blocks(2).with_compute(7).with_read(209).with_write(153)));
  program.blocks[0].out_blocks = 1;
  const Timing alone = simulate(target, program);
  expect_same_ends(simulate_watched(target, program, 300, 3'000), alone);
}

struct Case {
  Target target;
  Program program;
  Picoseconds period;
  int ticks;
};

// Returns a random case. The case has no background masters, which may move one burst more or one
// fewer at the end of a run.
Case arbitrary_case() {
  Case drawn;
  drawn.target = test::arbitrary_target();
  drawn.target.background.clear();
  drawn.target.npu.weight_reads = *rc::gen::element(0, 128, 768);
  drawn.program = test::arbitrary_program();
  for (Block& block : drawn.program.blocks) {
    block.sub_blocks = *rc::gen::element<std::uint16_t>(1, 4);
    block.out_blocks = *rc::gen::element<std::uint16_t>(1, 8);
  }
  drawn.period = *rc::gen::inRange(300, 20'000);
  drawn.ticks = *rc::gen::inRange(100, 2'000);
  return drawn;
}

// The seeds of the random cases are fixed. In about one of fifty thousand random cases, the ends of
// operators differ, and random seeds would make the test fail now and then.
TEST(Port, LookAheadChangesNoEndOfAnOperator) {
  constexpr int size = 50;
  const rc::Gen<Case> cases = rc::gen::exec(arbitrary_case);
  for (std::uint64_t round = 0; round < 1'000; ++round) {
    const Case drawn = cases(rc::Random(round), size).value();
    const Timing alone = simulate(drawn.target, drawn.program);
    expect_same_ends(simulate_watched(drawn.target, drawn.program, drawn.period, drawn.ticks),
                     alone);
    ASSERT_FALSE(HasFailure()) << round;
  }
}

}  // namespace
}  // namespace spillway
