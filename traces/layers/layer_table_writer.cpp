// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "traces/layers/layer_shapes.h"
#include "traces/layers/layer_table.h"
#include "traces/layers/layers.h"
#include "traces/network_names.h"
#include "traces/operator_attributes.h"
#include "traces/shape.h"

namespace spillway {
namespace {

// The cells of a row, in the order of the header. A layer fills only the cells that it needs; all
// others are empty. The column `attributes` comes last and may be missing.
struct LayerRow {
  std::string layer, type, inputs, channels, kernel, stride, dilation, padding, activation;
  std::string shape, values, axis, parts, element, bias, attributes;
};

constexpr const char* layer_columns =
    "layer,type,inputs,channels,kernel,stride,dilation,padding,activation,shape,values,axis,parts,"
    "element,bias";

std::string line_of(const LayerRow& row, bool attributes) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}{}\n", row.layer, row.type,
                     row.inputs, row.channels, row.kernel, row.stride, row.dilation, row.padding,
                     row.activation, row.shape, row.values, row.axis, row.parts, row.element,
                     row.bias, attributes ? "," : "", row.attributes);
}

std::string joined_numbers(const std::vector<std::int32_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, "x"));
}

std::vector<std::int32_t> numbers_in(const Tensor& tensor) {
  std::vector<std::int32_t> numbers(tensor.data.size / sizeof(std::int32_t));
  if (!numbers.empty()) {
    std::memcpy(numbers.data(), tensor.data.data, numbers.size() * sizeof(std::int32_t));
  }
  return numbers;
}

bool is_numbers(const Tensor& tensor) {
  return is_constant(tensor) && tensor.type == DataType::int32 && !tensor.data.empty() &&
         tensor.kind != TensorKind::bias;
}

bool has_kernel(OpType type) {
  return type == OpType::conv_2d || type == OpType::depthwise_conv_2d ||
         type == OpType::transpose_conv || type == OpType::average_pool_2d ||
         type == OpType::max_pool_2d;
}

/// Writes what a layer table can hold of the network's operators, without a check for losses.
/// write_layer_table() finds losses: it reads the table back and compares the networks.
class LayerTableWriter {
 public:
  explicit LayerTableWriter(const Network& network)
      : network_(network), names_(network.tensors.size()) {}

  std::string write() {
    const bool attributes =
        std::any_of(network_.operators.begin(), network_.operators.end(),
                    [](const Operator& op) { return !attribute_words(op).empty(); });
    std::string text = layer_columns;
    text += attributes ? ",attributes\n" : "\n";
    for (const TensorIndex input : network_.inputs) text += line_of(input_row(input), attributes);
    for (const Operator& op : network_.operators) text += line_of(row_of(op), attributes);
    return text;
  }

 private:
  // Returns a unique name for a layer: replaces characters that are not allowed by underscores, and
  // appends a number if another layer already has the name.
  std::string new_name(const std::string& name) {
    std::string made;
    for (const char c : name) {
      const bool plain =
          std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("/_.;()[]", c) != nullptr;
      made += plain && c != '\0' ? c : '_';
    }
    if (made.empty()) made = "layer";
    std::string unique = made;
    for (int i = 2; !used_names_.insert(unique).second; ++i) unique = fmt::format("{}_{}", made, i);
    return unique;
  }

  LayerRow input_row(TensorIndex index) {
    const Tensor& tensor = at(network_.tensors, index);
    LayerRow row;
    row.layer = at(names_, index) = new_name(tensor.name);
    row.type = "input";
    row.shape = joined_numbers(tensor.shape);
    if (tensor.type != DataType::int8) row.element = data_type_name(tensor.type);
    return row;
  }

  LayerRow row_of(const Operator& op) {
    LayerRow row;
    row.type = op_type_name(op.type);
    row.attributes = attribute_words(op);
    const Tensor* const output = output_of(network_, op);
    if (output == nullptr) return row;
    for (const TensorIndex input : op.inputs) add_input(op, input, row);
    row.layer = new_name(output->name);
    for (std::size_t i = 0; i < op.outputs.size(); ++i) {
      const std::string part = i == 0 ? "" : fmt::format(":{}", i);
      if (op.outputs[i] != no_tensor) at(names_, op.outputs[i]) = row.layer + part;
    }
    if (has_kernel(op.type)) add_window(op.window, row);
    if (op.activation != Activation::none) row.activation = activation_name(op.activation);
    if (needs_element(op, *output)) row.element = data_type_name(output->type);
    add_parameters(op, *output, row);
    return row;
  }

