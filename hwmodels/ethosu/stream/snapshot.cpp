// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/snapshot.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu {
namespace {

BlockShape read_block(const Registers& registers) {
  return {plus_one(registers, Command0::ofm_blk_height_m1),
          plus_one(registers, Command0::ofm_blk_width_m1),
          plus_one(registers, Command0::ofm_blk_depth_m1)};
}

ActivationWork read_activation(const Registers& registers, const FeatureMap& ofm) {
  if (bits(registers.value(Command0::activation), 0, 5) != 0) return ActivationWork::table;
  const bool narrow = ofm.element_bytes == 1;
  const std::int32_t low = ofm.is_signed ? (narrow ? -128 : -32768) : 0;
  const std::int32_t high = ofm.is_signed ? (narrow ? 127 : 32767) : (narrow ? 255 : 65535);
  const std::int32_t max =
      ofm.is_signed ? registers.signed_value(Command0::activation_max)
                    : static_cast<std::int32_t>(registers.value(Command0::activation_max));
  const bool clamps = registers.signed_value(Command0::activation_min) > low || max < high;
  return clamps ? ActivationWork::clamp : ActivationWork::none;
}

void read_accumulator(const Registers& registers, const Payload& payload, Operation& op) {
  const std::uint32_t format = registers.value_or(Command0::acc_format, 0);
  if (payload.product != Product::u85) {
    op.wide_accumulator = bits(format, 0, 2) == 1;
    return;
  }
  constexpr std::array<BlockShape, 6> microblocks = {BlockShape{1, 1, 0}, BlockShape{1, 2, 0},
                                                     BlockShape{1, 4, 0}, BlockShape{2, 2, 0},
                                                     BlockShape{2, 4, 0}, BlockShape{4, 4, 0}};
  const std::uint32_t shape = bits(format, 8, 3);
  if (shape >= microblocks.size()) {
    throw registers.error("ACC_FORMAT of " + std::to_string(format) + " names no microblock");
  }
  op.wide_accumulator = bits(format, 0, 2) == 1;
  op.microblock = microblocks[shape];
  const std::int32_t area = op.microblock->height * op.microblock->width;
  op.microblock->depth = std::max(1, payload.macs / 8 / area);
}

void read_kernel(const Registers& registers, Operation& op) {
  const std::uint32_t stride = registers.value(Command0::kernel_stride);
  Window& window = op.window;
  window.dilation_w = static_cast<std::int32_t>(bits(stride, 3, 1)) + 1;
  window.dilation_h = static_cast<std::int32_t>(bits(stride, 4, 1)) + 1;
  window.stride_w = static_cast<std::int32_t>(bits(stride, 0, 1) | bits(stride, 6, 3) << 1) + 1;
  window.stride_h = static_cast<std::int32_t>(bits(stride, 1, 1) | bits(stride, 9, 3) << 1) + 1;
  window.kernel_h = (plus_one(registers, Command0::kernel_height_m1) - 1) / window.dilation_h + 1;
  window.kernel_w = (plus_one(registers, Command0::kernel_width_m1) - 1) / window.dilation_w + 1;
  op.part_kernel = bits(stride, 2, 1) == 1;
  op.sub_kernel_taps = bits(stride, 5, 1) == 1 ? 4 : 8;
  // Compilers accept convolution kernels of at most 4096 taps, and pooling windows of at most 16 *
  // 4096 taps. A stream with more taps is malformed.
  constexpr std::int32_t widest = 4096;
  if (std::int64_t{window.kernel_h} * window.kernel_w > std::int64_t{widest} * 16) {
    throw registers.error("kernel of " + std::to_string(window.kernel_h) + "x" +
                          std::to_string(window.kernel_w) + " taps");
  }
}

void read_padding(const Registers& registers, Window& window) {
  const auto amount = [&](Command0 command) {
    return static_cast<std::int32_t>(registers.value(command));
  };
  window.pad_top = amount(Command0::ifm_pad_top);
  window.pad_left = amount(Command0::ifm_pad_left);
  window.pad_right = amount(Command0::ifm_pad_right);
  window.pad_bottom = amount(Command0::ifm_pad_bottom);
}

Upscale read_upscale(const Registers& registers) {
  const std::uint32_t value = bits(registers.value_or(Command0::ifm_upscale, 0), 0, 2);
  if (value > 2) throw registers.error("IFM_UPSCALE of " + std::to_string(value));
  return static_cast<Upscale>(value);
}

Transpose read_transpose(const Registers& registers) {
  if (registers.product() != Product::u85) return Transpose::hwc;
  const auto code = static_cast<Transpose>(bits(registers.value(Command0::ofm_precision), 11, 3));
  if (code == Transpose::reserved4 || code == Transpose::reserved5) {
    throw registers.error("OFM_PRECISION names no transposition");
  }
  return code;
}

// Returns the number of stored IFM rows or columns that `outputs` output rows or columns read. The
// stream does not hold the height and width of the IFM.
std::int32_t needed_extent(std::int32_t outputs, std::int32_t stride, std::int32_t extent,
                           std::int32_t padding, Upscale upscale) {
  const std::int32_t upscaled = (outputs - 1) * stride + extent - padding;
  const std::int32_t factor = upscale == Upscale::none ? 1 : 2;
  return std::max(1, (upscaled + factor - 1) / factor);
}

void read_windowed_ifm(const Registers& registers, Operation& op) {
  read_kernel(registers, op);
  read_padding(registers, op.window);
  op.upscale = read_upscale(registers);
  op.ifm = ifm_of(registers);
  const Window& window = op.window;
  op.ifm.depth = plus_one(registers, Command0::ifm_depth_m1);
  op.ifm.height = needed_extent(op.ofm.height, window.stride_h, window.extent_h(),
                                window.pad_top + window.pad_bottom, op.upscale);
  op.ifm.width = needed_extent(op.ofm.width, window.stride_w, window.extent_w(),
                               window.pad_left + window.pad_right, op.upscale);
}

// Sets the IFM of a resize operation. The stream does not hold the IFM's height and width, so the
// size of its first tile is used.
void read_resized_ifm(const Registers& registers, Operation& op) {
  op.ifm = ifm_of(registers);
  op.ifm.depth = plus_one(registers, Command0::ifm_depth_m1);
  op.ifm.height = op.ifm.height0;
  op.ifm.width = op.ifm.width0;
}

void take_extents(FeatureMap& map, const FeatureMap& ofm, std::uint32_t broadcast) {
  map.height = bits(broadcast, 0, 1) == 1 ? 1 : ofm.height;
  map.width = bits(broadcast, 1, 1) == 1 ? 1 : ofm.width;
  map.depth = bits(broadcast, 2, 1) == 1 ? 1 : ofm.depth;
}

void read_operands(const Registers& registers, Operation& op) {
  const bool u85 = registers.product() == Product::u85;
  const std::uint32_t first = u85 ? registers.value_or(Command0::ifm_broadcast, 0) : 0;
  op.reads_ifm = bits(first, 3, 1) == 0;
  if (op.reads_ifm) op.ifm = ifm_of(registers);
  take_extents(op.ifm, op.ofm, first);
  op.window = Window{};
  if (is_unary(op.elementwise)) return;
  const std::uint32_t second = registers.value(Command0::ifm2_broadcast);
  const bool scalar = bits(second, u85 ? 3 : 7, 1) == 1;
  if (scalar) return;
  op.reads_ifm2 = true;
  op.ifm2 = ifm2_of(registers);
  take_extents(op.ifm2, op.ofm, second);
}

// Sets IFM2 to weights that an earlier operation has computed: a matrix of output channels by input
// channels.
void read_weight_map(const Registers& registers, Operation& op) {
  op.reads_ifm2 = true;
  op.ifm2_is_weights = true;
  op.ifm2 = ifm2_of(registers);
  op.ifm2.height = op.window.kernel_h * op.window.kernel_w;
  op.ifm2.width = op.ofm.depth;
  op.ifm2.depth = op.ifm.depth;
}

void read_accumulated_map(const Registers& registers, Operation& op) {
  if (registers.product() != Product::u85) return;
  if (bits(registers.value_or(Command0::acc_format, 0), 4, 2) != 2) return;
  op.reads_ifm2 = true;
  op.ifm2 = ifm2_of(registers);
  take_extents(op.ifm2, op.ofm, 0);
}

ConstantStream read_stream(const Registers& registers, std::uint8_t in, Command1 base) {
  ConstantStream stream;
  stream.region = in;
  stream.length = static_cast<Bytes>(registers.payload(base + 1));
  if (stream.length > 0) stream.base = registers.address(base);
  return stream;
}

bool second_core_works(const Registers& registers) {
  return registers.product() == Product::u65 &&
         bits(registers.value_or(Command0::parallel_mode, 0), 0, 1) == 1;
}

void read_weights(const Registers& registers, const Payload& payload, Operation& op) {
  const std::uint8_t in = region_of(registers, Command0::weight_region);
  op.weights[0] = read_stream(registers, in, Command1::weight_base);
  if (second_core_works(registers)) {
    op.weights[1] = read_stream(registers, in, Command1::weight1_base);
  }
  for (int decoder = 1; registers.product() == Product::u85 && decoder < payload.weight_decoders &&
                        decoder < max_weight_streams;
       ++decoder) {
    const Command1 base = Command1::weight1_base + 2 * (decoder - 1);
    if (registers.defined(base)) {
      at(op.weights, decoder) = read_stream(registers, in, base);
    }
  }
}

void read_scales(const Registers& registers, Operation& op) {
  const bool one_scale_for_all = bits(registers.value(Command0::ofm_precision), 8, 1) == 1;
  if (one_scale_for_all) return;
  const std::uint8_t in = region_of(registers, Command0::scale_region);
  op.scales[0] = read_stream(registers, in, Command1::scale_base);
  if (second_core_works(registers)) {
    op.scales[1] = read_stream(registers, in, Command1::scale1_base);
  }
}

void read_convolution(const Registers& registers, const Payload& payload, Operation& op,
                      bool weights_from_map) {
  read_windowed_ifm(registers, op);
  if (weights_from_map) {
    read_weight_map(registers, op);
  } else {
    read_weights(registers, payload, op);
    read_accumulated_map(registers, op);
  }
  read_scales(registers, op);
}

PoolMode pool_mode(const Registers& registers, std::uint16_t parameter) {
  const int modes = registers.product() == Product::u85 ? 8 : 3;
  if (parameter >= modes) throw registers.error("POOL mode " + std::to_string(parameter));
  return static_cast<PoolMode>(parameter);
}

ElementwiseMode elementwise_mode(const Registers& registers, std::uint16_t parameter) {
  const auto mode = static_cast<ElementwiseMode>(parameter);
  if (parameter <= 9) return mode;
  constexpr std::array<int, 11> u85_modes = {10, 11, 16, 17, 18, 19, 33, 34, 35, 36, 42};
  const bool known = std::find(u85_modes.begin(), u85_modes.end(), parameter) != u85_modes.end();
  if (registers.product() != Product::u85 || !known) {
    throw registers.error("ELEMENTWISE mode " + std::to_string(parameter));
  }
  return mode;
}

void read_pool(const Registers& registers, std::uint16_t parameter, Operation& op) {
  op.pool = pool_mode(registers, parameter);
  read_windowed_ifm(registers, op);
  const bool scaled =
      op.pool == PoolMode::average || op.pool == PoolMode::reduce_sum || op.pool == PoolMode::sum;
  if (scaled) read_scales(registers, op);
}

OperationType type_of(Command0 command) {
  switch (command) {
    case Command0::conv:
      return OperationType::conv;
    case Command0::depthwise:
      return OperationType::depthwise;
    case Command0::pool:
      return OperationType::pool;
    case Command0::elementwise:
      return OperationType::elementwise;
    default:
      return OperationType::resize;
  }
}

}  // namespace

Operation snapshot_operation(const Registers& registers, const Payload& payload, Command0 command,
                             std::uint16_t parameter) {
  Operation op;
  op.type = type_of(command);
  op.ofm = ofm_of(registers);
  op.transpose = read_transpose(registers);
  op.block = read_block(registers);
  op.activation = read_activation(registers, op.ofm);
  op.block_dependency = static_cast<std::int32_t>(bits(registers.value(Command0::blockdep), 0, 3));
  read_accumulator(registers, payload, op);
  if (payload.product == Product::u65) op.active_cores = second_core_works(registers) ? 2 : 1;
  switch (op.type) {
    case OperationType::conv:
      read_convolution(registers, payload, op,
                       payload.product == Product::u85 && (parameter & 1U) == 1);
      break;
    case OperationType::depthwise:
      read_convolution(registers, payload, op, false);
      break;
    case OperationType::pool:
      read_pool(registers, parameter, op);
      break;
    case OperationType::elementwise:
      op.elementwise = elementwise_mode(registers, parameter);
      read_operands(registers, op);
      break;
    case OperationType::resize:
      read_resized_ifm(registers, op);
      break;
  }
  return op;
}

}  // namespace spillway::ethosu
