// SPDX-License-Identifier: Apache-2.0
#include "traces/layers/layers.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/index.h"
#include "traces/layers/layer_kinds.h"
#include "traces/layers/layer_shapes.h"
#include "traces/macs.h"
#include "traces/shape.h"
#include "traces/window.h"

namespace spillway {
namespace {

using Shape = LayerShape;

TensorIndex add_tensor(Network& network, const std::string& name, DataType type, const Shape& shape,
                       TensorKind kind) {
  const std::optional<std::int64_t> elements = checked_elements(shape);
  if (!elements) throw std::invalid_argument("the layer has more than 2^40 elements");
  Tensor tensor;
  tensor.name = name;
  tensor.type = type;
  tensor.shape = shape;
  tensor.kind = kind;
  tensor.bytes = storage_bytes(type, *elements);
  network.tensors.push_back(std::move(tensor));
  return static_cast<TensorIndex>(network.tensors.size()) - 1;
}

bool has_window(OpType type) {
  return type == OpType::conv_2d || type == OpType::depthwise_conv_2d ||
         type == OpType::average_pool_2d || type == OpType::max_pool_2d;
}

class LayerBuilder {
 public:
  LayerBuilder(Network& network, const Layer& layer, ConstantContents& contents)
      : network_(network), layer_(layer), contents_(contents) {
    op_.type = layer.type;
    op_.type_name = layer.type == OpType::lstm ? "UNIDIRECTIONAL_SEQUENCE_LSTM"
                                               : upper_case(op_type_name(layer.type));
    op_.name = layer.name;
    op_.window = layer.window;
    op_.activation = layer.activation;
    op_.inputs = layer.inputs;
    type_ = tensor(0).type;
  }

  std::vector<TensorIndex> run() {
    check_operands();
    const std::vector<Shape> shapes = output_shapes();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::string part = i == 0 ? "" : ":" + std::to_string(i);
      op_.outputs.push_back(add_tensor(network_, layer_.name + part, output_type_of(layer_, type_),
                                       shapes[i], TensorKind::activation));
    }
    if (has_window(op_.type)) {
      resolve_padding(op_.window, *input_of(network_, op_, 0), *output_of(network_, op_));
    } else if (op_.type == OpType::transpose_conv) {
      resolve_transposed_padding(op_.window, *output_of(network_, op_));
    }
    const std::optional<std::int64_t> macs = count_macs(network_, op_);
    if (!macs) throw std::invalid_argument("the layer has more than 2^63 multiply-accumulates");
    op_.macs = *macs;
    network_.operators.push_back(op_);
    return op_.outputs;
  }

 private:
  static std::string upper_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
  }

  const Tensor& tensor(std::size_t input) const {
    return at(network_.tensors, layer_.inputs.at(input));
  }

  void check_operands() const {
    const std::size_t count = layer_.inputs.size();
    const LayerKind kind = kind_of_layer(layer_.type);
    if (kind == LayerKind::binary && count != 2 && (count != 1 || layer_.shape.empty())) {
      throw std::invalid_argument("expected two inputs, or one and the shape of a constant");
    }
    const bool one = kind != LayerKind::binary && kind != LayerKind::joining;
    if (one && count != 1) throw std::invalid_argument("expected one input");
    const std::size_t lists = value_operands(layer_.type);
    const bool may_lack = layer_.type == OpType::reshape && layer_.values.empty();
    const bool may_have = layer_.type == OpType::fill && layer_.values.size() == 1;
    if (layer_.values.size() != lists && !may_lack && !may_have) {
      throw std::invalid_argument("expected lists of values: " + std::to_string(lists));
    }
  }

  std::vector<Shape> output_shapes() {
    switch (kind_of_layer(layer_.type)) {
      case LayerKind::window:
        return {after_window()};
      case LayerKind::weights:
        return {after_weights()};
      case LayerKind::unary:
        if (op_.type == OpType::softmax || op_.type == OpType::log_softmax) set_axis(-1, rank());
        return {tensor(0).shape};
      case LayerKind::binary:
        return {after_binary()};
      default:
        return after_data();
    }
  }

  std::size_t rank() const { return tensor(0).shape.size(); }

