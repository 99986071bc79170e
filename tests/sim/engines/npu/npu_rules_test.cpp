// SPDX-License-Identifier: Apache-2.0
// Tests the rules that the table [npu] of a target file can set, and rules of ports. The expected
// times, in cycles, were computed by hand.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/bounds/block_rules.h"
#include "sim/port/read_buffer.h"
#include "sim/simulate.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::access_of;
using test::append_kernel;
using test::distant_latency;
using test::distant_memory;
using test::ghz;
using test::KernelShape;
using test::one_kernel;
using test::small_target;

TEST(NpuRules, WeightsInFlightAreLimitedByTheBytesOfTheirBuffer) {
  Target target = distant_memory();
  target.npu.weight_reads = 192;
  const Program program = one_kernel(KernelShape().with_weights(64 * 30));
  // Three bursts of 64 bytes fit into the buffer of 192 bytes, so three bursts are in flight at a
  // time. A group of three bursts starts every (latency + 1) cycles.
  EXPECT_EQ(simulate(target, program).total, 10 * (distant_latency + 1) + 2);
  target.npu.weight_reads = 0;
  EXPECT_EQ(simulate(target, program).total, distant_latency + 30);
}

TEST(NpuRules, SmallReadsTakeLessOfABufferThanLargeOnes) {
  Target target = distant_memory();
  target.npu.feature_map_reads = 128;
  Program program = one_kernel(KernelShape().with_read(64 * 8));
  const Cycles dense = simulate(target, program).total;
  // The 512 bytes are now read in runs of 16 bytes instead of bursts of 64 bytes. Four times as
  // many of these smaller reads fit into the buffer, so the reads take nearly the same time.
  program.accesses[0].run = 16;
  program.accesses[0].rows = 32;
  program.accesses[0].row_stride = 1024;
  const Cycles strided = simulate(target, program).total;
  EXPECT_EQ(dense, 4 * (distant_latency + 1) + 1);
  EXPECT_NEAR(static_cast<double>(strided), static_cast<double>(dense), 8);
}

TEST(NpuRules, AKernelStartsSixtyFourCyclesAfterThePrecedingKernelIsWritten) {
  Target target = distant_memory();
  const KernelShape shape =
      KernelShape().with_blocks(1).with_compute(500).with_output(50).with_read(64).with_write(64);
  const Cycles one = simulate(target, one_kernel(shape)).total;
  Program two = one_kernel(shape);
  append_kernel(two, shape);
  EXPECT_LT(simulate(target, two).total, 2 * one);
  target.npu.kernels_overlap = false;
  EXPECT_EQ(simulate(target, two).total, 2 * one + target.npu.kernel_start);
}

TEST(NpuRules, WithOneInputBufferABlockIsFetchedWhenThePrecedingBlockHasBeenComputed) {
  const Target target = distant_memory();
  Program program =
      one_kernel(KernelShape().with_blocks(3).with_compute(500).with_output(50).with_read(64));
  EXPECT_LT(simulate(target, program).total, distant_latency + 1 + 3 * 500 + 50 + 2);
  program.kernels[0].one_input_buffer = true;
  EXPECT_EQ(simulate(target, program).total, 3 * (distant_latency + 1 + 500) + 50);
}

// For an elementwise block, the output engine reads the operands from the input buffer until the
// output of the block ends. With only one input buffer, the next block is fetched only after this
// end.
TEST(NpuRules, AnElementwiseBlockWithOneBufferIsFetchedAfterTheBlockBeforeIsOutput) {
  Target target = distant_memory();
  target.npu.kernels_overlap = false;
  Program program = one_kernel(KernelShape().with_blocks(3).with_output(50).with_read(64));
  program.kernels[0].elementwise = true;
  EXPECT_LT(simulate(target, program).total, 2 * (distant_latency + 1) + 3 * 50);
  program.kernels[0].one_input_buffer = true;
  EXPECT_EQ(simulate(target, program).total, 3 * (distant_latency + 1 + 50));
}

// The program has two kernels of 550 cycles, a transfer of about 700 cycles, and a third kernel
// that needs the transferred data. The transfer may start while the first kernel still runs, so the
// third kernel must not wait for the data.
TEST(NpuRules, ATransferStartsWhileThePrecedingKernelStillRuns) {
  Target target = distant_memory();
  target.npu.kernels_overlap = false;
  const KernelShape shape = KernelShape().with_blocks(1).with_compute(500).with_output(50);
  Program program = one_kernel(shape);
  append_kernel(program, shape);
  append_kernel(program, shape);
  DmaTransfer transfer;
  transfer.source = access_of(64 * 220, 8192, DataClass::dma);
  transfer.internal = true;
  transfer.op = 2;
  program.transfers.push_back(transfer);
  const auto third = program.commands.begin() + 2;
  program.commands.insert(third,
                          {{CommandKind::dma_start, 0, 2, 0}, {CommandKind::dma_wait, 0, 2, 0}});
  const Cycles three = 3 * 550 + 2 * target.npu.kernel_start;
  EXPECT_EQ(simulate(target, program).total, three);
  program.commands.insert(program.commands.begin() + 2, {CommandKind::kernel_wait, 1, 2, 0});
  EXPECT_GT(simulate(target, program).total, three);
}