  static bool says_shape_of_constant(OpType type) {
    return type != OpType::prelu && type != OpType::pad_v2 && type != OpType::fill;
  }

  void add_input(const Operator& op, TensorIndex index, LayerRow& row) const {
    if (index == no_tensor) return;
    const Tensor& tensor = at(network_.tensors, index);
    const auto append = [](std::string& cell, const std::string& word) {
      cell += (cell.empty() ? "" : " ") + word;
    };
    if (tensor.kind == TensorKind::activation) {
      append(row.inputs, at(names_, index));
    } else if (is_numbers(tensor) && op.type != OpType::transpose_conv) {
      append(row.values, joined_numbers(numbers_in(tensor)));
    } else if (tensor.kind == TensorKind::constant && says_shape_of_constant(op.type)) {
      row.shape = joined_numbers(tensor.shape);
    }
  }

  // Whether the row must give the element type of the output. The row always gives it for layers
  // without an activation as input, and for the types of operators that choose the element type of
  // their output, such as CAST. All other rows give it only if it differs from the element type of
  // the first activation.
  bool needs_element(const Operator& op, const Tensor& output) const {
    const auto first = std::find_if(op.inputs.begin(), op.inputs.end(), [&](TensorIndex input) {
      return input != no_tensor && at(network_.tensors, input).kind == TensorKind::activation;
    });
    return op.type == OpType::quantize || op.type == OpType::dequantize ||
           op.type == OpType::cast || op.type == OpType::arg_max || op.type == OpType::arg_min ||
           op.type == OpType::shape || first == op.inputs.end() ||
           at(network_.tensors, *first).type != output.type;
  }

  static void add_window(const Window& window, LayerRow& row) {
    row.kernel = fmt::format("{}x{}", window.kernel_h, window.kernel_w);
    row.stride = fmt::format("{}x{}", window.stride_h, window.stride_w);
    row.dilation = fmt::format("{}x{}", window.dilation_h, window.dilation_w);
    row.padding = padding_name(window.scheme);
  }

  void add_parameters(const Operator& op, const Tensor& output, LayerRow& row) const {
    switch (op.type) {
      case OpType::conv_2d:
      case OpType::depthwise_conv_2d:
        return add_weighted(op, output, 2, row);
      case OpType::transpose_conv:
        row.shape = joined_numbers(output.shape);
        return add_weighted(op, output, 3, row);
      case OpType::fully_connected:
        row.shape = joined_numbers(output.shape);
        add_weighted(op, output, 2, row);
        if (const Tensor* weights = input_of(network_, op, 1)) {
          row.channels = std::to_string(weights->shape.empty() ? 0 : weights->shape[0]);
        }
        return;
      case OpType::lstm:
        row.channels = std::to_string(channels_of(output));
        return;
      case OpType::svdf:
        if (const Tensor* time = input_of(network_, op, 2)) row.shape = joined_numbers(time->shape);
        return add_weighted(op, output, 3, row);
      case OpType::batch_matmul:
        if (const Tensor* right = input_of(network_, op, 1)) {
          row.shape = joined_numbers(is_constant(*right) ? right->shape : output.shape);
        }
        return;
      case OpType::fill:
        if (row.values.empty()) row.shape = joined_numbers(output.shape);
        return;
      case OpType::concatenation:
      case OpType::pack:
      case OpType::unpack:
      case OpType::gather:
        row.axis = std::to_string(op.axis);
        break;
      case OpType::split:
        row.parts = std::to_string(op.outputs.size());
        return;
      default:
        break;
    }
    if (needs_shape(op.type)) row.shape = joined_numbers(output.shape);
  }

  static bool needs_shape(OpType type) {
    switch (type) {
      case OpType::reshape:
      case OpType::squeeze:
      case OpType::mean:
      case OpType::sum:
      case OpType::reduce_max:
      case OpType::reduce_min:
      case OpType::arg_max:
      case OpType::arg_min:
      case OpType::gather:
      case OpType::space_to_depth:
      case OpType::depth_to_space:
      case OpType::space_to_batch:
      case OpType::batch_to_space:
        return true;
      default:
        return false;
    }
  }

  void add_weighted(const Operator& op, const Tensor& output, std::size_t bias,
                    LayerRow& row) const {
    row.channels = std::to_string(channels_of(output));
    if (input_of(network_, op, bias) == nullptr) row.bias = "no";
  }

  const Network& network_;
  // For each tensor: its name in the table.
  std::vector<std::string> names_;
  std::set<std::string> used_names_;
};

