// SPDX-License-Identifier: Apache-2.0
#include "tests/hwmodels/ethosu/stream/assembler.h"

#include "base/index.h"

namespace spillway::test {

using namespace ethosu;

namespace {

int log2_of(int value) { return value == 4 ? 2 : value == 2 ? 1 : 0; }

int precision(const FeatureMap& map, int bytes_bit) {
  const int storage = map.tiling == Tiling::quad ? 0 : map.tiling == Tiling::stacked ? 1 : 2;
  return (map.is_signed ? 1 : 0) | log2_of(map.element_bytes) << bytes_bit |
         (map.layout == Layout::nhcwb16 ? 1 << 6 : 0) | storage << 14;
}

int broadcast(const FeatureMap& map, const FeatureMap& ofm) {
  return (map.height != ofm.height ? 1 : 0) | (map.width != ofm.width ? 2 : 0) |
         (map.depth != ofm.depth ? 4 : 0);
}

Command0 opcode(const Operation& op) {
  switch (op.type) {
    case OperationType::conv:
      return Command0::conv;
    case OperationType::depthwise:
      return Command0::depthwise;
    case OperationType::pool:
      return Command0::pool;
    case OperationType::elementwise:
      return Command0::elementwise;
    case OperationType::resize:
      return Command0::resize;
  }
  return Command0::stop;
}

int mode(const Operation& op) {
  if (op.type == OperationType::pool) return static_cast<int>(op.pool);
  if (op.type == OperationType::elementwise) return static_cast<int>(op.elementwise);
  return op.ifm2_is_weights ? 1 : 0;
}

}  // namespace

Assembler& Assembler::cmd0(Command0 command, int parameter) {
  const auto value = static_cast<std::uint16_t>(parameter);
  if (is_operation(command)) {
    writer_.command(command, value);
    return *this;
  }
  writer_.forget(key_of(command));
  writer_.set(command, value);
  return *this;
}

Assembler& Assembler::cmd1(Command1 command, std::int64_t value) {
  writer_.forget(key_of(command));
  writer_.set(command, value);
  return *this;
}

Assembler& Assembler::word(std::uint32_t word) {
  writer_.word(word);
  return *this;
}

Assembler& Assembler::operation(const Operation& op) {
  output(op);
  if (op.type == OperationType::elementwise) {
    if (op.reads_ifm) map(op.ifm, Command0::ifm_width0_m1, Command1::ifm_base0);
    cmd0(Command0::ifm_precision, precision(op.ifm, 2));
    cmd0(Command0::ifm_region, op.ifm.region);
    if (product_ == Product::u85) {
      cmd0(Command0::ifm_broadcast, op.reads_ifm ? broadcast(op.ifm, op.ofm) : 8);
    }
  } else {
    input(op);
    kernel(op);
  }
  second_input(op);
  constants(op);
  return cmd0(opcode(op), mode(op));
}

void Assembler::map(const FeatureMap& map, Command0 width0, Command1 base0) {
  cmd0(width0, map.width0 - 1);
  cmd0(width0 + 1, map.height0 - 1);
  cmd0(width0 + 2, map.height1 - 1);
  for (int tile = 0; tile < 4; ++tile) {
    cmd1(base0 + tile, static_cast<std::int64_t>(at(map.base, tile)));
  }
  cmd1(base0 + 4, map.stride_x);
  cmd1(base0 + 5, map.stride_y);
  cmd1(base0 + 6, map.stride_c);
}

void Assembler::output(const Operation& op) {
  map(op.ofm, Command0::ofm_width0_m1, Command1::ofm_base0);
  cmd0(Command0::ofm_precision, precision(op.ofm, 1) | (op.scales[0].length == 0 ? 1 << 8 : 0));
  cmd0(Command0::ofm_region, op.ofm.region);
  cmd0(Command0::ofm_height_m1, op.ofm.height - 1);
  cmd0(Command0::ofm_width_m1, op.ofm.width - 1);
  cmd0(Command0::ofm_depth_m1, op.ofm.depth - 1);
  cmd0(Command0::ofm_blk_height_m1, op.block.height - 1);
  cmd0(Command0::ofm_blk_width_m1, op.block.width - 1);
  cmd0(Command0::ofm_blk_depth_m1, op.block.depth - 1);
  cmd0(Command0::activation, op.activation == ActivationWork::table ? 16 : 0);
  cmd0(Command0::activation_min, op.activation == ActivationWork::clamp ? 0 : -32768);
  cmd0(Command0::activation_max, 32767);
  cmd0(Command0::blockdep, op.block_dependency);
  int format = op.wide_accumulator ? 1 : 0;
  // In the register, the value 0 means a microblock (part of a block that the array computes at a
  // time) of 1x1, and 3 means a microblock of 2x2.
  if (op.microblock) format |= (op.microblock->width == 1 ? 0 : 3) << 8;
  cmd0(Command0::acc_format, format);
}

void Assembler::input(const Operation& op) {
  map(op.ifm, Command0::ifm_width0_m1, Command1::ifm_base0);
  cmd0(Command0::ifm_precision, precision(op.ifm, 2));
  cmd0(Command0::ifm_region, op.ifm.region);
  cmd0(Command0::ifm_depth_m1, op.ifm.depth - 1);
  cmd0(Command0::ifm_upscale, static_cast<int>(op.upscale));
  cmd0(Command0::ifm_pad_top, op.window.pad_top);
  cmd0(Command0::ifm_pad_left, op.window.pad_left);
  cmd0(Command0::ifm_pad_right, op.window.pad_right);
  cmd0(Command0::ifm_pad_bottom, op.window.pad_bottom);
}

void Assembler::second_input(const Operation& op) {
  if (!op.reads_ifm2) {
    if (op.type == OperationType::elementwise) {
      cmd0(Command0::ifm2_broadcast, product_ == Product::u85 ? 8 : 128);
    }
    return;
  }
  cmd0(Command0::ifm2_precision, precision(op.ifm2, 2));
  cmd0(Command0::ifm2_region, op.ifm2.region);
  cmd0(Command0::ifm2_broadcast, broadcast(op.ifm2, op.ofm));
  if (op.ifm2.tiling != Tiling::none) map(op.ifm2, Command0::ifm2_width0_m1, Command1::ifm2_base0);
}

void Assembler::kernel(const Operation& op) {
  const Window& window = op.window;
  cmd0(Command0::kernel_height_m1, window.dilation_h * (window.kernel_h - 1));
  cmd0(Command0::kernel_width_m1, window.dilation_w * (window.kernel_w - 1));
  const int sx = window.stride_w - 1;
  const int sy = window.stride_h - 1;
  cmd0(Command0::kernel_stride, (sx & 1) | (sy & 1) << 1 | (op.part_kernel ? 4 : 0) |
                                    (window.dilation_w - 1) << 3 | (window.dilation_h - 1) << 4 |
                                    (op.sub_kernel_taps == 4 ? 32 : 0) | (sx >> 1) << 6 |
                                    (sy >> 1) << 9);
}

void Assembler::constants(const Operation& op) {
  if (product_ == Product::u65) cmd0(Command0::parallel_mode, op.active_cores == 2 ? 1 : 0);
  if (!reads_weights(op) || op.ifm2_is_weights) return;
  const auto stream = [&](const ConstantStream& constant, Command1 base) {
    cmd1(base, static_cast<std::int64_t>(constant.base));
    cmd1(base + 1, constant.length);
  };
  cmd0(Command0::weight_region, op.weights[0].region);
  cmd0(Command0::scale_region, op.scales[0].region);
  stream(op.weights[0], Command1::weight_base);
  stream(op.scales[0], Command1::scale_base);
  if (product_ == Product::u65 && op.active_cores == 2) {
    stream(op.weights[1], Command1::weight1_base);
    stream(op.scales[1], Command1::scale1_base);
  }
}

Assembler& Assembler::dma(int source_region, std::int64_t source, int destination_region,
                          std::int64_t destination, std::int64_t length) {
  cmd0(Command0::dma0_src_region, source_region);
  cmd0(Command0::dma0_dst_region, destination_region);
  cmd1(Command1::dma0_src, source);
  cmd1(Command1::dma0_dst, destination);
  cmd1(Command1::dma0_len, length);
  return cmd0(Command0::dma_start, 0);
}

Assembler& Assembler::stop() { return cmd0(Command0::stop, 0xFFFF); }

std::vector<std::uint8_t> Assembler::payload() const {
  const auto product = static_cast<std::uint32_t>(product_);
  std::uint32_t log2_macs = 0;
  while ((1 << log2_macs) < macs_) ++log2_macs;
  const std::uint32_t shram = product_ == Product::u85 ? 0 : 48;
  return write_payload(writer_.words(), {1, product << 28 | shram << 8 | log2_macs, 0x10060000});
}

DecodedStream Assembler::decode(Bytes region_bytes) const {
  RegionBytes regions;
  regions.fill(region_bytes);
  const std::vector<std::uint8_t> bytes = payload();
  DecodedStream stream =
      decode_stream({bytes.data(), bytes.size()}, regions, {"synthetic.tflite", "npu0"});
  // `bytes` is deleted at the end of this function, so the result must not refer to these bytes.
  stream.payload.stream = {};
  return stream;
}

}  // namespace spillway::test