TEST(NpuRules, WeightsWaitForThePrecedingKernelIfKernelsDoNotOverlap) {
  Target target = distant_memory();
  target.npu.kernels_overlap = false;
  const KernelShape shape =
      KernelShape().with_blocks(1).with_compute(500).with_output(50).with_weights(64);
  const Cycles one = simulate(target, one_kernel(shape)).total;
  EXPECT_EQ(one, distant_latency + 1 + 500 + 50);
  Program two = one_kernel(shape);
  append_kernel(two, shape);
  EXPECT_EQ(simulate(target, two).total, 2 * one + target.npu.kernel_start);
}

// If kernels may overlap, the weights of the second kernel are read while the first kernel runs.
// Only the block of the second kernel must wait until all blocks of the first kernel have ended.
TEST(NpuRules, WeightsOfAKernelThatMayOverlapDoNotWaitForThePrecedingKernel) {
  Target target = distant_memory();
  target.npu.kernels_overlap = true;
  target.npu.weight_reads = 192;
  const KernelShape shape =
      KernelShape().with_blocks(1).with_compute(500).with_output(50).with_weights(64);
  const Cycles one = simulate(target, one_kernel(shape)).total;
  EXPECT_EQ(one, distant_latency + 1 + 500 + 50);
  Program two = one_kernel(shape);
  append_kernel(two, shape);
  two.kernels[1].block_dependency = 0;
  EXPECT_EQ(simulate(target, two).total, one + 500 + 50);
}

// If the weight decoder has a buffer, the weights of a kernel are read before the preceding kernel
// ends. Only the kernel's feature maps wait for this end.
TEST(NpuRules, WeightsAreReadAheadOfTheirKernelAsFarAsTheirBufferHasSpace) {
  Target target = distant_memory();
  target.npu.kernels_overlap = false;
  target.npu.weight_reads = 192;
  // Only with the arbitrations round_robin and priority, weights occupy their buffer until they are
  // used. With fifo, the model frees their bytes when they arrive.
  target.ports[0].arbitration = Arbitration::round_robin;
  const KernelShape shape = KernelShape().with_blocks(1).with_compute(500).with_output(50);
  const Program first = one_kernel(KernelShape(shape).with_weights(64));
  const Cycles one = simulate(target, first).total;
  const auto with_second = [&](std::int32_t bytes) {
    Program two = first;
    append_kernel(two, KernelShape(shape).with_weights(bytes));
    return simulate(target, two).total;
  };
  const Cycles both = one + target.npu.kernel_start + 500 + 50;
  EXPECT_EQ(with_second(64), both);
  // The buffer has space for three bursts. Every further group of three bursts must wait until the
  // MAC array has used earlier bursts, and then takes one latency.
  EXPECT_GT(with_second(64 * 30), both + 5 * distant_latency);
  target.npu.weight_reads = 64 * 64;
  EXPECT_EQ(with_second(64 * 30), both);
}

// Returns a program with one kernel of the given shape. The first block of the kernel also reads
// `bytes` bytes of scales.
Program with_scales(const KernelShape& shape, std::int32_t bytes) {
  Program program = one_kernel(shape);
  program.accesses.push_back(access_of(bytes, 1 << 20, DataClass::scales));
  ++program.blocks[0].reads.count;
  return program;
}

TEST(NpuRules, ScalesGateTheOutputEngineAndNotTheMacArray) {
  Target target = distant_memory();
  target.npu.scale_reads = 64;
  const KernelShape shape = KernelShape().with_compute(1000).with_output(10).with_read(64);
  // The scales are read after the one burst of the feature map, one burst at a time. The
  // computation of 1,000 cycles hides five bursts of scales, but not twenty.
  const Cycles start = distant_latency + 1;
  EXPECT_EQ(simulate(target, with_scales(shape, 64 * 5)).total, start + 1000 + 10);
  EXPECT_EQ(simulate(target, with_scales(shape, 64 * 20)).total,
            1 + 20 * (distant_latency + 1) + 10);
}

TEST(NpuRules, TheOutputEngineCannotRunAheadOfItsWrites) {
  // Each of the ten bursts of a block takes 16 cycles to write, and only one burst may be in
  // flight. Computation and output of a block take only 20 cycles each. So the writes determine the
  // time, and the MAC array waits for free accumulators.
  Target target = small_target(LatencyBandwidthParameters{ghz, 64, 0, 15}, 0);
  target.ports[0].max_writes = 1;
  const KernelShape shape =
      KernelShape().with_blocks(6).with_compute(20).with_output(20).with_write(640);
  NpuCounters counters;
  SimulationOptions options;
  options.counters = &counters;
  EXPECT_EQ(simulate(target, one_kernel(shape), options).total, 20 + 6 * 160);
  EXPECT_EQ(counters.mac_active, 6 * 20);
  EXPECT_GT(counters.mac_stalled_by_output, 3 * 100);
  EXPECT_GT(counters.output_stalled, 6 * 100);
}

