// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hwmodels/ethosu/block/mode_names.h"
#include "hwmodels/ethosu/stream/listing.h"
#include "hwmodels/ethosu/stream/totals.h"

namespace spillway::ethosu {
namespace {

constexpr const char* header =
    "stream,cmd_index,word_offset,kind,sub,"
    "ifm_h,ifm_w,ifm_d,ifm_bytes_per_elem,ifm_format,"
    "ofm_h,ofm_w,ofm_d,ofm_bytes_per_elem,ofm_format,"
    "block_h,block_w,block_d,n_blocks,kernel_h,kernel_w,stride_y,stride_x,"
    "pad_t,pad_l,pad_b,pad_r,part_kernel,upscale,blockdep,macs,"
    "ifm_region,ifm2_region,ofm_region,weight_region,scale_region,"
    "ifm_read_bytes,ifm2_read_bytes,weight_read_bytes,scale_read_bytes,ofm_write_bytes,"
    "dma_src_region,dma_src_addr,dma_dst_region,dma_dst_addr,dma_bytes,"
    "ifm_base0,ifm2_base0,ofm_base0,weight_base,weight_len,scale_base,scale_len,"
    "dpu_cycles,output_cycles\n";

// Appends the cells of one CSV row. Skipped cells stay empty.
class Row {
 public:
  explicit Row(std::string& text) : text_(text) {}

  template <typename Value>
  Row& cell(const Value& value) {
    separate();
    fmt::format_to(std::back_inserter(text_), "{}", value);
    return *this;
  }

  template <typename Value>
  Row& cell_if(bool applies, const Value& value) {
    return applies ? cell(value) : skip(1);
  }

  Row& skip(int cells) {
    for (int i = 0; i < cells; ++i) separate();
    return *this;
  }

  Row& hundredths(double value) {
    std::string number = fmt::format("{:.2f}", value);
    if (number.back() == '0') number.pop_back();
    return cell(number);
  }

  void end() { text_ += '\n'; }

 private:
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }

  std::string& text_;
  bool first_ = true;
};

constexpr int cells_before_dma = 36;  // number of cells from ifm_h to ofm_write_bytes
constexpr int cells_of_dma = 5;
constexpr int cells_after_dma = 9;

void map_cells(Row& row, const FeatureMap& map) {
  row.cell(map.height).cell(map.width).cell(map.depth).cell(map.element_bytes);
  row.cell(static_cast<int>(map.layout));
}

void shape_cells(Row& row, const Operation& op, const OperationTotals& totals) {
  map_cells(row, op.ifm);
  map_cells(row, op.ofm);
  row.cell(op.block.height).cell(op.block.width).cell(op.block.depth).cell(totals.blocks);
  const Window& window = op.window;
  row.cell(window.kernel_h).cell(window.kernel_w).cell(window.stride_h).cell(window.stride_w);
  row.cell(window.pad_top).cell(window.pad_left).cell(window.pad_bottom).cell(window.pad_right);
  row.cell(static_cast<int>(op.part_kernel)).cell(static_cast<int>(op.upscale));
  row.cell(op.block_dependency).cell(macs(op));
}

void operation_cells(Row& row, const Config& config, const Operation& op) {
  const OperationTotals totals = operation_totals(config, op);
  const bool weighted = reads_weights(op);
  shape_cells(row, op, totals);
  row.cell(op.ifm.region).cell_if(op.reads_ifm2, op.ifm2.region).cell(op.ofm.region);
  row.cell_if(weighted, op.weights[0].region).cell_if(weighted, op.scales[0].region);
  row.cell(totals.ifm).cell(totals.ifm2);
  row.cell(totals.weights).cell(totals.scales).cell(totals.ofm);
  row.skip(cells_of_dma);
  row.cell(op.ifm.base[0]).cell_if(op.reads_ifm2, op.ifm2.base[0]).cell(op.ofm.base[0]);
  row.cell_if(weighted, op.weights[0].base).cell_if(weighted, op.weights[0].length);
  row.cell_if(weighted, op.scales[0].base).cell_if(weighted, op.scales[0].length);
  if (totals.mac_array_cycles == 0) {
    row.cell(0);
  } else {
    row.hundredths(static_cast<double>(totals.mac_array_cycles));
  }
  row.hundredths(totals.output_cycles);
}

void dma_cells(Row& row, const DmaCommand& dma) {
  row.skip(cells_before_dma);
  row.cell(dma.source.memory).cell(dma.source.address);
  if (dma.internal) {
    row.cell("I");
  } else {
    row.cell(dma.destination.memory);
  }
  row.cell(dma.destination.address).cell(dma.source.bytes()).skip(cells_after_dma);
}

void command_row(std::size_t stream_index, std::size_t index, const DecodedStream& stream,
                 const Config& config, const DecodedCommand& command, std::string& text) {
  Row row(text);
  row.cell(stream_index).cell(index).cell(command.word);
  row.cell(command_name(command.command, stream.payload.product));
  if (command.kind == DecodedKind::operation) {
    const Operation& op = stream.operations[command.index];
    const std::string mode = mode_name(op);
    if (mode.empty()) {
      row.cell(command.parameter);
    } else {
      row.cell(mode);
    }
    operation_cells(row, config, op);
  } else if (command.kind == DecodedKind::dma_start) {
    row.skip(1);
    dma_cells(row, stream.transfers[command.index]);
  } else {
    row.cell(command.parameter).skip(cells_before_dma + cells_of_dma + cells_after_dma);
  }
  row.end();
}

}  // namespace

std::string commands_csv(const DecodedFile& file) {
  std::string text = header;
  for (std::size_t i = 0; i < file.streams.size(); ++i) {
    const DecodedStream& stream = file.streams[i];
    const Config& config = find_config(stream.payload.product, stream.payload.macs);
    for (std::size_t c = 0; c < stream.commands.size(); ++c) {
      command_row(i, c, stream, config, stream.commands[c], text);
    }
  }
  return text;
}

}  // namespace spillway::ethosu
