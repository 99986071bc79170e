// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/arbitrations.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::access_of;
using test::ghz;
using test::KernelShape;
using test::one_kernel;
using test::small_target;

// Returns a target with two memories, each on a separate port. Memory 0 moves 8 bytes per cycle,
// memory 1 moves 2 bytes per cycle.
Target two_memories() {
  Target target = small_target(LatencyBandwidthParameters{ghz, 8, 10, 10}, 8);
  PortSpec port = target.ports[0];
  port.name = "axi1";
  target.ports.push_back(port);
  MemorySpec slow = target.memories[0];
  slow.name = "dram";
  slow.port = 1;
  slow.timing = LatencyBandwidthParameters{ghz, 2, 100, 100};
  target.memories.push_back(slow);
  return target;
}

DmaTransfer copy_of(std::int32_t bytes, Address from, Address to) {
  DmaTransfer transfer;
  transfer.source = access_of(bytes, from, DataClass::dma);
  transfer.source.memory = 1;
  transfer.destination = access_of(bytes, to, DataClass::dma);
  transfer.destination.write = true;
  return transfer;
}

Program transfers_only(std::vector<DmaTransfer> transfers) {
  Program program;
  program.operators.push_back({"copy", "DMA", 0, ""});
  for (std::uint32_t i = 0; i < transfers.size(); ++i) {
    program.commands.push_back({CommandKind::dma_start, i, 0, 0});
  }
  program.transfers = std::move(transfers);
  program.commands.push_back({CommandKind::dma_wait, 0, 0, 0});
  return program;
}

TEST(Dma, ATransferTakesItsReadsPlusTheWriteOfTheLastChunk) {
  const Timing timing = simulate(two_memories(), transfers_only({copy_of(4096, 0, 0)}));
  // The read takes a latency of 100 cycles, and then 4096 / 2 cycles. The last 256 bytes are
  // written after the read, with a latency of 10 cycles and at 8 bytes per cycle.
  EXPECT_EQ(timing.total, 100 + 2048 + 10 + 256 / 8);
  EXPECT_EQ(timing.operators[0].dma_wait, timing.total);
}

TEST(Dma, IntoInternalMemoryTouchesOnePortOnly) {
  DmaTransfer transfer = copy_of(4096, 0, 0);
  transfer.internal = true;
  const Timing timing = simulate(two_memories(), transfers_only({transfer}));
  EXPECT_EQ(timing.total, 100 + 2048);
  EXPECT_EQ(timing.memories[0].write_bytes, 0);
}

TEST(Dma, StridedTransfersMoveTheSameBytes) {
  DmaTransfer transfer = copy_of(64, 0, 0);
  transfer.source.rows = 16;
  transfer.source.row_stride = 1024;
  transfer.destination.run = 1024;
  const Timing timing = simulate(two_memories(), transfers_only({transfer}));
  EXPECT_EQ(timing.memories[1].read_bytes, 1024);
  EXPECT_EQ(timing.memories[0].write_bytes, 1024);
}

TEST(Dma, TwoTransfersInFlightShareTheirPort) {
  Target target = two_memories();
  target.dma.outstanding = 2;
  const Timing one = simulate(target, transfers_only({copy_of(4096, 0, 0)}));
  const Timing two =
      simulate(target, transfers_only({copy_of(4096, 0, 0), copy_of(4096, 8192, 8192)}));
  // The two transfers overlap, so the latency of the slow memory counts only once.
  EXPECT_GE(two.total, one.total + 2048 - 100);
  EXPECT_LE(two.total, one.total + 2048 + 100);
}

/// Returns a program with `transfers` transfers, followed by a kernel that does not need the
/// transferred data.
Program kernel_behind_transfers(std::int32_t transfers) {
  Program program = one_kernel(KernelShape().with_blocks(4).with_compute(1000));
  const Command kernel = program.commands.back();
  program.commands.clear();
  for (std::int32_t i = 0; i < transfers; ++i) {
    const auto index = static_cast<std::uint32_t>(program.transfers.size());
    program.transfers.push_back(copy_of(4096, static_cast<Address>(i) * 4096, 8192));
    program.commands.push_back({CommandKind::dma_start, index, 0, 0});
  }
  program.commands.push_back(kernel);
  program.commands.push_back({CommandKind::dma_wait, 0, 0, 0});
  return program;
}

// While transfers wait in the queue of the DMA, the parser can issue the kernel. The kernel then
// runs at the same time as the transfers.
TEST(Dma, AQueueLetsTheParserContinueAfterItsTransfers) {
  Target target = two_memories();
  const std::int32_t transfers = 4;
  std::vector<Cycles> totals;
  for (const std::int32_t depth : {0, 1, 2, 3, 8}) {
    target.dma.queue_depth = depth;
    const Timing timing = simulate(target, kernel_behind_transfers(transfers));
    EXPECT_EQ(timing.memories[0].write_bytes, transfers * 4096) << depth;
    totals.push_back(timing.total);
  }
  constexpr Cycles one_transfer = 2048;  // cycles to read 4096 bytes
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_LE(totals[i], totals[i - 1]) << "depth " << i;
  }
  EXPECT_GT(totals[0], totals[3] + one_transfer / 2) << "the kernel runs beside them";
  EXPECT_EQ(totals[3], totals[4]) << "three that wait are all that there are";
}

