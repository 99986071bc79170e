// SPDX-License-Identifier: Apache-2.0
// A port knows when the DMA will request its next chunk, and grants the chunk without waking the
// DMA. In a recorded run (keep_slices), the DMA wakes up for each chunk. The two kinds of runs must
// give equal results.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/arbitrary_program.h"
#include "tests/sim/same_timing.h"

namespace spillway {
namespace {

RC_GTEST_PROP(DmaChunks, TakeTheSameTimeWithoutWakingUpTheDma, ()) {
  const Target target = test::arbitrary_target();
  const Program program = test::arbitrary_program();
  const Timing ahead = simulate(target, program);
  SimulationOptions recorded;
  recorded.keep_slices = true;
  const Timing plain = simulate(target, program, recorded);
  RC_ASSERT(ahead.total == plain.total);
  for (std::size_t i = 0; i < ahead.operators.size(); ++i) {
    RC_ASSERT(ahead.operators[i].end == plain.operators[i].end);
    RC_ASSERT(ahead.operators[i].dma_wait == plain.operators[i].dma_wait);
    RC_ASSERT(ahead.operators[i].read_bytes == plain.operators[i].read_bytes);
    RC_ASSERT(ahead.operators[i].write_bytes == plain.operators[i].write_bytes);
  }
  for (std::size_t m = 0; m < ahead.memories.size(); ++m) {
    RC_ASSERT(ahead.memories[m].busy == plain.memories[m].busy);
    RC_ASSERT(ahead.memories[m].bursts == plain.memories[m].bursts);
    RC_ASSERT(ahead.memories[m].bytes_per_bucket == plain.memories[m].bytes_per_bucket);
  }
  for (std::size_t e = 0; e < ahead.engines.size(); ++e) {
    RC_ASSERT(ahead.engines[e].busy == plain.engines[e].busy);
  }
}

// The number of outstanding reads is limited, so the end of a read of the slow memory may let
// several waiting reads be granted at the same time. No read may be granted at a time that the
// simulation has already passed, because its master would then learn of the grant too late.
TEST(DmaChunks, OnPortsSideBySideAreGrantedInOrderOfTime) {
  LatencyBandwidthParameters near{test::ghz, 16, 10, 0};
  LatencyBandwidthParameters far{test::ghz, 3.75, 150, 0};
  near.max_reads = far.max_reads = 2;
  Target target = test::small_target(near, 8);
  target.memories.push_back(target.memories[0]);
  target.memories[1].name = "flash";
  target.memories[1].timing = far;
  target.ports[0].count = 2;
  target.ports[0].max_reads = 6;
  target.ports[0].arbitration = Arbitration::priority;
  target.dma.outstanding = 2;
  target.dma.start_cycles = 17;
  target.dma.burst_bytes = 256;
  target.dma.priority = 0;
  Program program;
  const auto read = [&](std::uint8_t memory, Address address, std::int32_t run,
                        std::int64_t stride) {
    DmaTransfer transfer;
    transfer.internal = true;
    transfer.source = test::access_of(run, address, DataClass::dma);
    transfer.source.memory = memory;
    transfer.source.rows = 3;
    transfer.source.row_stride = stride;
    transfer.destination = test::access_of(3 * run, 0, DataClass::dma);
    const auto index = static_cast<std::uint32_t>(program.transfers.size());
    program.commands.push_back({CommandKind::dma_start, index, 0, 0});
    program.transfers.push_back(transfer);
  };
  read(0, 0, 257, 257);
  read(1, 53, 140, 160);
  append_kernel(program,
                test::KernelShape().with_blocks(2).with_read(153).with_weights(1).with_write(1));
  for (Access& access : program.accesses) access.memory = access.data == DataClass::weights ? 1 : 0;
  SimulationOptions recorded;
  recorded.keep_slices = true;
  EXPECT_EQ(test::difference(simulate(target, program), simulate(target, program, recorded)), "");
}

}  // namespace
}  // namespace spillway
