// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/emit/register_order.h"

#include <initializer_list>
#include <utility>

#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu {
namespace {

// The register orders in this source file were found in files that the compilers wrote. A test
// rewrites every file of Vela 3.x to 5.0 in the reference data and compares the result with the
// original byte for byte.

using Keys = std::vector<RegisterKey>;

template <typename Command>
Keys keys(std::initializer_list<Command> commands) {
  Keys all;
  for (const Command command : commands) all.push_back(key_of(command));
  return all;
}

template <typename... Parts>
Keys joined(const Parts&... parts) {
  Keys all;
  (all.insert(all.end(), parts.begin(), parts.end()), ...);
  return all;
}

Keys bases(const MapRegisters& map) {
  Keys all{key_of(map.region)};
  for (int tile = 0; tile < 4; ++tile) all.push_back(key_of(map.base0 + tile));
  return all;
}

Keys tiles(const MapRegisters& map) {
  return {key_of(map.width0 + 1), key_of(map.width0 + 2), key_of(map.width0)};
}

Keys strides(StreamWriter writer, const MapRegisters& map) {
  const RegisterKey x = key_of(map.stride_x);
  const RegisterKey y = key_of(map.stride_x + 1);
  const RegisterKey c = key_of(map.stride_x + 2);
  return writer == StreamWriter::vela ? Keys{c, y, x} : Keys{y, x, c};
}

// Adds the register of a map's precision to `rest`, the other registers of the map. Streams of a
// U85 set the precision first, because it determines how the other registers are read. Streams of
// U55 and U65 set the precision last.
Keys with_precision(StreamWriter writer, const MapRegisters& map, const Keys& rest) {
  const Keys precision{key_of(map.precision)};
  return writer == StreamWriter::regor_u85 ? joined(precision, rest) : joined(rest, precision);
}

Keys input(StreamWriter writer) {
  const Keys rest =
      joined(bases(ifm_registers), tiles(ifm_registers), keys({Command0::ifm_depth_m1}),
             strides(writer, ifm_registers), keys({Command0::ifm_zero_point}));
  return joined(with_precision(writer, ifm_registers, rest), keys({Command0::ifm_upscale}));
}

Keys second_input(StreamWriter writer) {
  const Keys rest = joined(bases(ifm2_registers), tiles(ifm2_registers),
                           strides(writer, ifm2_registers), keys({Command0::ifm2_zero_point}));
  const Keys map = with_precision(writer, ifm2_registers, rest);
  const Keys scalar = keys({Command0::ifm2_scalar});
  const Keys broadcast = keys({Command0::ifm_broadcast, Command0::ifm2_broadcast});
  return writer == StreamWriter::vela ? joined(map, broadcast, scalar)
                                      : joined(scalar, map, broadcast);
}

Keys output(StreamWriter writer) {
  const Keys depth = keys({Command0::ofm_depth_m1});
  const Keys area = keys({Command0::ofm_height_m1, Command0::ofm_width_m1});
  const Keys split = tiles(ofm_registers);
  const Keys extents = writer == StreamWriter::vela    ? joined(split, area, depth)
                       : writer == StreamWriter::regor ? joined(area, split, depth)
                                                       : joined(area, depth, split);
  return with_precision(writer, ofm_registers,
                        joined(bases(ofm_registers), extents, strides(writer, ofm_registers),
                               keys({Command0::ofm_zero_point})));
}

Keys padding() {
  return keys({Command0::ifm_pad_top, Command0::ifm_pad_left, Command0::ifm_pad_bottom,
               Command0::ifm_pad_right});
}

Keys kernel() {
  return keys({Command0::kernel_height_m1, Command0::kernel_width_m1, Command0::kernel_stride});
}

// Returns the registers of weights and scales, in the writer's order. Some register numbers have
// one meaning on U85 and another meaning on U55 and U65: `second` is SCALE1 on U55 and U65, but
// WEIGHT2 on U85.
Keys constants(StreamWriter writer) {
  const Keys weights = joined(keys({Command0::weight_region}),
                              keys({Command1::weight_base, Command1::weight_length,
                                    Command1::weight1_base, Command1::weight1_length}));
  const Keys scales =
      joined(keys({Command0::scale_region}), keys({Command1::scale_base, Command1::scale_length}));
  const Keys second = keys({Command1::scale1_base, Command1::scale1_length});
  if (writer != StreamWriter::regor_u85) return joined(weights, scales, second);
  return joined(keys({Command0::weight_format}), weights, second,
                keys({Command1::weight3_base, Command1::weight3_length}), scales);
}

Keys activation() {
  return keys({Command0::activation, Command0::activation_min, Command0::activation_max});
}

Keys block() {
  return keys(
      {Command0::ofm_blk_height_m1, Command0::ofm_blk_width_m1, Command0::ofm_blk_depth_m1});
}

// A U85 has no registers for the layout of its internal memory. On U85, the number of AB_START
// (0x12D) belongs to an offset of RESIZE.
Keys buffers(StreamWriter writer, bool elementwise) {
  Keys format = keys({Command0::acc_format});
  if (writer == StreamWriter::regor_u85) return format;
  const Keys layout = keys({Command0::ifm_ib_end, Command0::ab_start});
  return elementwise ? joined(layout, keys({Command0::ifm2_ib_start}), format)
                     : joined(layout, format);
}

Keys last() { return keys({Command0::blockdep}); }

Keys order_of_convolution(StreamWriter writer) {
  const Keys scale = writer == StreamWriter::regor_u85 ? keys({Command1::ofm_scale}) : Keys{};
  return joined(scale, input(writer), padding(), output(writer), kernel(), constants(writer),
                activation(), block(), buffers(writer, false), last());
}

Keys order_of_pooling(StreamWriter writer) {
  const Keys scale = keys({Command1::ofm_scale});
  const Keys front = joined(input(writer), padding(), output(writer), kernel(), activation());
  const Keys back = joined(block(), buffers(writer, false));
  return writer == StreamWriter::vela ? joined(front, back, scale, last())
                                      : joined(front, scale, back, last());
}

Keys order_of_elementwise(StreamWriter writer) {
  const Keys scales = keys({Command1::opa_scale, Command1::opb_scale, Command1::ofm_scale});
  const Keys front =
      joined(scales, keys({Command1::op_scalar}), input(writer), output(writer), activation());
  const Keys back = joined(block(), buffers(writer, true));
  return writer == StreamWriter::vela ? joined(front, back, second_input(writer), last())
                                      : joined(front, second_input(writer), back, last());
}

Keys order_of_resizing(StreamWriter writer) {
  const Keys steps = joined(
      keys({Command0::resize_x_scale, Command0::resize_y_scale}),
      keys({Command1::resize_x_step, Command1::resize_y_step}),
      keys({Command0::resize_x_offset, Command0::ab_start}));  // 0x12D is RESIZE_Y_OFFSET on U85
  return joined(input(writer), padding(), output(writer), activation(),
                keys({Command0::ifm2_zero_point}), keys({Command1::ofm_scale}), steps, kernel(),
                block(), buffers(writer, false), last());
}

Keys order_of_transfer() {
  return joined(keys({Command0::dma0_src_region}), keys({Command1::dma0_src}),
                keys({Command0::dma0_dst_region}), keys({Command1::dma0_dst, Command1::dma0_len}));
}

}  // namespace

