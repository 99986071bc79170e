// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/cycles.h"

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/block/npu_op.h"

namespace spillway::ethosu {
namespace {

// Returns the microblock (part of a block that the array computes at a time) of the operation. If
// the configuration's microblock has two rows but the OFM and the kernel have a single row, half of
// the microblock would be idle. For operations with weights and an OFM of even width, the array
// then uses microblocks of 1x4.
BlockShape microblock_of(const Config& config, const Operation& op) {
  if (op.microblock) return *op.microblock;
  const bool one_row = reads_weights(op) && config.microblock.height == 2 && op.ofm.height == 1 &&
                       op.ofm.width % 2 == 0 && op.window.kernel_h == 1;
  return one_row ? BlockShape{1, 4, config.microblock.depth} : config.microblock;
}

// Returns the number of cycles that must pass before the array can use the same accumulator again.
int pipeline_delay(const Config& config, const Operation& op) {
  if (config.product == Product::u55 && config.macs == 32) return op.wide_accumulator ? 7 : 3;
  const bool small = config.product == Product::u55 && config.macs <= 128;
  return op.wide_accumulator && small ? 3 : 2;
}

// Returns how many of the block's `depth` channels each core computes. The two cores of a U65-512
// take channels alternately, as the order of the weights that Arm's compiler encodes shows. Each
// core has microblocks (parts of a block that the array computes at a time) as deep as those of a
// U65-256, so a part of each core is idle if a block has few channels.
std::int64_t channels_per_core(const Config& config, const Operation& op, std::int64_t depth) {
  return ceil_div(depth, op.active_cores == 0 ? config.cores : op.active_cores);
}

struct BlockInMicroblocks {
  std::int64_t area = 1;
  std::int64_t depth = 1;
  std::int64_t weight_floor = 32;  // the fewest cycles of a step: its weights arrive in this time
  double change = 0;               // U85: cycles per step for the change to the step's weights
  int delay = 2;
  bool single_line = false;  // the block is one row or one column of microblocks
};

// Returns the cycles in which the array waits for its accumulators. If a block is only one
// microblock wide and high (a microblock is the part of a block that the array computes at a time),
// every step needs the accumulators of the step before. The smallest processor (U55-32) also waits
// after each microblock along the depth if its accumulators are wide and the block has a single row
// or column of microblocks, and several microblocks along the depth.
std::int64_t delay_cycles(const Config& config, const Operation& op, const BlockInMicroblocks& in,
                          std::int64_t steps) {
  std::int64_t waits = 0;
  if (in.area == 1) waits = in.depth == 1 ? steps : (steps - 1) * in.depth;
  const bool smallest = config.product == Product::u55 && config.macs == 32;
  if (smallest && op.wide_accumulator && in.single_line && in.depth > 1) waits += in.depth;
  return in.delay * waits;
}

std::int64_t steps_of(const Operation& op, std::int64_t taps) {
  if (op.type == OperationType::pool && op.pool != PoolMode::reduce_sum) return 1;
  if (op.type == OperationType::depthwise) return ceil_div(taps, 4);
  if (op.part_kernel) return ceil_div(taps, op.ifm.element_bytes == 2 ? 2 : 4);
  return taps;
}

std::int64_t array_cycles(const Config& config, const Operation& op, const BlockInMicroblocks& in,
                          std::int64_t taps, std::int64_t steps) {
  const bool wide = op.ifm.element_bytes == 2;
  if (op.type == OperationType::pool && op.pool != PoolMode::reduce_sum) {
    const bool doubled = wide && !(config.product == Product::u55 && config.macs == 32);
    return std::max<std::int64_t>(4, taps) * in.area * in.depth * (doubled ? 2 : 1);
  }
  const std::int64_t doubled = op.type == OperationType::depthwise && wide ? 2 : 1;
  return std::max(in.weight_floor, 4 * in.area * doubled) * steps * in.depth;
}

std::int64_t sub_kernel_cycles(const Config& config, const Operation& op,
                               const BlockInMicroblocks& in, std::int64_t taps) {
  const std::int64_t steps = steps_of(op, taps);
  const std::int64_t cycles =
      array_cycles(config, op, in, taps, steps) + delay_cycles(config, op, in, steps);
  const bool by_eights = op.type == OperationType::conv && op.part_kernel;
  return by_eights ? cycles * ceil_div(ifm_block_depth(op), 8) : cycles;
}

// Returns the number of steps of a part-kernel-first convolution on U85: one per tap. Taps are
// taken in groups of five, and a last group of a single tap takes two steps. Source: the
// utilisation formula of Arm's public compiler (version 5.0).
std::int64_t kernel_first_steps(std::int64_t taps) {
  constexpr std::int64_t group = 5;
  return taps % group == 1 ? taps + 1 : taps;
}

// Cycles that the array of a U85 takes to change weights between two steps of a convolution. On
// U85-256 and -512, single operators without memory latency take one cycle per microblock (part of
// a block that the array computes at a time), plus 1.0 to 1.4 cycles per step. 1.15 is in this
// range. It is not 1.2, because with 1.2 the estimate for a keyword-spotting network on U85-1024 is
// 4.8 % too slow.
constexpr double change_of_weights = 1.15;

// Returns the cycles of one sub-kernel (part of a large kernel) on a U85. For 16-bit data, each
// microblock takes twice the cycles of this list:
// * A depthwise convolution takes one cycle per microblock (part of a block that the array computes
//   at a time) for each tap.
// * Pooling (except sums over channels) takes one cycle per microblock for each tap, but at least
//   four cycles per microblock.
// * Other convolutions, and sums over channels, take one cycle per microblock for each tap and
//   eight input channels, plus the change of weights. The arrival of the weights limits the speed:
//   in depth-first order, eight weights arrive per cycle, however many decoders there are (measured
//   with a keyword-spotting network on U85-512 to -2048); in part-kernel-first order, every decoder
//   delivers eight weights per cycle.
std::int64_t u85_sub_kernel_cycles(const Config& config, const Operation& op,
                                   const BlockInMicroblocks& in, std::int64_t taps) {
  const std::int64_t wide = op.ifm.element_bytes == 2 ? 2 : 1;
  const std::int64_t weights = in.weight_floor / 4;  // cycles per tap and 8 channels
  if (op.type == OperationType::depthwise) return taps * in.area * in.depth * wide;
  if (op.type == OperationType::pool && op.pool != PoolMode::reduce_sum) {
    return std::max<std::int64_t>(4, taps) * in.area * in.depth * wide;
  }
  if (op.part_kernel) {
    const double array = static_cast<double>(kernel_first_steps(taps)) *
                         (static_cast<double>(in.area * wide) + in.change);
    const std::int64_t decoding = taps * weights / config.weight_decoders;
    const double steps = std::max(array, static_cast<double>(decoding));
    return static_cast<std::int64_t>(steps *
                                     static_cast<double>(in.depth * ceil_div(op.ifm.depth, 8)));
  }
  constexpr std::int64_t channels = 16;
  const double step =
      std::max(static_cast<double>(in.area * wide) + in.change, static_cast<double>(weights));
  return static_cast<std::int64_t>(
      step * static_cast<double>(2 * taps * in.depth * ceil_div(op.ifm.depth, channels)));
}

OutputWidth output_width(const Operation& op) {
  const bool binary = op.type == OperationType::elementwise && op.reads_ifm2;
  if (binary && op.ifm.element_bytes == 4) {
    return op.ofm.element_bytes == 4 ? OutputWidth::binary_32_bit
                                     : OutputWidth::narrowed_binary_32_bit;
  }
  switch (op.ofm.element_bytes) {
    case 1:
      return OutputWidth::bits_8;
    case 2:
      return OutputWidth::bits_16;
    case 8:
      return OutputWidth::bits_64;
    default:
      return OutputWidth::bits_32;
  }
}

OutputWork output_work(const Operation& op) {
  const bool elementwise = op.type == OperationType::elementwise;
  const ElementwiseMode mode = op.elementwise;
  if (elementwise && op.ifm.element_bytes == 4) {
    return is_unary(mode) ? OutputWork::unary_32_bit : OutputWork::binary_32_bit;
  }
  if (elementwise && mode == ElementwiseMode::mul) {
    return op.ofm.element_bytes == 4 ? OutputWork::mul_to_32_bit
                                     : OutputWork::mul_or_wide_accumulator;
  }
  if (!elementwise && op.wide_accumulator) return OutputWork::mul_or_wide_accumulator;
  if (elementwise && (mode == ElementwiseMode::add || mode == ElementwiseMode::sub)) {
    return OutputWork::add_or_sub;
  }
  const bool max_pool = op.type == OperationType::pool && op.pool == PoolMode::max;
  return max_pool ? OutputWork::max_pool : OutputWork::other;
}

// Whether the MAC array gives its results to the output engine after each row of microblocks (parts
// of a block that the array computes at a time), not only at the end of the block. The array of a
// U85 does so if it computes each channel of the OFM from one channel of the IFM: for depthwise
// convolutions and pooling, except sums over channels.
bool works_by_channel(const Config& config, const Operation& op) {
  return config.product == Product::u85 && !reduces_depth(op) &&
         (op.type == OperationType::depthwise || op.type == OperationType::pool);
}

std::uint16_t limited_count(std::int64_t steps) {
  constexpr std::int64_t most = std::numeric_limits<std::uint16_t>::max();
  return static_cast<std::uint16_t>(std::clamp<std::int64_t>(steps, 1, most));
}

// Returns the number of rows of microblocks (parts of a block that the array computes at a time) in
// a block, summed over all microblocks along the depth.
std::int64_t microblock_rows(const Config& config, const Operation& op, const BlockShape& shape) {
  const BlockShape unit = microblock_of(config, op);
  return ceil_div(shape.height, unit.height) * ceil_div(shape.depth, unit.depth);
}

// Returns the cycles of the MAC array for one block; 0 for operations that do not use the array.
// `waits` says whether the cycles in which the array waits for weights, or changes weights, are
// included.
Cycles array_cycles_of_block(const Config& config, const Operation& op, const BlockShape& shape,
                             bool waits) {
  if (op.type == OperationType::elementwise || op.type == OperationType::resize) return 0;
  const BlockShape unit = microblock_of(config, op);
  BlockInMicroblocks in;
  const std::int64_t columns = ceil_div(shape.width, unit.width);
  const std::int64_t rows = ceil_div(shape.height, unit.height);
  in.area = columns * rows;
  in.single_line = columns == 1 || rows == 1;
  in.depth = ceil_div(channels_per_core(config, op, shape.depth), unit.depth);
  in.weight_floor = waits ? std::int64_t{4} * unit.depth : 0;
  in.change = waits ? change_of_weights : 0;
  in.delay = pipeline_delay(config, op);

  std::int64_t cycles = 0;
  const std::int32_t limit = op.sub_kernel_taps;
  for (std::int32_t y = 0; y < op.window.kernel_h; y += limit) {
    for (std::int32_t x = 0; x < op.window.kernel_w; x += limit) {
      const std::int64_t taps = std::int64_t{std::min(limit, op.window.kernel_h - y)} *
                                std::min(limit, op.window.kernel_w - x);
      cycles += config.product == Product::u85 ? u85_sub_kernel_cycles(config, op, in, taps)
                                               : sub_kernel_cycles(config, op, in, taps);
    }
  }
  if (config.product == Product::u85) return cycles;
  if (reduces_depth(op)) cycles *= ceil_div(op.ifm.depth, ifm_block_depth(op));
  return cycles;
}

}  // namespace

Cycles mac_array_cycles(const Config& config, const Operation& op, const BlockShape& shape) {
  return array_cycles_of_block(config, op, shape, true);
}

Cycles block_decoder_wait(const Config& config, const Operation& op, const BlockShape& shape) {
  if (!reads_weights(op)) return 0;
  const Cycles input = ifm_input_cycles(config, op, shape);
  return std::max(mac_array_cycles(config, op, shape), input) -
         std::max(array_cycles_of_block(config, op, shape, false), input);
}

// Returns the least cycles that a convolution with a 1x1 kernel needs to read the input map (IFM)
// for one block of its output map (OFM); 0 for all other operations. An input pixel is read in
// units of 16 bytes, once for each pixel of the block. The depth of the block does not matter.
Cycles ifm_input_cycles(const Config& config, const Operation& op, const BlockShape& shape) {
  const bool one_tap = op.window.kernel_h == 1 && op.window.kernel_w == 1;
  if (op.type != OperationType::conv || !one_tap) return 0;
  const std::int64_t bricks =
      ceil_div(std::int64_t{op.ifm.depth} * op.ifm.element_bytes, std::int64_t{brick_channels});
  const std::int64_t pixels = std::int64_t{shape.height} * shape.width;
  return static_cast<Cycles>(config.input_cycles * static_cast<double>(pixels * bricks));
}

double output_cycles_per_element(const Config& config, const Operation& op) {
  if (config.product == Product::u85) return at(config.output_width_cycles, output_width(op));
  const double output = at(config.output_cycles, output_work(op));
  const double activation = at(config.activation_cycles, op.activation);
  return std::max(output, activation);
}

// The output engine works on groups of eight channels in elementwise operations and in all
// operations of U55 and U65, so results of four channels cost as much as results of eight channels.
// Each core of a U65-512 divides its own channels into groups.
double output_cycles(const Config& config, const Operation& op, const BlockShape& shape) {
  constexpr std::int64_t group = 8;
  BlockShape worked = shape;
  if (op.type == OperationType::elementwise) {
    worked.depth = static_cast<std::int32_t>(ceil_div(shape.depth, group) * group);
  } else if (config.product != Product::u85) {
    const std::int64_t per_core = channels_per_core(config, op, shape.depth);
    worked.depth = static_cast<std::int32_t>(ceil_div(per_core, group) * group * config.cores);
  }
  return output_cycles_per_element(config, op) * static_cast<double>(worked.elements());
}

std::uint16_t out_block_count(const Config& config, const Operation& op, const BlockShape& shape) {
  if (!works_by_channel(config, op)) return 1;
  return limited_count(microblock_rows(config, op, shape));
}

std::uint16_t write_step_count(const Config& config, const Operation& op, const BlockShape& shape) {
  if (config.product != Product::u85 || op.type != OperationType::conv) return 0;
  return limited_count(microblock_rows(config, op, shape));
}

// An elementwise operation of a U85 takes several steps because it works on operands while they
// arrive. On U55 and U65, an elementwise operation takes one step: a block begins when all its
// operands are in the input buffer.
std::uint16_t sub_block_count(const Config& config, const Operation& op) {
  if (works_by_channel(config, op)) return 1;
  if (op.type == OperationType::elementwise) {
    const bool streams = config.product == Product::u85;
    return streams ? limited_count(op.block.elements() / brick_channels) : 1;
  }
  std::int64_t steps = sub_kernel_count(op);
  if (op.type == OperationType::conv) steps *= ceil_div(op.ifm.depth, ifm_block_depth(op));
  return limited_count(steps);
}

std::uint16_t intake_step_count(const Config& config, const Operation& op,
                                const BlockShape& shape) {
  if (!works_by_channel(config, op)) return sub_block_count(config, op);
  return limited_count(ceil_div(shape.depth * op.ifm.element_bytes, brick_channels));
}

}  // namespace spillway::ethosu