// One transfer may be in flight, and the DMA has no queue. So before the parser issues the second
// transfer, it waits for the end of the first.
TEST(Dma, WithoutAQueueTheParserWaitsUntilATransferEnds) {
  Target target = two_memories();
  target.dma.queue_depth = 0;
  const Cycles alone = simulate(target, kernel_behind_transfers(1)).total;
  const Cycles two = simulate(target, kernel_behind_transfers(2)).total;
  target.dma.queue_depth = 1;
  const Cycles queued = simulate(target, kernel_behind_transfers(2)).total;
  EXPECT_GT(two, queued);
  EXPECT_GT(two, alone);
}

TEST(Dma, AChainedDescriptorStartsSooner) {
  Target target = two_memories();
  target.dma.start_cycles = 50;
  target.dma.chain_cycles = 5;
  DmaTransfer second = copy_of(256, 8192, 8192);
  const Cycles apart = simulate(target, transfers_only({copy_of(256, 0, 0), second})).total;
  second.chained = true;
  const Cycles chained = simulate(target, transfers_only({copy_of(256, 0, 0), second})).total;
  EXPECT_EQ(apart - chained, 45);
}

// Returns a program with a transfer and a kernel that use port 0 at the same time.
Program kernel_with_transfer() {
  Program program = one_kernel(KernelShape().with_blocks(8).with_compute(10).with_read(4096));
  program.transfers.push_back(copy_of(8192, 0, 65536));
  program.commands.insert(program.commands.begin(), {CommandKind::dma_start, 0, 0, 0});
  return program;
}

TEST(Contention, ATransferUnderComputeSlowsBothAndLosesNothing) {
  const Target target = two_memories();
  const Timing alone =
      simulate(target, one_kernel(KernelShape().with_blocks(8).with_compute(10).with_read(4096)));
  const Timing both = simulate(target, kernel_with_transfer());
  EXPECT_EQ(both.memories[0].read_bytes, alone.memories[0].read_bytes);
  EXPECT_EQ(both.memories[0].write_bytes, 8192);
  EXPECT_GE(both.total, alone.total);
}

TEST(Contention, EveryArbitrationMovesTheSameBytes) {
  for (const Arbitration policy : test::arbitrations) {
    Target target = two_memories();
    for (PortSpec& port : target.ports) port.arbitration = policy;
    const Timing timing = simulate(target, kernel_with_transfer());
    EXPECT_EQ(timing.memories[0].write_bytes, 8192);
    EXPECT_EQ(timing.memories[0].read_bytes, 8 * 4096);
    EXPECT_LE(timing.total, 8 * 512 + 8192 / 2 + 600);
  }
}

TEST(Contention, ArbitrationDoesNotChangeTheTimesOfASingleMaster) {
  Target target = two_memories();
  const Program program =
      one_kernel(KernelShape().with_blocks(6).with_compute(40).with_read(3000).with_write(500));
  const Cycles first_come = simulate(target, program).total;
  target.ports[0].arbitration = Arbitration::round_robin;
  const Cycles round_robin = simulate(target, program).total;
  // The reads and the writes of a kernel are separate masters, so round robin and
  // first-come-first-served may serve a few bursts in different orders.
  EXPECT_NEAR(static_cast<double>(round_robin), static_cast<double>(first_come),
              0.05 * static_cast<double>(first_come));
}

TEST(Bandwidth, BucketsOfMemoriesAndPortsAddUpToTheirTraffic) {
  const Timing timing = simulate(two_memories(), kernel_with_transfer());
  const auto sum = [](const std::vector<Bytes>& buckets) {
    return std::accumulate(buckets.begin(), buckets.end(), Bytes{0});
  };
  for (std::size_t m = 0; m < 2; ++m) {
    const MemoryActivity& memory = timing.memories[m];
    EXPECT_EQ(sum(memory.bytes_per_bucket), memory.read_bytes + memory.write_bytes);
    // Memory m is the only memory of port m. In the list of engines, the two ports come last.
    EXPECT_EQ(sum(timing.engines[timing.engines.size() - 2 + m].bytes_per_bucket),
              sum(memory.bytes_per_bucket));
  }
}

TEST(Bandwidth, ATransferCountsInTheBucketsOfItsTime) {
  const Timing timing = simulate(two_memories(), transfers_only({copy_of(8192, 0, 0)}));
  // The memory moves 2 bytes per cycle of 1 ns. The buckets are equal intervals of the run. So all
  // buckets except the first and the last have the same number of bytes.
  const std::vector<Bytes>& buckets = timing.memories[1].bytes_per_bucket;
  const Bytes whole = timing.bucket / 1000 * 2;
  EXPECT_EQ(std::count(buckets.begin(), buckets.end(), whole), 8192 / whole - 1);
  EXPECT_EQ(*std::max_element(buckets.begin(), buckets.end()), whole);
}

TEST(Background, TakesItsShareOfThePort) {
  for (const bool random : {false, true}) {
    Target target = two_memories();
    target.ports[0].arbitration = Arbitration::round_robin;
    BackgroundSpec load;
    load.memory = "sram";
    load.share = 0.25;
    load.random = random;
    target.background.push_back(load);
    const Program program = one_kernel(KernelShape().with_blocks(64).with_read(8192));
    const Timing loaded = simulate(target, program);
    target.background.clear();
    const Timing alone = simulate(target, program);
    const Bytes extra = loaded.memories[0].read_bytes - alone.memories[0].read_bytes;
    const double share = static_cast<double>(extra) / 8 / static_cast<double>(loaded.total);
    EXPECT_NEAR(share, 0.25, 0.02) << random;
    EXPECT_GT(loaded.total, alone.total);
    EXPECT_EQ(loaded.operators[0].read_bytes[0], alone.operators[0].read_bytes[0]);
  }
}

}  // namespace
}  // namespace spillway
