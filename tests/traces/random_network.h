// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "traces/network.h"

namespace spillway::test {

/// Makes a valid network of up to eight operators with random names, shapes, kinds, windows and
/// values of constants. The sizes of its maps and windows need not fit together, because readers
/// and writers must preserve all sizes without checking them.
class RandomNetwork {
 public:
  Network make() {
    network_.name = *rc::gen::arbitrary<std::string>();
    network_.inputs.push_back(add_tensor(TensorKind::activation));
    const int operators = *rc::gen::inRange(1, 9);
    for (int i = 0; i < operators; ++i) add_operator();
    network_.outputs = network_.operators.back().outputs;
    network_.warnings = *rc::gen::container<std::vector<std::string>>(
        *rc::gen::inRange<std::size_t>(0, 3), rc::gen::arbitrary<std::string>());
    add_contents();
    return std::move(network_);
  }

 private:
  template <typename Enum>
  static Enum any_of(Enum last) {
    return static_cast<Enum>(*rc::gen::inRange(0, static_cast<int>(last) + 1));
  }

  static std::int32_t between(std::int32_t least, std::int32_t greatest) {
    return *rc::gen::inRange(least, greatest + 1);
  }

  TensorIndex add_tensor(TensorKind kind) {
    Tensor tensor;
    tensor.name = *rc::gen::arbitrary<std::string>();
    tensor.type = any_of(DataType::float8_e5m2);
    const int rank = between(0, 4);
    for (int i = 0; i < rank; ++i) tensor.shape.push_back(between(1, 40));
    tensor.kind = kind;
    tensor.layout = any_of(TensorLayout::nhcwb16);
    std::int64_t elements = 1;
    for (const std::int32_t extent : tensor.shape) elements *= extent;
    tensor.bytes = std::max<Bytes>(storage_bytes(tensor.type, elements), 0);
    const bool own_size = tensor.layout == TensorLayout::nhcwb16 || kind == TensorKind::scratch ||
                          kind == TensorKind::operator_data;
    if (own_size) tensor.bytes += between(0, 1 << 20);
    tensor.scale = static_cast<float>(between(0, 1000)) / 7000;
    tensor.zero_point = between(-2, 2);
    network_.tensors.push_back(tensor);
    return static_cast<TensorIndex>(network_.tensors.size()) - 1;
  }

  void add_operator() {
    Operator op;
    op.type = *rc::gen::arbitrary<bool>() ? any_of(OpType::custom) : type_with_attributes();
    op.type_name = *rc::gen::nonEmpty<std::string>();
    op.name = *rc::gen::arbitrary<std::string>();
    const auto present = static_cast<std::int32_t>(network_.tensors.size());
    const int known_inputs = between(0, 3);
    for (int i = 0; i < known_inputs; ++i) op.inputs.push_back(between(no_tensor, present - 1));
    op.inputs.push_back(add_tensor(static_cast<TensorKind>(between(
        static_cast<int>(TensorKind::weight), static_cast<int>(TensorKind::operator_data)))));
    const int outputs = between(1, 2);
    for (int i = 0; i < outputs; ++i) op.outputs.push_back(add_tensor(TensorKind::activation));
    op.window = random_window();
    op.activation = any_of(Activation::sign_bit);
    op.macs = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 50);
    op.axis = between(-4, 4);
    set_attributes(op);
    op.on_host = *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) op.input_views = random_views(op.inputs.size());
    if (*rc::gen::arbitrary<bool>()) op.output_views = random_views(op.outputs.size());
    network_.operators.push_back(op);
  }

  static OpType type_with_attributes() {
    return *rc::gen::element(OpType::leaky_relu, OpType::lstm, OpType::resize_bilinear,
                             OpType::resize_nearest_neighbor, OpType::strided_slice);
  }

  static void set_attributes(Operator& op) {
    constexpr int most = 1 << 20;
    switch (op.type) {
      case OpType::leaky_relu:
        op.alpha = static_cast<float>(between(-most, most)) / 7000;
        break;
      case OpType::lstm:
        op.cell_clip = static_cast<float>(between(0, most)) / 3;
        op.time_major = *rc::gen::arbitrary<bool>();
        break;
      case OpType::resize_bilinear:
      case OpType::resize_nearest_neighbor:
        op.align_corners = *rc::gen::arbitrary<bool>();
        op.half_pixel_centers = *rc::gen::arbitrary<bool>();
        break;
      case OpType::strided_slice:
        for (std::int32_t* mask :
             {&op.begin_mask, &op.ellipsis_mask, &op.new_axis_mask, &op.shrink_axis_mask}) {
          *mask = between(-1, most);
        }
        break;
      default:
        break;
    }
  }

  static Window random_window() {
    Window window;
    for (std::int32_t* value : {&window.kernel_h, &window.kernel_w, &window.stride_h,
                                &window.stride_w, &window.dilation_h, &window.dilation_w}) {
      *value = between(1, 9);
    }
    for (std::int32_t* value :
         {&window.pad_top, &window.pad_bottom, &window.pad_left, &window.pad_right}) {
      *value = between(0, 4);
    }
    window.scheme = any_of(PaddingScheme::given);
    return window;
  }

  static std::vector<OperandView> random_views(std::size_t operands) {
    std::vector<OperandView> views(operands);
    for (OperandView& view : views) {
      view.shape.resize(static_cast<std::size_t>(between(0, 4)), between(0, 9));
      view.offset.resize(static_cast<std::size_t>(between(0, 4)), between(0, 9));
    }
    return views;
  }

  // Returns as many bytes as fit into whole 64-bit numbers.
  static ByteView whole_numbers(ByteView bytes) {
    return {bytes.data, bytes.size / sizeof(std::int64_t) * sizeof(std::int64_t)};
  }

  // Puts the values of all constants into one array of bytes. Tensors refer to these bytes, so the
  // array is a shared object that does not move in memory.
  void add_contents() {
    const auto bytes =
        *rc::gen::container<std::vector<std::uint8_t>>(64, rc::gen::arbitrary<std::uint8_t>());
    auto file = std::make_shared<FileBytes>(bytes.begin(), bytes.end());
    const auto part = [&]() -> ByteView {
      const auto begin = static_cast<std::size_t>(between(0, 63));
      const auto size = static_cast<std::size_t>(between(0, 64 - static_cast<int>(begin)));
      return {file->data() + begin, size};
    };
    for (Tensor& tensor : network_.tensors) {
      if (tensor.kind == TensorKind::constant) tensor.data = part();
    }
    for (Tensor& tensor : network_.tensors) tensor.zero_points = whole_numbers(part());
    for (Operator& op : network_.operators) op.options = part();
    const int entries = between(0, 2);
    for (int i = 0; i < entries; ++i) {
      network_.metadata.push_back({*rc::gen::arbitrary<std::string>(), part()});
    }
    network_.file = file;
  }

  Network network_;
};

inline Network random_network() { return RandomNetwork().make(); }

}  // namespace spillway::test
