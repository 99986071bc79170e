// SPDX-License-Identifier: Apache-2.0
// A background master on a port that the program does not use must not change the times of the
// program.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/arbitrations.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::access_of;
using test::append_kernel;
using test::ghz;
using test::KernelShape;
using test::small_target;

Target three_ports() {
  Target target = small_target(LatencyBandwidthParameters{ghz, 8, 10, 10}, 8);
  target.ports[0].arbitration = *rc::gen::elementOf(test::arbitrations);
  target.ports[0].separate_channels = *rc::gen::arbitrary<bool>();
  target.ports[0].max_reads = *rc::gen::inRange(1, 5);
  target.ports[0].max_writes = *rc::gen::inRange(1, 5);
  target.npu.kernels_overlap = *rc::gen::arbitrary<bool>();
  target.npu.weight_reads = 64 * *rc::gen::inRange(1, 8);
  target.npu.scale_reads = 64 * *rc::gen::inRange(1, 3);
  target.npu.feature_map_reads = 64 * *rc::gen::inRange(1, 8);
  target.dma.queue_depth = *rc::gen::inRange(0, 3);
  target.dma.outstanding = *rc::gen::inRange(1, 3);
  for (const char* name : {"axi1", "axi2"}) {
    PortSpec port = target.ports[0];
    port.name = name;
    MemorySpec memory = target.memories[0];
    memory.name = name;
    memory.port = static_cast<std::int32_t>(target.ports.size());
    memory.timing = LatencyBandwidthParameters{ghz, 2, 100, 100};
    target.ports.push_back(port);
    target.memories.push_back(memory);
  }
  return target;
}

Program random_program() {
  Program program;
  const int kernels = *rc::gen::inRange(1, 4);
  for (int k = 0; k < kernels; ++k) {
    KernelShape shape;
    shape.blocks = *rc::gen::inRange<std::uint32_t>(1, 4);
    shape.compute = *rc::gen::inRange(1, 200);
    shape.output = *rc::gen::inRange(1, 100);
    shape.read = 8 * *rc::gen::inRange(0, 60);
    shape.weights = 8 * *rc::gen::inRange(0, 60);
    shape.write = 8 * *rc::gen::inRange(0, 60);
    append_kernel(program, shape);
    if (*rc::gen::arbitrary<bool>()) {
      DmaTransfer transfer;
      transfer.source = access_of(8 * *rc::gen::inRange(1, 200), 0, DataClass::dma);
      transfer.source.memory = 1;
      transfer.destination = access_of(transfer.source.run, 0, DataClass::dma);
      transfer.destination.write = true;
      program.transfers.push_back(transfer);
      program.commands.push_back({CommandKind::dma_start,
                                  static_cast<std::uint32_t>(program.transfers.size() - 1),
                                  static_cast<OperatorIndex>(program.operators.size()) - 1, 0});
    }
  }
  Access scales = access_of(8 * *rc::gen::inRange(1, 30), 1 << 19, DataClass::scales);
  program.accesses.push_back(scales);
  ++program.blocks.back().reads.count;
  // Exchanges the new read with the write before it, because the list must have the reads of a
  // block before its writes.
  if (program.blocks.back().writes.count > 0) {
    std::swap(program.accesses.back(), program.accesses[program.blocks.back().writes.first]);
    ++program.blocks.back().writes.first;
  }
  program.blocks.back().out_blocks = *rc::gen::inRange<std::uint16_t>(1, 5);
  program.blocks.back().sub_blocks = *rc::gen::inRange<std::uint16_t>(1, 5);
  for (Access& access : program.accesses) {
    if (!access.write) access.memory = *rc::gen::inRange<std::uint8_t>(0, 2);
  }
  return program;
}

BackgroundSpec any_background(const char* memory) {
  BackgroundSpec background;
  background.name = memory;
  background.memory = memory;
  background.share = *rc::gen::element(0.1, 0.5, 0.9);
  background.random = *rc::gen::arbitrary<bool>();
  background.burst_bytes = *rc::gen::element(16, 64);
  background.writes = *rc::gen::element(0.0, 0.5);
  return background;
}

RC_GTEST_PROP(UnrelatedMaster, ChangesNoTime, ()) {
  Target target = three_ports();
  const Program program = random_program();
  const Cycles alone = simulate(target, program).total;
  target.background.push_back(any_background("axi2"));
  if (*rc::gen::arbitrary<bool>()) target.background.push_back(any_background("axi2"));
  SimulationOptions options;
  options.keep_slices = *rc::gen::arbitrary<bool>();
  const Timing beside = simulate(target, program, options);
  RC_ASSERT(beside.total == alone);
}

// A background master on a port that the program does not use must move as many bytes as on a port
// that the program uses, within three bursts.
TEST(UnrelatedMaster, MovesTheSameBytesAsBesideAProgramOnItsPort) {
  Target target = small_target(LatencyBandwidthParameters{ghz, 8, 10, 10}, 8);
  MemorySpec other = target.memories[0];
  other.name = "other";
  other.port = 1;
  PortSpec port = target.ports[0];
  port.name = "axi1";
  target.ports.push_back(port);
  target.memories.push_back(other);
  BackgroundSpec background;
  background.name = "camera";
  background.memory = "other";
  background.share = 0.3;
  background.random = true;
  background.writes = 0.5;
  target.background.push_back(background);
  Program program = test::one_kernel(KernelShape().with_blocks(4).with_compute(5000).with_read(64));
  for (const bool slices : {false, true}) {
    SimulationOptions options;
    options.keep_slices = slices;
    const MemoryActivity apart = simulate(target, program, options).memories[1];
    // At its end, the program `touching` reads eight bytes through the port of the background
    // master.
    Program touching = program;
    DmaTransfer transfer;
    transfer.internal = true;
    transfer.source = access_of(8, 0, DataClass::dma);
    transfer.source.memory = 1;
    touching.transfers.push_back(transfer);
    touching.commands.push_back({CommandKind::barrier, 0, 0, 0});
    touching.commands.push_back({CommandKind::dma_start, 0, 0, 0});
    const MemoryActivity beside = simulate(target, touching, options).memories[1];
    EXPECT_GT(apart.bursts, 50);
    EXPECT_NEAR(static_cast<double>(apart.bursts), static_cast<double>(beside.bursts), 3);
    EXPECT_NEAR(static_cast<double>(apart.write_bytes), static_cast<double>(beside.write_bytes),
                3 * 64);
  }
}

}  // namespace
}  // namespace spillway