// The compute cycles of a block include the cycles in which the MAC array waits for the weight
// decoder (`decoder_wait`). So `decoder_wait` changes the counters, but not the time.
TEST(NpuRules, TheCountersTellComputingFromWaitingForTheWeightDecoder) {
  const Target target = small_target(IdealParameters{}, 0);
  Program program = one_kernel(KernelShape().with_blocks(3).with_compute(40));
  const Cycles total = simulate(target, program).total;
  for (Block& block : program.blocks) block.decoder_wait = 30;
  NpuCounters counters;
  SimulationOptions options;
  options.counters = &counters;
  EXPECT_EQ(simulate(target, program, options).total, total);
  EXPECT_EQ(counters.mac_active, 3 * 10);
  EXPECT_EQ(counters.mac_stalled_by_weights, 3 * 30);
}

// The input buffer takes in the maps of a block in `intake` cycles, in `intake_steps` equal steps.
// After each step, the MAC array can compute with the data of this step.
TEST(NpuRules, ABlockIsComputedAsItsMapsAreTakenIn) {
  const Target target = small_target(IdealParameters{}, 0);
  Program program = one_kernel(KernelShape().with_blocks(3).with_compute(40));
  const Cycles without = simulate(target, program).total;
  EXPECT_LT(without, 300);
  for (Block& block : program.blocks) block.intake = 100;
  EXPECT_EQ(simulate(target, program).total - without, 3 * 100 + 40 - 3 * 40);
  for (Block& block : program.blocks) block.intake_steps = 4;
  EXPECT_EQ(simulate(target, program).total - without, 3 * 100 + 10 - 3 * 40);
}

TEST(NpuRules, ResultsLeaveMicroblockByMicroblockWhereChannelsAreNotAddedUp) {
  const Target target = small_target(IdealParameters{}, 0);
  Program program =
      one_kernel(KernelShape().with_blocks(1).with_compute(400).with_output(300).with_write(64));
  EXPECT_EQ(simulate(target, program).total, 400 + 300);
  program.blocks[0].out_blocks = 10;
  // The output of the block is divided into ten parts. Only the output of the last part remains
  // after the computation.
  EXPECT_EQ(simulate(target, program).total, 400 + 30);
}

TEST(NpuRules, MastersTakeTurnsBurstByBurst) {
  Target target = small_target(LatencyBandwidthParameters{ghz, 8, 0, 0}, 8);
  target.ports[0].arbitration = Arbitration::round_robin;
  // A transfer of 256 bytes competes with a read of 4,096 bytes.
  Program program = one_kernel(KernelShape().with_read(64 * 64));
  DmaTransfer transfer;
  transfer.source = access_of(256, 8192, DataClass::dma);
  transfer.internal = true;
  program.transfers.push_back(transfer);
  program.operators.push_back({"copy", "DMA", 0, ""});
  program.transfers[0].op = 1;
  program.commands.insert(program.commands.begin(), {CommandKind::dma_start, 0, 1, 0});
  program.commands.push_back({CommandKind::dma_wait, 0, 1, 0});
  const Timing turns = simulate(target, program);
  EXPECT_EQ(turns.total, (64 + 4) * 8);
  for (const EngineActivity& engine : turns.engines) {
    if (engine.name == "dma") {
      EXPECT_LE(engine.busy, 2 * 256 / 8 * 1000 + 8000);
    }
  }
}

TEST(NpuRules, PortsSideBySideShareTheBeats) {
  Target target = small_target(IdealParameters{}, 16);
  target.ports[0].arbitration = Arbitration::round_robin;
  const Program program = one_kernel(KernelShape().with_read(64 * 64));
  const Cycles one = simulate(target, program).total;
  target.ports[0].count = 2;
  EXPECT_EQ(one, 64 * 4);
  EXPECT_EQ(simulate(target, program).total, one / 2);
}

RC_GTEST_PROP(ReadBufferProperty, NeverHoldsMoreThanItsCapacityNorWaitsWithoutNeed, ()) {
  const Bytes capacity = *rc::gen::inRange(64, 512);
  sim::ReadBuffer buffer;
  buffer.reset(capacity);
  struct Read {
    Picoseconds from, until;
    Bytes bytes;
  };
  std::vector<Read> reads;
  Picoseconds now = 0;
  for (int i = 0; i < 100; ++i) {
    const Bytes bytes = *rc::gen::inRange(1, 64);
    RC_ASSERT(buffer.next(bytes) != sim::never);
    now = std::max(now, buffer.next(bytes));
    // The reads complete in the order in which they arrive, as in an in-order memory.
    const Picoseconds until =
        std::max(now + *rc::gen::inRange(1, 300), reads.empty() ? 0 : reads.back().until);
    Bytes held = bytes;
    for (const Read& read : reads) held += read.until > now ? read.bytes : 0;
    RC_ASSERT(held <= capacity);
    buffer.submit(bytes);
    buffer.complete(until);
    reads.push_back({now, until, bytes});
  }
}

}  // namespace
}  // namespace spillway
