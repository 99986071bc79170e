// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/kernel_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/block/traffic.h"

namespace spillway::ethosu {
namespace {

// Limits cycles to 32 bits. Only a malformed command stream reaches this limit.
std::int32_t saturated(double cycles) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  return cycles < most ? static_cast<std::int32_t>(cycles) : most;
}

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
  for_each_block(operation, [&](const BlockPosition& at) {
    Block block;
    block.compute =
        saturated(static_cast<double>(std::max(mac_array_cycles(config, operation, at.shape),
                                               ifm_input_cycles(config, operation, at.shape))));
    block.decoder_wait =
        saturated(static_cast<double>(block_decoder_wait(config, operation, at.shape)));
    block.intake = saturated(config.intake_cycles *
                             static_cast<double>(pixels_taken_in(config, operation, at)));
    block.intake_steps = intake_step_count(config, operation, at.shape);
    block.output = saturated(std::ceil(output_cycles(config, operation, at.shape)));
    block.write_steps = write_step_count(config, operation, at.shape);
    block.sub_blocks = sub_blocks;
    block.out_blocks = out_block_count(config, operation, at.shape);
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
