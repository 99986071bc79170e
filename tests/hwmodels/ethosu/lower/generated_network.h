// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/hwmodels/ethosu/lower/generated_maps.h"
#include "tests/hwmodels/ethosu/lower/generated_states.h"
#include "traces/tflite/codes.h"

namespace spillway::test {

/// Generates a network that a converter could have written. Equal seeds give equal networks. The
/// network consists of:
/// * operators of any kind over int8 maps of the shape 1 x height x width x channels,
/// * branches, several outputs, and constants that several convolutions share,
/// * variables, control flow and operators that no NPU runs,
/// * operators that the program knows only by name. Each seed selects two operator codes of the
///   .tflite format, so 105 consecutive seeds select all codes.
class GeneratedNetwork : private GeneratedMaps {
 public:
  explicit GeneratedNetwork(std::uint64_t seed) : GeneratedMaps(seed), seed_(seed) {}

  Network make() {
    const std::uint64_t operators = 2 + seed_ % 14;
    add(build().input({1, between(4, 20), between(4, 20), 1 + 3 * between(0, 5)}));
    for (std::uint64_t i = 0; i < operators; ++i) add_operator();
    add_known_by_name();
    return finish();
  }

 private:
  void add_operator() {
    switch (between(0, 20)) {
      case 0:
      case 1:
      case 2:
        return add_convolution();
      case 3:
        return add_depthwise();
      case 4:
        return add_binary();
      case 5:
        return add_unary();
      case 6:
        return add_pool();
      case 7:
        return add_reshape();
      case 8:
        return add_pad();
      case 9:
        return add_concatenation();
      case 10:
        return add_split();
      case 11:
        return add_transpose();
      case 12:
        return add_resize();
      case 13:
        return add_slice();
      case 14:
        return add_reduction();
      case 15:
        return add_product();
      case 16:
        return add_pair();
      case 17:
        return add_rearrangement();
      case 18:
        return add_extension();
      case 19:
        return GeneratedStates(*this).add();
      default:
        return add_foreign();
    }
  }

  void window(Operator& op, std::int32_t kernel, std::int32_t stride) {
    op.window.kernel_h = op.window.kernel_w = kernel;
    op.window.stride_h = op.window.stride_w = stride;
    op.window.scheme = PaddingScheme::same;
  }

  static std::int32_t after_stride(std::int32_t extent, std::int32_t stride) {
    return (extent + stride - 1) / stride;
  }

  void add_convolution() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    const std::int32_t kernel = once_in(2) ? 1 : 3;
    const std::int32_t stride = kernel == 3 && once_in(3) ? 2 : 1;
    const std::int32_t channels = 4 * between(1, 10);
    const TensorIndex constant = weights({channels, kernel, kernel, from[3]});
    const TensorIndex bias = build().constant({channels}, TensorKind::bias);
    Operator& made =
        op(OpType::conv_2d, {in, constant, bias},
           {1, after_stride(from[1], stride), after_stride(from[2], stride), channels});
    window(made, kernel, stride);
  }

  void add_depthwise() {
    const TensorIndex in = source();
    const TensorIndex constant = weights({1, 3, 3, shape(in)[3]});
    const TensorIndex bias = build().constant({shape(in)[3]}, TensorKind::bias);
    window(op(OpType::depthwise_conv_2d, {in, constant, bias}, shape(in)), 3, 1);
  }

  void add_binary() {
    const TensorIndex first = source();
    std::vector<TensorIndex> alike;
    for (const TensorIndex map : maps()) {
      if (map != first && shape(map) == shape(first)) alike.push_back(map);
    }
    const TensorIndex second = alike.empty() ? first : any_of(alike);
    mark_read(second);
    op(any_of(std::vector<OpType>{OpType::add, OpType::mul, OpType::sub, OpType::minimum,
                                  OpType::maximum, OpType::squared_difference}),
       {first, second}, shape(first));
  }

  void add_unary() {
    const TensorIndex in = source();
    const OpType type = any_of(std::vector<OpType>{
        OpType::abs, OpType::logistic, OpType::tanh, OpType::relu6, OpType::softmax,
        OpType::hard_swish, OpType::quantize, OpType::neg, OpType::exp, OpType::log, OpType::sqrt,
        OpType::rsqrt, OpType::gelu, OpType::relu, OpType::relu_n1_to_1, OpType::relu_0_to_1,
        OpType::leaky_relu, OpType::log_softmax, OpType::prelu});
    std::vector<TensorIndex> inputs{in};
    if (type == OpType::prelu) {
      inputs.push_back(build().constant({1, 1, shape(in)[3]}, TensorKind::constant));
    }
    op(type, inputs, shape(in));
  }

