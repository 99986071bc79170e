// SPDX-License-Identifier: Apache-2.0
// Measures how many bursts per second of CPU time Spillway simulates in a system of NPU, DMA, ports
// and memories.
#include <benchmark/benchmark.h>

#include "hwmodels/ethosu/family.h"
#include "hwmodels/memory/parts.h"
#include "sim/simulate.h"

namespace spillway {
namespace {

Access stream_of(std::int32_t bytes, Address address, std::uint8_t memory, bool write) {
  Access access;
  access.address = address;
  access.run = bytes;
  access.memory = memory;
  access.write = write;
  return access;
}

// Returns a target whose NPU reads and writes SRAM on one port while its DMA copies from DRAM on
// another port.
Target system_with(const std::string& part) {
  Target target;
  target.clock_khz = 1'000'000;
  target.processor = ethosu::processor({});
  for (const char* name : {"axi0", "axi1"}) {
    PortSpec port;
    port.name = name;
    port.clock_khz = target.clock_khz;
    port.beat_bytes = 16;
    target.ports.push_back(port);
  }
  MemorySpec sram;
  sram.name = "sram";
  sram.timing = LatencyBandwidthParameters{target.clock_khz, 16, 32, 32};
  MemorySpec dram;
  dram.name = "dram";
  dram.port = 1;
  dram.timing = load_part(part);
  target.memories = {sram, dram};
  return target;
}

Program layers(int count) {
  Program program;
  for (int layer = 0; layer < count; ++layer) {
    const auto op = static_cast<OperatorIndex>(layer);
    program.operators.push_back({"layer", "CONV_2D", 0, ""});
    DmaTransfer weights;
    weights.op = op;
    weights.source = stream_of(65536, static_cast<Address>(layer) << 16, 1, false);
    weights.destination = stream_of(65536, 1 << 20, 0, true);
    program.commands.push_back(
        {CommandKind::dma_start, static_cast<std::uint32_t>(program.transfers.size()), op, 0});
    program.transfers.push_back(weights);
    Kernel kernel;
    kernel.op = op;
    kernel.blocks = {static_cast<std::uint32_t>(program.blocks.size()), 16};
    kernel.block_dependency = 3;
    for (int b = 0; b < 16; ++b) {
      Block block;
      block.compute = 400;
      block.output = 100;
      block.reads = {static_cast<std::uint32_t>(program.accesses.size()), 1};
      program.accesses.push_back(stream_of(6144, static_cast<Address>(b) * 6144, 0, false));
      block.writes = {static_cast<std::uint32_t>(program.accesses.size()), 1};
      program.accesses.push_back(stream_of(2048, 500'000, 0, true));
      program.blocks.push_back(block);
    }
    program.commands.push_back(
        {CommandKind::kernel, static_cast<std::uint32_t>(program.kernels.size()), op, 0});
    program.kernels.push_back(kernel);
    program.commands.push_back({CommandKind::dma_wait, 0, op, 0});
  }
  return program;
}

void whole_system(benchmark::State& state, const std::string& part) {
  const Target target = system_with(part);
  const Program program = layers(64);
  std::int64_t bursts = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Timing timing = simulate(target, program);
    for (const MemoryActivity& memory : timing.memories) bursts += memory.bursts;
  }
  state.counters["bursts"] =
      benchmark::Counter(static_cast<double>(bursts), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(whole_system, lpddr4, std::string("LPDDR4-3200-x16"));
BENCHMARK_CAPTURE(whole_system, ddr3, std::string("DDR3-1600K-x16"));
BENCHMARK_CAPTURE(whole_system, hyperram, std::string("S80KS2563"));

}  // namespace
}  // namespace spillway
