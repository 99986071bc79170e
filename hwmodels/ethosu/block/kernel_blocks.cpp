// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/kernel_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/block/traffic.h"

namespace spillway::ethosu {
namespace {

struct BlockCycles {
  BlockShape shape;
  std::int32_t compute = 0;
  std::int32_t decoder_wait = 0;
  std::int32_t output = 0;
  std::uint16_t out_blocks = 1;
};

// Limits cycles to 32 bits. Only a malformed command stream reaches this limit.
std::int32_t saturated(double cycles) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  return cycles < most ? static_cast<std::int32_t>(cycles) : most;
}

// Caches cycles by the shape of a block. Only the last block along an axis is clipped. So each of
// the three axes has at most two block extents, and there are at most eight shapes.
class CyclesByShape {
 public:
  CyclesByShape(const Config& config, const Operation& operation)
      : config_(config), operation_(operation) {}

  const BlockCycles& at(const BlockShape& shape) {
    for (const BlockCycles& known : known_) {
      if (known.shape == shape) return known;
    }
    BlockCycles cycles;
    cycles.shape = shape;
    const Cycles array = std::max(mac_array_cycles(config_, operation_, shape),
                                  ifm_input_cycles(config_, operation_, shape));
    cycles.compute = saturated(static_cast<double>(array));
    cycles.decoder_wait =
        saturated(static_cast<double>(block_decoder_wait(config_, operation_, shape)));
    cycles.output = saturated(std::ceil(output_cycles(config_, operation_, shape)));
    cycles.out_blocks = out_block_count(config_, operation_, shape);
    known_.push_back(cycles);
    return known_.back();
  }

 private:
  const Config& config_;
  const Operation& operation_;
  std::vector<BlockCycles> known_;
};

Range appended(std::size_t first, std::size_t end) {
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first)};
}

}  // namespace

std::uint32_t append_kernel(const Config& config, const Operation& operation, OperatorIndex op,
                            Program& program) {
  Kernel kernel;
  kernel.op = op;
  kernel.block_dependency = static_cast<std::uint8_t>(operation.block_dependency);
  kernel.elementwise = operation.type == OperationType::elementwise;
  kernel.one_input_buffer = has_one_input_buffer(config, operation);
  const std::size_t first_block = program.blocks.size();
  // If the input buffer holds only one block, the array starts a block when all its operands have
  // arrived.
  const std::uint16_t sub_blocks = kernel.one_input_buffer ? 1 : sub_block_count(config, operation);
  CyclesByShape cycles(config, operation);
  for_each_block(operation, [&](const BlockPosition& at) {
    Block block;
    const BlockCycles& worked = cycles.at(at.shape);
    block.compute = worked.compute;
    block.decoder_wait = worked.decoder_wait;
    block.intake = saturated(config.intake_cycles *
                             static_cast<double>(pixels_taken_in(config, operation, at)));
    block.intake_steps = intake_step_count(config, operation, at.shape);
    block.output = worked.output;
    block.write_steps = write_step_count(config, operation, at.shape);
    block.sub_blocks = sub_blocks;
    block.out_blocks = worked.out_blocks;
    const std::size_t reads = program.accesses.size();
    append_reads(config, operation, at, program.accesses);
    const std::size_t writes = program.accesses.size();
    append_writes(operation, at, program.accesses);
    block.reads = appended(reads, writes);
    block.writes = appended(writes, program.accesses.size());
    program.blocks.push_back(block);
  });
  kernel.blocks = appended(first_block, program.blocks.size());
  program.kernels.push_back(kernel);
  return static_cast<std::uint32_t>(program.kernels.size() - 1);
}

}  // namespace spillway::ethosu
