// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rapidcheck/gtest.h>

#include "tests/sim/arbitrary_kernel.h"
#include "tests/sim/arbitrations.h"
#include "tests/sim/small_platform.h"

// Functions that return random targets with two memories, and random programs of kernels and
// transfers that run on such targets.
namespace spillway::test {

inline MemoryParameters arbitrary_memory() {
  if (*rc::gen::arbitrary<bool>()) {
    LatencyBandwidthParameters p{ghz, *rc::gen::element(8.0, 3.75, 16.0),
                                 *rc::gen::element(0, 10, 30, 150), *rc::gen::inRange(0, 100)};
    p.max_reads = *rc::gen::element(0, 2, 32);
    p.max_writes = *rc::gen::element(0, 2, 32);
    return p;
  }
  TimingAdapterParameters p;
  p.clock_khz = ghz;
  p.maxr = *rc::gen::element(0, 4, 64);
  p.maxw = *rc::gen::element(0, 4, 64);
  p.rlatency = *rc::gen::element(0, 10, 32, 100);
  p.wlatency = *rc::gen::inRange(0, 100);
  p.pulse_on = 400;
  p.pulse_off = *rc::gen::element(0, 100);
  p.bwcap = *rc::gen::element(0, 100, 300);
  p.mode = 1;
  return p;
}

// Returns a random target with two memories, which are on one port or on two ports.
inline Target arbitrary_target() {
  Target target = small_target(arbitrary_memory(), 8);
  MemorySpec flash = target.memories[0];
  flash.name = "flash";
  flash.timing = arbitrary_memory();
  if (*rc::gen::arbitrary<bool>()) {
    target.ports.push_back(target.ports[0]);
    target.ports[1].name = "axi1";
    flash.port = 1;
  }
  target.memories.push_back(flash);
  for (PortSpec& port : target.ports) {
    // The period of a 1 GHz clock is a whole number of picoseconds, that of a 220 MHz clock is not.
    port.clock_khz = *rc::gen::element(ghz, 220'000);
    port.arbitration = *rc::gen::elementOf(test::arbitrations);
    port.separate_channels = *rc::gen::arbitrary<bool>();
    port.count = *rc::gen::inRange(1, 3);
    port.max_reads = *rc::gen::inRange(1, 20);
    port.max_writes = *rc::gen::inRange(1, 20);
  }
  target.dma.channels = *rc::gen::inRange(1, 3);
  target.dma.outstanding = *rc::gen::inRange(1, 3);
  target.dma.queue_depth = *rc::gen::inRange(0, 3);
  target.dma.start_cycles = *rc::gen::element(0, 17);
  target.dma.burst_bytes = *rc::gen::element(0, 64, 256);
  target.dma.priority = *rc::gen::inRange(0, 2);
  target.npu.dma_reads = *rc::gen::element(0, 512);
  target.npu.kernels_overlap = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) {
    BackgroundSpec load;
    load.name = "load";
    load.memory = *rc::gen::element<std::string>("sram", "flash");
    load.share = 0.2;
    load.random = *rc::gen::arbitrary<bool>();
    load.writes = 0.5;
    target.background.push_back(load);
  }
  return target;
}

inline Access arbitrary_access(std::uint8_t memory, std::int32_t run, std::int32_t rows,
                               bool write) {
  Access access;
  access.memory = memory;
  access.address = *rc::gen::inRange(0U, 64U);
  access.run = run;
  access.rows = rows;
  access.row_stride = run + *rc::gen::inRange(0, 40);
  access.write = write;
  return access;
}

inline void append_transfer(Program& program, OperatorIndex op) {
  DmaTransfer transfer;
  transfer.op = op;
  transfer.channel = static_cast<std::uint8_t>(*rc::gen::inRange(0, 2));
  transfer.internal = *rc::gen::inRange(0, 5) == 0;
  const auto from = static_cast<std::uint8_t>(*rc::gen::inRange(0, 2));
  const auto to = static_cast<std::uint8_t>(*rc::gen::inRange(0, 2));
  const std::int32_t run = *rc::gen::inRange(1, 700);
  const std::int32_t rows = *rc::gen::inRange(1, 5);
  transfer.source = arbitrary_access(from, run, rows, false);
  transfer.destination = *rc::gen::arbitrary<bool>() ? arbitrary_access(to, run, rows, true)
                                                     : arbitrary_access(to, run * rows, 1, true);
  const auto index = static_cast<std::uint32_t>(program.transfers.size());
  program.commands.push_back({CommandKind::dma_start, index, op, 0});
  program.transfers.push_back(transfer);
}

inline Program arbitrary_program() {
  Program program;
  const int kernels = *rc::gen::inRange(1, 6);
  for (int k = 0; k < kernels; ++k) {
    const int transfers = *rc::gen::inRange(0, 4);
    for (int t = 0; t < transfers; ++t) append_transfer(program, k);
    if (*rc::gen::arbitrary<bool>()) {
      const auto most = static_cast<std::uint32_t>(*rc::gen::inRange(0, 2));
      program.commands.push_back({CommandKind::dma_wait, most, k, 0});
    }
    append_kernel(program, arbitrary_kernel());
    program.kernels.back().one_input_buffer = *rc::gen::inRange(0, 4) == 0;
  }
  for (Access& access : program.accesses) {
    if (access.data == DataClass::weights) access.memory = 1;
  }
  return program;
}

}  // namespace spillway::test
