// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/hwmodels/ethosu/lower/network_builder.h"

namespace spillway::test {

/// A network that a converter could have written: operators of any kind over maps of 1 x height x
/// width x channels elements of int8, with branches, several outputs, constants that convolutions
/// share and operators that no NPU runs. The same seed gives the same network.
class GeneratedNetwork {
 public:
  explicit GeneratedNetwork(std::uint64_t seed) : random_(seed) {}

  Network make(int operators) {
    add(build_.input({1, between(4, 20), between(4, 20), 1 + 3 * between(0, 5)}));
    for (int i = 0; i < operators; ++i) add_operator();
    const TensorIndex last = maps_.back();
    Network network = build_.finish(last);
    for (const TensorIndex map : maps_) {
      const bool is_input = map == maps_.front();
      if (map != last && !is_input && read_.count(map) == 0) network.outputs.push_back(map);
    }
    return network;
  }

 private:
  using Dims = std::vector<std::int32_t>;

  // Distributions of the standard library differ between machines.
  std::int32_t between(std::int32_t least, std::int32_t most) {
    return least +
           static_cast<std::int32_t>(random_() % static_cast<std::uint64_t>(most - least + 1));
  }

  bool once_in(std::int32_t n) { return between(1, n) == 1; }

  Dims shape(TensorIndex map) { return build_.at_tensor(map).shape; }

  TensorIndex add(TensorIndex map) {
    maps_.push_back(map);
    return map;
  }

  // The last map, or one from before, so that chains branch.
  TensorIndex source() {
    const auto count = static_cast<std::int32_t>(maps_.size());
    const TensorIndex map = once_in(4) ? at(maps_, between(0, count - 1)) : maps_.back();
    read_.insert(map);
    return map;
  }

  Operator& op(OpType type, const std::vector<TensorIndex>& inputs, const Dims& out) {
    return build_.op(type, inputs, {add(build_.map(out))});
  }

  void add_operator() {
    switch (between(0, 14)) {
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
      default:
        return add_foreign();
    }
  }

  /// A constant of an earlier operator of the same shape, every second time.
  TensorIndex weights(const Dims& shape) {
    const auto known = weights_.find(shape);
    if (known != weights_.end() && once_in(2)) return known->second;
    return weights_[shape] = build_.constant(shape, TensorKind::weight);
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
    const TensorIndex bias = build_.constant({channels}, TensorKind::bias);
    Operator& made =
        op(OpType::conv_2d, {in, constant, bias},
           {1, after_stride(from[1], stride), after_stride(from[2], stride), channels});
    window(made, kernel, stride);
  }

  void add_depthwise() {
    const TensorIndex in = source();
    const TensorIndex constant = weights({1, 3, 3, shape(in)[3]});
    const TensorIndex bias = build_.constant({shape(in)[3]}, TensorKind::bias);
    window(op(OpType::depthwise_conv_2d, {in, constant, bias}, shape(in)), 3, 1);
  }

  void add_binary() {
    const TensorIndex first = source();
    std::vector<TensorIndex> alike;
    for (const TensorIndex map : maps_) {
      if (map != first && shape(map) == shape(first)) alike.push_back(map);
    }
    const TensorIndex second = alike.empty() ? first : any_of(alike);
    read_.insert(second);
    op(any_of(std::vector<OpType>{OpType::add, OpType::mul, OpType::sub, OpType::minimum,
                                  OpType::maximum}),
       {first, second}, shape(first));
  }

  template <typename T>
  T any_of(const std::vector<T>& all) {
    return at(all, between(0, static_cast<std::int32_t>(all.size()) - 1));
  }

  void add_unary() {
    const TensorIndex in = source();
    op(any_of(std::vector<OpType>{OpType::abs, OpType::logistic, OpType::tanh, OpType::relu6,
                                  OpType::softmax, OpType::hard_swish, OpType::quantize}),
       {in}, shape(in));
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
    op(OpType::reshape, {in, build_.numbers(to)}, to);
  }

  void add_pad() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    op(OpType::pad, {in, build_.numbers({0, 0, 1, 1, 1, 1, 0, 0})},
       {1, from[1] + 2, from[2] + 2, from[3]});
  }

  void add_concatenation() {
    const TensorIndex first = source();
    Dims to = shape(first);
    std::vector<TensorIndex> parts{first};
    for (const TensorIndex map : maps_) {
      const Dims part = shape(map);
      if (map == first || parts.size() > 3 || part[1] != to[1] || part[2] != to[2]) continue;
      parts.push_back(map);
      read_.insert(map);
      to[3] += part[3];
    }
    op(OpType::concatenation, parts, to).axis = 3;
  }

  void add_split() {
    const TensorIndex in = source();
    Dims half = shape(in);
    if (half[3] % 2 != 0) return add_unary();
    half[3] /= 2;
    const std::vector<TensorIndex> parts{build_.map(half), build_.map(half)};
    build_.op(OpType::split, {build_.numbers({3}), in}, parts).axis = 3;
    for (const TensorIndex part : parts) add(part);
  }

  void add_transpose() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    op(OpType::transpose, {in, build_.numbers({0, 2, 1, 3})}, {1, from[2], from[1], from[3]});
  }

  void add_resize() {
    const TensorIndex in = source();
    const Dims from = shape(in);
    if (from[1] * from[2] > 400) return add_pool();
    op(OpType::resize_nearest_neighbor, {in, build_.numbers({2 * from[1], 2 * from[2]})},
       {1, 2 * from[1], 2 * from[2], from[3]});
  }

  void add_slice() {
    const TensorIndex in = source();
    Dims to = shape(in);
    to[1] = (to[1] + 1) / 2;
    op(OpType::slice, {in, build_.numbers({0, 0, 0, 0}), build_.numbers(to)}, to);
  }

  /// An operator that falls back to the CPU.
  void add_foreign() {
    const TensorIndex in = source();
    if (once_in(2)) {
      op(OpType::gather, {in, build_.numbers({0})}, shape(in));
    } else {
      op(OpType::rsqrt, {in}, shape(in));
    }
  }

  std::mt19937_64 random_;
  NetworkBuilder build_;
  std::vector<TensorIndex> maps_;
  std::set<TensorIndex> read_;
  std::map<Dims, TensorIndex> weights_;
};

}  // namespace spillway::test
