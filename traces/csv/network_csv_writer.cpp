// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "traces/csv/csv_reader.h"
#include "traces/csv/network_csv.h"
#include "traces/csv/quantization_words.h"
#include "traces/network_names.h"
#include "traces/operator_attributes.h"

namespace spillway {
namespace {

constexpr const char* columns =
    "record,index,name,type,code,kind,shape,bytes,layout,inputs,outputs,kernel,stride,dilation,"
    "padding,pad,activation,macs,axis,host,input_views,output_views,data";

// The cells of a row, in the order of the header. A row for a tensor or an operator fills only the
// cells that it needs; all others are empty. The column `attributes` comes last and may be missing.
struct Row {
  std::string record, index, name, type, code, kind, shape, bytes, layout, inputs, outputs;
  std::string kernel, stride, dilation, padding, pad, activation, macs, axis, host;
  std::string input_views, output_views, data, attributes;
};

void append(const Row& row, bool attributes, std::string& csv) {
  csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
                     row.record, row.index, row.name, row.type, row.code, row.kind, row.shape,
                     row.bytes, row.layout, row.inputs, row.outputs, row.kernel, row.stride,
                     row.dilation, row.padding, row.pad, row.activation, row.macs, row.axis,
                     row.host, row.input_views, row.output_views, row.data);
  if (attributes) csv += "," + row.attributes;
  csv += '\n';
}

std::string hexadecimal(ByteView bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) fmt::format_to(std::back_inserter(text), "{:02x}", byte);
  return text;
}

std::string extents(const std::vector<std::int32_t>& shape) {
  return fmt::format("{}", fmt::join(shape, "x"));
}

std::string tensor_list(const std::vector<TensorIndex>& tensors) {
  std::string text;
  for (const TensorIndex index : tensors) {
    if (!text.empty()) text += ' ';
    text += index == no_tensor ? "_" : std::to_string(index);
  }
  return text;
}

std::string view_list(const std::vector<OperandView>& views) {
  std::string text;
  for (const OperandView& view : views) {
    if (!text.empty()) text += ' ';
    const bool whole = view.shape.empty() && view.offset.empty();
    text += whole ? "_" : extents(view.shape) + "@" + extents(view.offset);
  }
  return text;
}

bool contents_are_written(const Tensor& tensor) {
  return tensor.kind == TensorKind::constant &&
         tensor.data.size <= static_cast<std::size_t>(largest_csv_contents);
}

Row row_of(const Tensor& tensor, std::size_t index) {
  Row row;
  row.record = "tensor";
  row.index = std::to_string(index);
  row.name = text_cell(tensor.name);
  row.type = data_type_name(tensor.type);
  row.kind = tensor_kind_name(tensor.kind);
  row.shape = tensor.shape.empty() ? "scalar" : extents(tensor.shape);
  row.bytes = std::to_string(tensor.bytes);
  row.layout = layout_name(tensor.layout);
  if (contents_are_written(tensor)) row.data = hexadecimal(tensor.data);
  row.attributes = quantization_words(tensor);
  return row;
}

Row row_of(const Operator& op, std::size_t index) {
  const Window& window = op.window;
  Row row;
  row.record = "operator";
  row.index = std::to_string(index);
  row.name = text_cell(op.name);
  row.type = op_type_name(op.type);
  row.code = text_cell(op.type_name);
  row.inputs = tensor_list(op.inputs);
  row.outputs = tensor_list(op.outputs);
  row.kernel = fmt::format("{}x{}", window.kernel_h, window.kernel_w);
  row.stride = fmt::format("{}x{}", window.stride_h, window.stride_w);
  row.dilation = fmt::format("{}x{}", window.dilation_h, window.dilation_w);
  row.padding = padding_name(window.scheme);
  row.pad = fmt::format("{}x{}x{}x{}", window.pad_top, window.pad_bottom, window.pad_left,
                        window.pad_right);
  row.activation = activation_name(op.activation);
  row.macs = std::to_string(op.macs);
  row.axis = std::to_string(op.axis);
  row.host = op.on_host ? "1" : "0";
  row.input_views = view_list(op.input_views);
  row.output_views = view_list(op.output_views);
  row.data = hexadecimal(op.options);
  row.attributes = attribute_words(op);
  return row;
}

// Whether the file needs the column `attributes`. Files without it are as they were before this
// column existed, so hashes of networks stay the same.
bool has_attributes(const Network& network) {
  return std::any_of(network.operators.begin(), network.operators.end(),
                     [](const Operator& op) { return !attribute_words(op).empty(); }) ||
         std::any_of(network.tensors.begin(), network.tensors.end(),
                     [](const Tensor& tensor) { return !quantization_words(tensor).empty(); });
}

}  // namespace

std::string write_network_csv(const Network& network) {
  const bool attributes = has_attributes(network);
  std::string csv = columns;
  csv += attributes ? ",attributes\n" : "\n";
  const auto add = [&](const Row& row) { append(row, attributes, csv); };
  Row top;
  top.record = "network";
  top.name = text_cell(network.name);
  top.inputs = tensor_list(network.inputs);
  top.outputs = tensor_list(network.outputs);
  add(top);
  for (std::size_t i = 0; i < network.tensors.size(); ++i) add(row_of(network.tensors[i], i));
  for (std::size_t i = 0; i < network.operators.size(); ++i) add(row_of(network.operators[i], i));
  for (const NamedBytes& metadata : network.metadata) {
    Row row;
    row.record = "metadata";
    row.name = text_cell(metadata.name);
    row.data = hexadecimal(metadata.data);
    add(row);
  }
  for (const std::string& warning : network.warnings) {
    Row row;
    row.record = "warning";
    row.name = text_cell(warning);
    add(row);
  }
  return csv;
}

}  // namespace spillway