  void set_axis(std::int64_t axis, std::size_t rank) {
    op_.axis = static_cast<std::int32_t>(axis_index(axis, rank));
  }

  std::int32_t required_channels() const {
    if (layer_.channels < 1) throw std::invalid_argument("the layer needs a number of channels");
    return layer_.channels;
  }

  TensorIndex add_constant(const char* what, DataType type, const Shape& shape, TensorKind kind) {
    return add_tensor(network_, layer_.name + "/" + what, type, shape, kind);
  }

  TensorIndex add_numbers(const char* what, const std::vector<std::int32_t>& values) {
    const TensorIndex index = add_constant(
        what, DataType::int32, {static_cast<std::int32_t>(values.size())}, TensorKind::constant);
    contents_.add(index, values);
    return index;
  }

  // Adds weights, and a bias if the layer has one. For 16-bit data, the weights have 8 bits.
  void add_weights(const Shape& shape, std::int32_t outputs) {
    const DataType type = type_ == DataType::int16 ? DataType::int8 : type_;
    op_.inputs.push_back(add_constant("weights", type, shape, TensorKind::weight));
    if (!layer_.bias) return;
    op_.inputs.push_back(add_constant("bias", bias_type(type_), {outputs}, TensorKind::bias));
  }

  const Shape& image() const {
    const Shape& shape = tensor(0).shape;
    if (shape.size() != 4) throw std::invalid_argument("the layer's input is not an image");
    return shape;
  }

  Shape after_window() {
    const Shape ifm = image();
    Window& window = op_.window;
    if (layer_.global_kernel) {
      window.kernel_h = ifm[1];
      window.kernel_w = ifm[2];
    }
    Shape ofm = ifm;
    ofm[1] = window_outputs(ifm[1], window.extent_h(), window.stride_h, window.scheme);
    ofm[2] = window_outputs(ifm[2], window.extent_w(), window.stride_w, window.scheme);
    if (ofm[1] < 1 || ofm[2] < 1) {
      throw std::invalid_argument("the kernel is larger than the layer's input");
    }
    if (layer_.type == OpType::conv_2d) {
      ofm[3] = required_channels();
      add_weights({ofm[3], window.kernel_h, window.kernel_w, ifm[3]}, ofm[3]);
    } else if (layer_.type == OpType::depthwise_conv_2d) {
      add_weights({1, window.kernel_h, window.kernel_w, ofm[3]}, ofm[3]);
    }
    return ofm;
  }

  Shape after_weights() {
    switch (layer_.type) {
      case OpType::transpose_conv:
        return after_transposed();
      case OpType::lstm:
        return after_lstm();
      case OpType::svdf:
        return after_svdf();
      case OpType::prelu:
        op_.inputs.push_back(
            add_constant("slopes", type_, {1, 1, channels_of(tensor(0))}, TensorKind::constant));
        return tensor(0).shape;
      default:
        return after_fully_connected();
    }
  }

  // Adds the weights and the bias of a fully-connected layer, and returns the shape of its output.
  // If Layer::shape is empty, the whole input is one row. Otherwise the number of rows is the
  // number of elements of Layer::shape divided by the channels.
  Shape after_fully_connected() {
    const std::int64_t elements = element_count(tensor(0));
    const std::int32_t outputs = required_channels();
    Shape shape = layer_.shape.empty() ? Shape{1, outputs} : layer_.shape;
    const std::optional<std::int64_t> results = checked_elements(shape);
    const std::int64_t rows = results.value_or(0) / outputs;
    if (!results || *results % outputs != 0 || rows < 1 || elements % rows != 0) {
      throw std::invalid_argument("the shape has no rows of the layer's channels");
    }
    add_weights({outputs, checked_extent(elements / rows)}, outputs);
    return shape;
  }