StreamWriter writer_of(const Words& stream, Product product) {
  if (product == Product::u85) return StreamWriter::regor_u85;
  // The order of two registers shows which compiler wrote the stream. Every stream sets the two
  // strides of the IFM in memory: the distance between bricks (16 channels of a pixel each) and the
  // distance between rows. Vela 3 sets the distance between bricks first; later releases set the
  // distance between rows first.
  for (std::size_t at = 0; at < stream.size(); ++at) {
    const auto key = static_cast<RegisterKey>(bits(stream[at], 0, 15));
    if (key == key_of(ifm_registers.stride_x + 2)) return StreamWriter::vela;
    if (key == key_of(ifm_registers.stride_x + 1)) return StreamWriter::regor;
    if ((key & wide_register) != 0) ++at;
  }
  return StreamWriter::regor;
}

std::vector<RegisterKey> register_order(StreamWriter writer, Command0 command) {
  switch (command) {
    case Command0::conv:
    case Command0::depthwise:
      return order_of_convolution(writer);
    case Command0::pool:
      return order_of_pooling(writer);
    case Command0::elementwise:
      return order_of_elementwise(writer);
    case Command0::resize:
      return order_of_resizing(writer);
    case Command0::dma_start:
      return order_of_transfer();
    default:
      return {};
  }
}

}  // namespace spillway::ethosu
