// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/vela_rule.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.h"
#include "hwmodels/target/peak_rate.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

/// The work of an operator: cycles of the engines, and bytes of the memories.
struct Demand {
  double compute = 0;
  double output = 0;
  std::vector<double> bytes;  // moved bytes of each memory
};

void add_accesses(const Program& program, Range range, Demand& demand) {
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const Access& access = program.accesses[i];
    at(demand.bytes, access.memory) += static_cast<double>(access.bytes());
  }
}

std::vector<Demand> demands_of(const Program& program, std::size_t memories) {
  std::vector<Demand> demands(program.operators.size());
  for (Demand& demand : demands) demand.bytes.assign(memories, 0);
  for (const Kernel& kernel : program.kernels) {
    Demand& demand = at(demands, kernel.op);
    for (std::uint32_t b = kernel.blocks.first; b < kernel.blocks.first + kernel.blocks.count;
         ++b) {
      const Block& block = program.blocks[b];
      demand.compute += block.compute;
      demand.output += block.output;
      add_accesses(program, block.reads, demand);
      add_accesses(program, block.writes, demand);
    }
  }
  for (const DmaTransfer& transfer : program.transfers) {
    Demand& demand = at(demands, transfer.op);
    const auto bytes = static_cast<double>(transfer.source.bytes());
    at(demand.bytes, transfer.source.memory) += bytes;
    if (!transfer.internal) at(demand.bytes, transfer.destination.memory) += bytes;
  }
  return demands;
}

}  // namespace

Cycles cycles_by_velas_rule(const Program& program, const Target& target) {
  std::vector<double> bytes_per_cycle;
  constexpr double hertz_per_khz = 1000;
  for (const MemorySpec& memory : target.memories) {
    bytes_per_cycle.push_back(static_cast<double>(peak_bytes_per_second(target, memory)) /
                              (static_cast<double>(target.clock_khz) * hertz_per_khz));
  }
  double cycles = 0;
  for (const Demand& demand : demands_of(program, target.memories.size())) {
    double slowest = std::max(demand.compute, demand.output);
    for (std::size_t m = 0; m < bytes_per_cycle.size(); ++m) {
      if (bytes_per_cycle[m] > 0) slowest = std::max(slowest, demand.bytes[m] / bytes_per_cycle[m]);
    }
    cycles += slowest;
  }
  return std::llround(cycles);
}

}  // namespace spillway