  Shape after_transposed() {
    const Shape ifm = image();
    const Window& window = op_.window;
    const auto enlarged_extent = [&](std::int64_t extent, std::int32_t stride,
                                     std::int32_t kernel) {
      const bool same = window.scheme == PaddingScheme::same;
      return checked_extent(same ? extent * stride : (extent - 1) * stride + kernel);
    };
    Shape ofm = {ifm[0], enlarged_extent(ifm[1], window.stride_h, window.kernel_h),
                 enlarged_extent(ifm[2], window.stride_w, window.kernel_w), required_channels()};
    if (!layer_.shape.empty()) {
      if (layer_.shape.size() != 4 || layer_.shape[3] != ofm[3]) {
        throw std::invalid_argument("the shape is no image of the layer's channels");
      }
      ofm = layer_.shape;
    }
    const std::vector<TensorIndex> data = std::exchange(op_.inputs, {add_numbers("shape", ofm)});
    add_weights({ofm[3], window.kernel_h, window.kernel_w, ifm[3]}, ofm[3]);
    op_.inputs.insert(op_.inputs.begin() + 2, data.begin(), data.end());
    return ofm;
  }

  // Adds the operands of an LSTM in the order of a .tflite: four matrices for the input, four for
  // the previous output, four biases, and two states. Operands for peepholes, projection and
  // normalisation stay absent. Returns the shape of the output.
  Shape after_lstm() {
    constexpr std::size_t operands = 24, gates = 4, recurrent = 5, biases = 12, state = 18;
    const Shape in = tensor(0).shape;
    if (in.size() != 3) throw std::invalid_argument("the layer's input is no sequence");
    const std::int32_t units = required_channels();
    op_.inputs.resize(operands, no_tensor);
    for (std::size_t gate = 0; gate < gates; ++gate) {
      op_.inputs[1 + gate] =
          add_constant("weights", DataType::int8, {units, in[2]}, TensorKind::weight);
      op_.inputs[recurrent + gate] =
          add_constant("recurrent", DataType::int8, {units, units}, TensorKind::weight);
      op_.inputs[biases + gate] = add_constant("bias", DataType::int32, {units}, TensorKind::bias);
    }
    op_.inputs[state] = add_constant("output state", type_, {in[0], units}, TensorKind::variable);
    op_.inputs[state + 1] =
        add_constant("cell state", DataType::int16, {in[0], units}, TensorKind::variable);
    return {in[0], in[1], units};
  }

  // Adds the operands of an SVDF and returns the shape of its output. Operand 1 has filters over
  // the features of one step; the number of filters is the first extent of Layer::shape, a multiple
  // of the units. Operand 2 has filters over the steps that the state keeps.
  Shape after_svdf() {
    const Shape in = tensor(0).shape;
    const std::int32_t units = required_channels();
    if (in.size() != 2) throw std::invalid_argument("the layer's input is not batch x features");
    if (layer_.shape.size() != 2 || layer_.shape[0] % units != 0) {
      throw std::invalid_argument("expected a shape of filters, a multiple of the units, x steps");
    }
    const std::int32_t filters = layer_.shape[0], steps = layer_.shape[1];
    const DataType state = type_ == DataType::int8 ? DataType::int16 : type_;
    op_.inputs.push_back(add_constant("weights", type_, {filters, in[1]}, TensorKind::weight));
    op_.inputs.push_back(add_constant("time", state, {filters, steps}, TensorKind::weight));
    op_.inputs.push_back(layer_.bias
                             ? add_constant("bias", bias_type(type_), {units}, TensorKind::bias)
                             : no_tensor);
    const Shape kept = {in[0], checked_extent(std::int64_t{filters} * steps)};
    op_.inputs.push_back(add_constant("state", state, kept, TensorKind::variable));
    return {in[0], units};
  }

  // Returns the shape of the output of a matrix product. For a product of two inputs, Layer::shape
  // determines which input is stored transposed. For a product with one input, Layer::shape is the
  // shape of the weights, which this function adds.
  Shape after_product() {
    const Shape left = tensor(0).shape;
    if (layer_.inputs.size() == 2) return shape_of_product(left, tensor(1).shape, layer_.shape);
    op_.inputs.push_back(add_constant("weights", type_, layer_.shape, TensorKind::weight));
    return shape_of_product(left, layer_.shape, {});
  }

  Shape after_binary() {
    if (layer_.type == OpType::batch_matmul) return after_product();
    if (layer_.inputs.size() == 2) return broadcast(tensor(0).shape, tensor(1).shape);
    op_.inputs.push_back(add_constant("operand", type_, layer_.shape, TensorKind::constant));
    return broadcast(tensor(0).shape, layer_.shape);
  }

