// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/family.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::test {

constexpr Kilohertz ghz = 1'000'000;

/// Returns a target with a processor at 1 GHz, one port and one memory. The port moves `beat_bytes`
/// bytes per cycle; if `beat_bytes` is 0, the port does not limit the rate of a burst.
inline Target small_target(const MemoryParameters& memory, std::int32_t beat_bytes) {
  Target target;
  target.name = "small";
  target.clock_khz = ghz;
  target.processor = ethosu::processor({});
  PortSpec port;
  port.name = "axi0";
  port.clock_khz = target.clock_khz;
  port.beat_bytes = beat_bytes;
  target.ports.push_back(port);
  MemorySpec spec;
  spec.name = "sram";
  spec.capacity = 1 << 20;
  spec.timing = memory;
  target.memories.push_back(spec);
  return target;
}

constexpr Cycles distant_latency = 100;

/// Returns a target whose memory moves 64 bytes per cycle. A burst of 64 bytes takes the latency
/// plus one cycle.
inline Target distant_memory() {
  return small_target(LatencyBandwidthParameters{ghz, 64, distant_latency, distant_latency}, 0);
}

/// The shape of a kernel whose blocks are all equal. `compute` and `output` are cycles per block;
/// `read`, `weights` and `write` are bytes per block. Each setter returns the shape, so that a test
/// can name the parameters that it sets.
struct KernelShape {
  std::uint32_t blocks = 1;
  std::int32_t compute = 0;
  std::int32_t output = 0;
  std::int32_t read = 0;  // bytes read per block; 0 for no read
  std::int32_t weights = 0;
  std::int32_t write = 0;

  KernelShape& with_blocks(std::uint32_t n) { return blocks = n, *this; }
  KernelShape& with_compute(std::int32_t n) { return compute = n, *this; }
  KernelShape& with_output(std::int32_t n) { return output = n, *this; }
  KernelShape& with_read(std::int32_t n) { return read = n, *this; }
  KernelShape& with_weights(std::int32_t n) { return weights = n, *this; }
  KernelShape& with_write(std::int32_t n) { return write = n, *this; }
};

inline Access access_of(std::int32_t bytes, Address address, DataClass data) {
  Access access;
  access.address = address;
  access.run = bytes;
  access.data = data;
  access.write = data == DataClass::ofm;
  return access;
}

/// Adds an operator with one kernel of equal blocks to the program.
inline void append_kernel(Program& program, const KernelShape& shape) {
  Kernel kernel;
  kernel.op = static_cast<OperatorIndex>(program.operators.size());
  kernel.blocks = {static_cast<std::uint32_t>(program.blocks.size()), shape.blocks};
  kernel.block_dependency = 3;
  program.operators.push_back({"op" + std::to_string(kernel.op), "CONV_2D", 0, ""});
  const auto size = [&] { return static_cast<std::uint32_t>(program.accesses.size()); };
  for (std::uint32_t i = 0; i < shape.blocks; ++i) {
    Block block;
    block.compute = shape.compute;
    block.output = shape.output;
    block.reads.first = size();
    if (shape.read > 0) program.accesses.push_back(access_of(shape.read, 0, DataClass::ifm));
    if (shape.weights > 0) {
      program.accesses.push_back(access_of(shape.weights, 65536, DataClass::weights));
    }
    block.reads.count = size() - block.reads.first;
    block.writes.first = size();
    if (shape.write > 0) program.accesses.push_back(access_of(shape.write, 131072, DataClass::ofm));
    block.writes.count = size() - block.writes.first;
    program.blocks.push_back(block);
  }
  const auto index = static_cast<std::uint32_t>(program.kernels.size());
  program.commands.push_back({CommandKind::kernel, index, kernel.op, 0});
  program.kernels.push_back(kernel);
}

inline Program one_kernel(const KernelShape& shape) {
  Program program;
  append_kernel(program, shape);
  return program;
}

}  // namespace spillway::test
