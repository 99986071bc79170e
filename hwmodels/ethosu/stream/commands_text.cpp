// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hwmodels/ethosu/block/mode_names.h"
#include "hwmodels/ethosu/stream/listing.h"
#include "hwmodels/ethosu/stream/totals.h"

namespace spillway::ethosu {
namespace {

std::string shape_text(const FeatureMap& map) {
  if (map.tiling == Tiling::none) {
    return fmt::format("{}x{}x{} chained", map.height, map.width, map.depth);
  }
  return fmt::format("{}x{}x{}x{} {} region {} at {}", map.height, map.width, map.depth,
                     map.element_bytes, map.layout == Layout::nhcwb16 ? "NHCWB16" : "NHWC",
                     map.region, map.base[0]);
}

std::string streams_of(const std::array<ConstantStream, max_weight_streams>& streams) {
  std::string text;
  for (const ConstantStream& stream : streams) {
    if (stream.length == 0) continue;
    text += fmt::format(" {} bytes region {} at {}", stream.length, stream.region, stream.base);
  }
  return text;
}

void append_operation(const Config& config, const Operation& op, std::string& text) {
  const OperationTotals totals = operation_totals(config, op);
  const auto line = [&](const char* what, const std::string& value) {
    text += fmt::format("        ; {:<8} {}\n", what, value);
  };
  if (op.reads_ifm) line("ifm", shape_text(op.ifm));
  if (op.reads_ifm2) line("ifm2", shape_text(op.ifm2));
  line("ofm", shape_text(op.ofm));
  line("block", fmt::format("{}x{}x{}, {} blocks, block dependency {}", op.block.height,
                            op.block.width, op.block.depth, totals.blocks, op.block_dependency));
  if (op.type != OperationType::elementwise) {
    const Window& window = op.window;
    line("kernel",
         fmt::format("{}x{} stride {}x{} dilation {}x{} pad t{} l{} b{} r{}{}{}", window.kernel_h,
                     window.kernel_w, window.stride_h, window.stride_w, window.dilation_h,
                     window.dilation_w, window.pad_top, window.pad_left, window.pad_bottom,
                     window.pad_right, op.part_kernel ? ", part kernel first" : "",
                     op.upscale == Upscale::none ? "" : ", upscaled"));
  }
  if (op.weights[0].length > 0) line("weights", streams_of(op.weights).substr(1));
  if (op.scales[0].length > 0) line("scales", streams_of(op.scales).substr(1));
  line("traffic", fmt::format("ifm {} ifm2 {} weights {} scales {} ofm {} bytes", totals.ifm,
                              totals.ifm2, totals.weights, totals.scales, totals.ofm));
  line("cycles", fmt::format("mac array {}, output {:.2f}; {} MACs", totals.mac_array_cycles,
                             totals.output_cycles, macs(op)));
}

void append_transfer(const DmaCommand& dma, std::string& text) {
  const std::string destination =
      dma.internal
          ? fmt::format("internal at {}", dma.destination.address)
          : fmt::format("region {} at {}", dma.destination.memory, dma.destination.address);
  text += fmt::format("        ; {} bytes from region {} at {} to {}\n", dma.source.bytes(),
                      dma.source.memory, dma.source.address, destination);
}

void append_header(const DecodedStream& stream, std::string& text) {
  const Payload& payload = stream.payload;
  text += fmt::format("; {}: Ethos-{}-{}, architecture {}, {} words\n", stream.name,
                      product_name(payload.product), payload.macs, payload.architecture,
                      payload.stream.size());
  for (std::size_t region = 0; region < region_count; ++region) {
    if (stream.regions[region] > 0) {
      text += fmt::format("; region {}: {} bytes\n", region, stream.regions[region]);
    }
  }
}

// Appends the command at word `at` of the stream. Returns the number of its words: 1 or 2.
std::size_t append_word(const DecodedStream& stream, std::size_t at, std::string& text) {
  const Words& words = stream.payload.stream;
  const Product product = stream.payload.product;
  const std::uint32_t word = words[at];
  const std::uint32_t opcode = word & 0x3FFU;
  const std::uint32_t parameter = word >> 16;
  if ((word >> 14 & 3U) == 0) {
    text += fmt::format("{:6}  {:<20} {}\n", at,
                        command_name(static_cast<Command0>(opcode), product), parameter);
    return 1;
  }
  text +=
      fmt::format("{:6}  {:<20} {} {:#x}\n", at,
                  command_name(static_cast<Command1>(opcode), product), parameter, words[at + 1]);
  return 2;
}

void append_stream(const DecodedStream& stream, std::string& text) {
  const Config& config = find_config(stream.payload.product, stream.payload.macs);
  append_header(stream, text);
  std::size_t at = 0;
  for (std::size_t i = 0; i < stream.commands.size(); ++i) {
    const DecodedCommand& command = stream.commands[i];
    while (at <= command.word) at += append_word(stream, at, text);
    if (command.kind == DecodedKind::operation) {
      const Operation& op = stream.operations[command.index];
      text += fmt::format("        ; {}.cmd{} {}\n", stream.name, i, full_name(op));
      append_operation(config, op, text);
    } else if (command.kind == DecodedKind::dma_start) {
      append_transfer(stream.transfers[command.index], text);
    }
  }
}

}  // namespace

std::string commands_text(const DecodedFile& file) {
  std::string text;
  for (const DecodedStream& stream : file.streams) append_stream(stream, text);
  return text;
}

}  // namespace spillway::ethosu