  std::vector<Shape> after_data() {
    std::vector<Shape> inputs;
    for (std::size_t i = 0; i < layer_.inputs.size(); ++i) inputs.push_back(tensor(i).shape);
    std::vector<Shape> outputs = shapes_of_data(layer_, inputs);
    add_values();
    set_data_axis(outputs.front().size());
    return outputs;
  }

  void add_values() {
    std::vector<TensorIndex> numbers;
    for (const std::vector<std::int32_t>& values : layer_.values) {
      numbers.push_back(add_numbers("values", values));
    }
    const bool first = layer_.type == OpType::split || layer_.type == OpType::fill;
    op_.inputs.insert(first ? op_.inputs.begin() : op_.inputs.end(), numbers.begin(),
                      numbers.end());
    if (layer_.type == OpType::pad_v2 || (layer_.type == OpType::fill && numbers.empty())) {
      const DataType type = output_type_of(layer_, type_);
      op_.inputs.push_back(add_constant("value", type, {}, TensorKind::constant));
    }
  }

  void set_data_axis(std::size_t outputs) {
    switch (layer_.type) {
      case OpType::concatenation:
        return set_axis(layer_.axis.value_or(-1), outputs);
      case OpType::pack:
        return set_axis(layer_.axis.value_or(0), outputs);
      case OpType::unpack:
      case OpType::gather:
        return set_axis(layer_.axis.value_or(0), rank());
      case OpType::split:
      case OpType::arg_max:
      case OpType::arg_min:
        return set_axis(layer_.values[0].at(0), rank());
      case OpType::split_v:
        return set_axis(layer_.values[1].at(0), rank());
      default:
        return;
    }
  }

  Network& network_;
  const Layer& layer_;
  ConstantContents& contents_;
  Operator op_;
  // The element type of the layer's first input.
  DataType type_ = DataType::int8;
};

}  // namespace

void ConstantContents::add(TensorIndex tensor, const std::vector<std::int32_t>& values) {
  constexpr int bits = 32, bits_of_byte = 8;
  std::vector<std::uint8_t> bytes;
  for (const std::int32_t value : values) {
    for (int shift = 0; shift < bits; shift += bits_of_byte) {
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> shift));
    }
  }
  contents_.emplace_back(tensor, std::move(bytes));
}

void ConstantContents::give_to(Network& network) const {
  if (contents_.empty()) return;
  struct OwnedBytes {
    FileBytes bytes;
    // Keeps the network's earlier bytes alive, because views of tensors refer to them.
    std::shared_ptr<const FileBytes> before;
  };
  const auto owned = std::make_shared<OwnedBytes>();
  owned->before = std::move(network.file);
  for (const auto& [tensor, bytes] : contents_) {
    owned->bytes.insert(owned->bytes.end(), bytes.begin(), bytes.end());
  }
  const std::uint8_t* next = owned->bytes.data();
  for (const auto& [tensor, bytes] : contents_) {
    at(network.tensors, tensor).data = {next, bytes.size()};
    next += bytes.size();
  }
  network.file = std::shared_ptr<const FileBytes>(owned, &owned->bytes);
}

TensorIndex add_network_input(Network& network, const std::string& name, const Shape& shape,
                              DataType type) {
  network.inputs.push_back(add_tensor(network, name, type, shape, TensorKind::activation));
  return network.inputs.back();
}

std::vector<TensorIndex> add_layer(Network& network, const Layer& layer,
                                   ConstantContents& contents) {
  return LayerBuilder(network, layer, contents).run();
}

TensorIndex add_layer(Network& network, const Layer& layer) {
  ConstantContents contents;
  const std::vector<TensorIndex> outputs = add_layer(network, layer, contents);
  contents.give_to(network);
  return outputs.front();
}

void finish_outputs(Network& network) {
  std::vector<bool> read(network.tensors.size(), false);
  for (const Operator& op : network.operators) {
    for (const TensorIndex input : op.inputs) {
      if (input != no_tensor) at(read, input) = true;
    }
  }
  for (const Operator& op : network.operators) {
    for (const TensorIndex output : op.outputs) {
      if (!at(read, output)) network.outputs.push_back(output);
    }
  }
}

}  // namespace spillway
