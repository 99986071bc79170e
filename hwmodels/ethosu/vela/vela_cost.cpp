// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/vela/vela_cost.h"

#include <algorithm>
#include <cmath>

#include "base/rounding.h"
#include "hwmodels/ethosu/block/cycles.h"

namespace spillway::ethosu {
namespace {

std::int64_t stored_depth(std::int32_t depth, Layout layout) {
  return layout == Layout::nhcwb16 ? round_up(depth, brick_channels) : depth;
}

double stored_elements(const BlockShape& shape, Layout layout) {
  return static_cast<double>(shape.height) * shape.width *
         static_cast<double>(stored_depth(shape.depth, layout));
}

// Vela passes a number of elements here instead of a number of bytes, so every element counts as
// one byte.
double block_transfer_cycles(const FeatureMap& map, const BlockShape& block, bool write,
                             const VelaMemory& memory, std::int32_t cores) {
  const double present = static_cast<double>(smaller(shape_of(map), block).elements());
  return vela_widened(present, map, block, write, memory, cores) / memory.bytes_per_cycle;
}

double block_memory_cycles(const BlockedOp& op, const VelaSite& site) {
  const Operation& operation = op.npu.operation;
  const double read =
      block_transfer_cycles(operation.ifm, op.blocks.ifm, false, site.ifm, site.config.cores);
  const double write =
      block_transfer_cycles(operation.ofm, op.blocks.ofm, true, site.ofm, site.config.cores);
  return static_cast<double>(site.ifm.read_latency + site.ofm.write_latency) + read + write;
}

Operation blocked(const BlockedOp& op) {
  Operation operation = op.npu.operation;
  set_blocks(op.blocks, operation);
  return operation;
}

bool runs_one_row(const Config& config, const Operation& op) {
  return reads_weights(op) && config.microblock.height == 2 && op.ofm.height == 1 &&
         op.ofm.width % 2 == 0 && op.window.kernel_h == 1;
}

// In Vela, a block takes at least the sum of its memory, array and output cycles, divided by this
// number.
constexpr double commands_in_parallel = 4;
// The NPU reads scale records (bias, scale and shift of each channel) of 10 bytes in units of 256
// bytes.
constexpr double scale_record_bytes = 10;
constexpr double scale_unit_bytes = 256;

// Returns the MAC cycles of a block, divided by the number of cores: Vela's estimate distributes
// the work evenly over the cores.
Cycles evenly_shared_cycles(const Config& config, const Operation& op, const BlockShape& block) {
  Config one_core = config;
  one_core.cores = 1;
  Operation whole = op;
  whole.active_cores = 0;
  return ceil_div(mac_array_cycles(one_core, whole, block),
                  op.active_cores == 0 ? config.cores : op.active_cores);
}

Cycles convolution_cycles(const BlockedOp& op, const VelaSite& site) {
  const Operation operation = blocked(op);
  const BlockShape block = smaller(shape_of(operation.ofm), op.blocks.ofm);
  const double elements = static_cast<double>(block.elements());
  double array = static_cast<double>(evenly_shared_cycles(site.config, operation, block));
  double output = std::ceil(output_cycles_per_element(site.config, operation) * elements);
  const double scales = scale_record_bytes * block.depth *
                        static_cast<double>(site.constant_latency) / scale_unit_bytes;
  output = std::max(output, scales);
  const double command = (block_memory_cycles(op, site) + output + array) / commands_in_parallel;
  array = std::max(array, command);
  output = std::max(output, command);
  BlockShape step = block;
  if (runs_one_row(site.config, operation)) step.height = 1;
  const double blocks = static_cast<double>(ceil_div(operation.ofm.height, step.height) *
                                            ceil_div(operation.ofm.width, step.width) *
                                            ceil_div(operation.ofm.depth, step.depth));
  return static_cast<Cycles>(std::max(array, output) * blocks + std::min(array, output));
}

Cycles elementwise_cycles(const BlockedOp& op, const VelaSite& site) {
  const Operation& operation = op.npu.operation;
  const double elements = static_cast<double>(op.blocks.ofm.elements());
  double each = output_cycles_per_element(site.config, operation);
  const double command = (block_memory_cycles(op, site) + each * elements) / commands_in_parallel;
  each = std::max(each, command / elements);
  return static_cast<Cycles>(
      std::ceil(each * stored_elements(shape_of(operation.ofm), operation.ofm.layout)));
}

double blocks_across(const BlockedOp& op, bool with_depth) {
  const Operation& operation = op.npu.operation;
  const BlockShape block = smaller(shape_of(operation.ofm), op.blocks.ofm);
  std::int64_t blocks =
      ceil_div(operation.ofm.height, block.height) * ceil_div(operation.ofm.width, block.width);
  if (with_depth) blocks *= ceil_div(operation.ofm.depth, block.depth);
  return static_cast<double>(blocks);
}

void count_elementwise(const Operation& op, VelaElements& elements) {
  // As in Vela, an operand counts with the shape of the OFM. Exception: an operand that is a single
  // value counts as one stored element, or as no element if it has 8 bits.
  const double whole = stored_elements(shape_of(op.ofm), op.ifm.layout);
  const double single = op.ifm.element_bytes > 1 ? stored_elements({1, 1, 1}, op.ifm.layout) : 0;
  const bool second_is_single = has_scalar(op) || shape_of(op.ifm2).elements() == 1;
  if (shape_of(op.ifm).elements() == 1) {
    elements.ifm = single;
    elements.ifm2 = op.reads_ifm2 || has_scalar(op) ? whole : 0;
  } else {
    elements.ifm = whole;
    if (op.reads_ifm2 || has_scalar(op)) elements.ifm2 = second_is_single ? single : whole;
  }
}

void count_windowed(const BlockedOp& op, VelaElements& elements) {
  const Operation& operation = op.npu.operation;
  const bool mixes = reduces_depth(operation);
  const double blocks = blocks_across(op, mixes);
  const BlockShape ifm_block = smaller(shape_of(operation.ifm), op.blocks.ifm);
  elements.ifm = static_cast<double>(ifm_block.height) * ifm_block.width *
                 static_cast<double>(stored_depth(operation.ifm.depth, operation.ifm.layout)) *
                 sub_kernel_count(operation) * blocks;
  if (!reads_weights(operation)) return;
  const double taps = static_cast<double>(operation.window.kernel_h) * operation.window.kernel_w;
  const std::int32_t depth =
      mixes ? std::min(operation.ofm.depth, op.blocks.ofm.depth) : operation.ifm.depth;
  elements.weights = taps * (mixes ? operation.ifm.depth : 1) * depth * blocks;
  elements.scales = operation.ofm.depth;
}

}  // namespace

std::int64_t vela_macs(const NpuOp& op) {
  const Operation& operation = op.operation;
  const bool reduction =
      operation.type == OperationType::pool && operation.pool == PoolMode::reduce_sum;
  return macs(operation) * (reduction ? operation.ifm.depth : 1);
}

Cycles vela_op_cycles(const BlockedOp& op, const VelaSite& site) {
  return op.npu.operation.type == OperationType::elementwise ? elementwise_cycles(op, site)
                                                             : convolution_cycles(op, site);
}

VelaElements vela_elements(const BlockedOp& op) {
  VelaElements elements;
  const Operation& operation = op.npu.operation;
  if (operation.type == OperationType::elementwise) {
    count_elementwise(operation, elements);
  } else {
    count_windowed(op, elements);
  }
  elements.ofm = stored_elements(shape_of(operation.ofm), operation.ofm.layout);
  return elements;
}

double vela_widened(double bytes, const FeatureMap& map, const BlockShape& block, bool write,
                    const VelaMemory& memory, std::int32_t cores) {
  const std::int32_t element = map.element_bytes;
  std::int32_t run = 0;
  if (map.layout == Layout::nhcwb16) {
    run = brick_channels * element * block.width * (write ? cores : 1);
  } else if (write) {
    run = std::min({64, brick_channels * element * cores, block.depth * element});
  } else {
    run = block.depth * element;
  }
  const double burst = memory.burst_bytes;
  return bytes * burst / std::min<double>(burst, run);
}

double vela_weight_reads(const BlockedOp& op) { return blocks_across(op, false); }

double vela_transfer_cycles(double bytes, const VelaMemory& from, const VelaMemory& to) {
  const double read =
      std::floor(bytes / from.bytes_per_cycle) + static_cast<double>(from.read_latency);
  return std::max(read, std::floor(bytes / to.bytes_per_cycle));
}

}  // namespace spillway::ethosu