// Whether two tensors have equal contents. Contents of weights and biases are not compared, because
// a table holds only their sizes.
bool same_contents(const Tensor& a, const Tensor& b) {
  return a.kind != TensorKind::constant ||
         std::equal(a.data.begin(), a.data.end(), b.data.begin(), b.data.end());
}

bool same_tensor(const Tensor& a, const Tensor& b) {
  return a.type == b.type && a.shape == b.shape && a.kind == b.kind && a.bytes == b.bytes &&
         a.layout == b.layout && same_contents(a, b);
}

auto parts_of(const Window& w) {
  return std::tie(w.kernel_h, w.kernel_w, w.stride_h, w.stride_w, w.dilation_h, w.dilation_w,
                  w.pad_top, w.pad_bottom, w.pad_left, w.pad_right);
}

auto parts_of(const Operator& op) {
  return std::tie(op.type, op.activation, op.axis, op.macs, op.alpha, op.cell_clip, op.time_major,
                  op.align_corners, op.half_pixel_centers, op.begin_mask, op.ellipsis_mask,
                  op.new_axis_mask, op.shrink_axis_mask, op.folded_columns, op.on_host);
}

/// Compares two networks operator by operator. Equal tensors may have different indices in the two
/// networks: the first use of a tensor by an operator determines its counterpart.
class SameLayers {
 public:
  SameLayers(const Network& a, const Network& b)
      : a_(a), b_(b), counterpart_(a.tensors.size(), no_tensor) {}

  bool tensors(const std::vector<TensorIndex>& a, const std::vector<TensorIndex>& b) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const TensorIndex left = i < a.size() ? a[i] : no_tensor;
      const TensorIndex right = i < b.size() ? b[i] : no_tensor;
      if ((left == no_tensor) != (right == no_tensor)) return false;
      if (left == no_tensor) continue;
      if (!same_tensor(at(a_.tensors, left), at(b_.tensors, right))) return false;
      if (at(counterpart_, left) == no_tensor) at(counterpart_, left) = right;
      // `left` already has another counterpart, for example because two operators share a constant
      // in only one of the networks.
      if (at(counterpart_, left) != right) return false;
    }
    return true;
  }

  bool operators(const Operator& a, const Operator& b) {
    return parts_of(a) == parts_of(b) && parts_of(a.window) == parts_of(b.window) &&
           a.input_views.empty() && a.output_views.empty() && tensors(a.inputs, b.inputs) &&
           tensors(a.outputs, b.outputs);
  }

  bool outputs() const {
    std::vector<TensorIndex> ours;
    for (const TensorIndex output : a_.outputs) ours.push_back(at(counterpart_, output));
    std::vector<TensorIndex> theirs = b_.outputs;
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
    return ours == theirs;
  }

 private:
  const Network& a_;
  const Network& b_;
  std::vector<TensorIndex> counterpart_;
};

[[noreturn]] void reject_operator(const Network& network, std::size_t index,
                                  const std::string& why) {
  const Operator& op = network.operators[index];
  throw input_error({network.source},
                    "operator {} '{}' ({}) cannot be said in a layer table{}; --to network.csv "
                    "holds every network",
                    index, op.name, op.type_name, why);
}

// Returns the network that the written table describes. If the table cannot be read, throws an
// error about the first operator whose type a layer table cannot hold. If there is no such
// operator, the error has the reader's message.
Network read_back(const Network& network, const std::string& text) {
  try {
    return parse_layer_table(text, network.name);
  } catch (const UserError& error) {
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
      if (!is_layer_type(network.operators[i].type)) reject_operator(network, i, "");
    }
    throw input_error({network.source}, "cannot be said in a layer table: {}", error.what());
  }
}

}  // namespace

std::string write_layer_table(const Network& network) {
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const std::string shaping = shaping_attribute(network.operators[i]);
    if (!shaping.empty()) reject_operator(network, i, ": it has the attribute " + shaping);
  }
  std::string text = LayerTableWriter(network).write();
  const Network read = read_back(network, text);
  SameLayers same(network, read);
  const bool inputs = same.tensors(network.inputs, read.inputs);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    if (!inputs || i >= read.operators.size() ||
        !same.operators(network.operators[i], read.operators[i])) {
      reject_operator(network, i, ": its options or operands are others");
    }
  }
  if (!same.outputs()) {
    throw input_error({network.source},
                      "cannot be said in a layer table: outputs that operators read, or results "
                      "that are no outputs");
  }
  return text;
}

}  // namespace spillway