  void add_pool() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    const OpType type = once_in(2) ? OpType::max_pool_2d : OpType::average_pool_2d;
    Operator& made =
        op(type, {in}, {1, after_stride(from[1], 2), after_stride(from[2], 2), from[3]});
    window(made, 2, 2);
  }

  void add_reshape() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    const Dims to{1, 1, from[1] * from[2], from[3]};
    op(OpType::reshape, {in, build().numbers(to)}, to);
  }

  void add_pad() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    op(OpType::pad, {in, build().numbers({0, 0, 1, 1, 1, 1, 0, 0})},
       {1, from[1] + 2, from[2] + 2, from[3]});
  }

  void add_concatenation() {
    const TensorIndex first = source();
    Dims to = shape(first);
    std::vector<TensorIndex> parts{first};
    for (const TensorIndex map : maps()) {
      const Dims part = shape(map);
      if (map == first || parts.size() > 3 || part[1] != to[1] || part[2] != to[2]) continue;
      parts.push_back(map);
      mark_read(map);
      to[3] += part[3];
    }
    op(OpType::concatenation, parts, to).axis = 3;
  }

  void add_split() {
    const TensorIndex in = source();
    Dims half = shape(in);
    if (half[3] % 2 != 0) return add_unary();
    half[3] /= 2;
    const std::vector<TensorIndex> parts{build().map(half), build().map(half)};
    if (once_in(2)) {
      build().op(OpType::split, {build().numbers({3}), in}, parts).axis = 3;
    } else {
      const TensorIndex sizes = build().numbers({half[3], half[3]});
      build().op(OpType::split_v, {in, sizes, build().numbers({3})}, parts).axis = 3;
    }
    for (const TensorIndex part : parts) add(part);
  }

  void add_transpose() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    op(OpType::transpose, {in, build().numbers({0, 2, 1, 3})}, {1, from[2], from[1], from[3]});
  }

  void add_resize() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    if (from[1] * from[2] > 400) return add_pool();
    const OpType type = once_in(2) ? OpType::resize_nearest_neighbor : OpType::resize_bilinear;
    op(type, {in, build().numbers({2 * from[1], 2 * from[2]})},
       {1, 2 * from[1], 2 * from[2], from[3]});
  }

  void add_slice() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    Dims to = from;
    to[1] = (to[1] + 1) / 2;
    if (once_in(2)) {
      op(OpType::strided_slice,
         {in, build().numbers({0, 0, 0, 0}), build().numbers(from), build().numbers({1, 2, 1, 1})},
         to);
    } else {
      op(OpType::slice, {in, build().numbers({0, 0, 0, 0}), build().numbers(to)}, to);
    }
  }

  void add_reduction() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    if (once_in(3)) {
      const OpType type = once_in(2) ? OpType::arg_max : OpType::arg_min;
      const TensorIndex places = build().map({1, from[1], from[2]}, DataType::int32);
      build().op(type, {in, build().numbers({3})}, {places}).axis = 3;
      end_with(places);
      return;
    }
    const OpType type = any_of(
        std::vector<OpType>{OpType::mean, OpType::sum, OpType::reduce_max, OpType::reduce_min});
    op(type, {in, build().numbers({1, 2})}, {1, 1, 1, from[3]});
  }

  /// Adds a matrix-vector product, a matrix product, or a transposed convolution that doubles
  /// height and width.
  void add_product() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    const std::int32_t outputs = 4 * between(1, 6);
    if (from[1] * from[2] > 100) return add_pool();
    if (once_in(3)) {
      const TensorIndex weights =
          build().constant({outputs, from[1] * from[2] * from[3]}, TensorKind::weight);
      op(OpType::fully_connected, {in, weights}, {1, 1, 1, outputs});
    } else if (once_in(2)) {
      const TensorIndex turned = build().map({1, from[1], from[3], from[2]});
      build().op(OpType::transpose, {in, build().numbers({0, 1, 3, 2})}, {turned});
      op(OpType::batch_matmul, {in, turned}, {1, from[1], from[2], from[2]});
    } else {
      const Dims to{1, 2 * from[1], 2 * from[2], outputs};
      const TensorIndex weights = build().constant({outputs, 2, 2, from[3]}, TensorKind::weight);
      window(op(OpType::transpose_conv, {build().numbers(to), weights, in}, to), 2, 2);
    }
  }

  /// Adds a pair of operators, the second of which reverses the effect of the first.
  void add_pair() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    switch (between(0, 2)) {
      case 0: {
        const TensorIndex other = build().map(from);
        build().op(OpType::relu, {in}, {other});
        const TensorIndex both = build().map({2, 1, from[1], from[2], from[3]});
        build().op(OpType::pack, {in, other}, {both}).axis = 0;
        const TensorIndex first = build().map(from);
        const TensorIndex second = build().map(from);
        build().op(OpType::unpack, {both}, {first, second}).axis = 0;
        add(first);
        add(second);
        return;
      }
      case 1: {
        const TensorIndex numbers = build().map(from, DataType::float32);
        build().op(OpType::dequantize, {in}, {numbers});
        op(OpType::quantize, {numbers}, from);
        return;
      }
      default: {
        const TensorIndex deeper = build().map({1, 1, from[1], from[2], from[3]});
        build().op(OpType::expand_dims, {in, build().numbers({0})}, {deeper});
        op(OpType::squeeze, {deeper}, from);
      }
    }
  }

  /// Adds operators that rearrange blocks of 2 x 2 pixels: into batches and back, into channels, or
  /// from channels into pixels.
  void add_rearrangement() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    const bool even = from[1] % 2 == 0 && from[2] % 2 == 0;
    if (even && once_in(2)) {
      const TensorIndex batches = build().map({4, from[1] / 2, from[2] / 2, from[3]});
      const std::vector<TensorIndex> amounts{build().numbers({2, 2}),
                                             build().numbers({0, 0, 0, 0})};
      build().op(OpType::space_to_batch, {in, amounts[0], amounts[1]}, {batches});
      op(OpType::batch_to_space, {batches, amounts[0], amounts[1]}, from);
    } else if (even) {
      op(OpType::space_to_depth, {in}, {1, from[1] / 2, from[2] / 2, 4 * from[3]});
    } else if (from[3] % 4 == 0) {
      op(OpType::depth_to_space, {in}, {1, 2 * from[1], 2 * from[2], from[3] / 4});
    } else {
      add_unary();
    }
  }

  /// Adds a pad, a tile or a broadcast operator; for a map of more than 32 rows, a pool.
  void add_extension() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    if (from[1] > 32) return add_pool();
    const Dims around{0, 0, 1, 1, 1, 1, 0, 0};
    const Dims padded{1, from[1] + 2, from[2] + 2, from[3]};
    switch (between(0, 3)) {
      case 0:
        op(OpType::mirror_pad, {in, build().numbers(around)}, padded);
        return;
      case 1:
        op(OpType::pad_v2,
           {in, build().numbers(around), build().constant({1}, TensorKind::constant)}, padded);
        return;
      case 2:
        op(OpType::tile, {in, build().numbers({1, 2, 1, 1})}, {1, 2 * from[1], from[2], from[3]});
        return;
      default:
        op(OpType::broadcast_to, {in, build().numbers(from)}, from);
    }
  }

  /// Adds an operator that runs on the CPU, because the NPU has no operation for it.
  void add_foreign() {
    const TensorIndex in = source();
    if (once_in(2)) {
      op(OpType::gather, {in, build().numbers({0})}, shape(in));
    } else {
      op(OpType::custom, {in}, shape(in)).type_name = "Smooth";
    }
  }

  void add_known_by_name() {
    constexpr std::uint64_t operators_of_the_format = 210, each = 2;
    for (std::uint64_t i = 0; i < each; ++i) {
      const auto code = static_cast<int>((seed_ * each + i) % operators_of_the_format);
      if (code == custom_builtin_code || builtin_operator_type(code) != OpType::unknown) continue;
      const TensorIndex in = source();
      op(OpType::unknown, {in}, shape(in)).type_name = builtin_operator_name(code);
    }
  }

  std::uint64_t seed_;
};

}  // namespace spillway::test
