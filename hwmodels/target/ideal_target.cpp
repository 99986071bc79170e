// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/ideal_target.h"

namespace spillway {
namespace {

// Returns the port without its limits. Its arbitration stays, so that requests, which now take no
// time, are served in the same order as in a normal run.
PortSpec endless(PortSpec port) {
  port.beat_bytes = 0;
  port.max_reads = port.max_writes = 0;
  return port;
}

}  // namespace

Target ideal_target(Target target, Ideal ideal) {
  if (ideal == Ideal::off) return target;
  for (MemorySpec& memory : target.memories) {
    memory.timing = IdealParameters{};
    memory.overhead = 0;
    memory.energy.reset();
  }
  if (ideal == Ideal::memories) return target;
  for (PortSpec& port : target.ports) port = endless(port);
  DmaSpec& dma = target.dma;
  dma.start_cycles = dma.chain_cycles = 0;
  dma.max_reads = dma.max_writes = 0;
  NpuSpec& npu = target.npu;
  npu.kernel_start = 0;
  npu.feature_map_reads = npu.weight_reads = npu.scale_reads = npu.dma_reads = 0;
  target.background.clear();
  return target;
}

}  // namespace spillway
