// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "traces/network.h"

namespace spillway::test {

inline bool same_bytes(ByteView a, ByteView b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

inline bool same_window(const Window& a, const Window& b) {
  return a.kernel_h == b.kernel_h && a.kernel_w == b.kernel_w && a.stride_h == b.stride_h &&
         a.stride_w == b.stride_w && a.dilation_h == b.dilation_h && a.dilation_w == b.dilation_w &&
         a.pad_top == b.pad_top && a.pad_bottom == b.pad_bottom && a.pad_left == b.pad_left &&
         a.pad_right == b.pad_right && a.scheme == b.scheme;
}

inline bool same_views(const std::vector<OperandView>& a, const std::vector<OperandView>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const OperandView& left, const OperandView& right) {
                      return left.shape == right.shape && left.offset == right.offset;
                    });
}

/// Returns whether two tensors have the same quantisation.
inline bool same_quantization(const Tensor& a, const Tensor& b) {
  return a.scale == b.scale && a.zero_point == b.zero_point &&
         same_bytes(a.zero_points, b.zero_points);
}

/// Returns whether two tensors are equal. Quantisation and the values of constants may differ.
inline bool same_tensor(const Tensor& a, const Tensor& b) {
  return a.name == b.name && a.type == b.type && a.shape == b.shape && a.kind == b.kind &&
         a.bytes == b.bytes && a.layout == b.layout;
}

/// Returns whether two operators have the same attributes that only operators of some types have.
inline bool same_attributes(const Operator& a, const Operator& b) {
  return a.alpha == b.alpha && a.cell_clip == b.cell_clip && a.time_major == b.time_major &&
         a.align_corners == b.align_corners && a.half_pixel_centers == b.half_pixel_centers &&
         a.begin_mask == b.begin_mask && a.ellipsis_mask == b.ellipsis_mask &&
         a.new_axis_mask == b.new_axis_mask && a.shrink_axis_mask == b.shrink_axis_mask;
}

inline bool same_operator(const Operator& a, const Operator& b) {
  return a.type == b.type && a.type_name == b.type_name && a.name == b.name &&
         a.inputs == b.inputs && a.outputs == b.outputs && same_window(a.window, b.window) &&
         a.activation == b.activation && a.macs == b.macs && a.axis == b.axis &&
         same_attributes(a, b) && same_bytes(a.options, b.options) && a.on_host == b.on_host &&
         same_views(a.input_views, b.input_views) && same_views(a.output_views, b.output_views);
}

/// Returns where two networks first differ; empty if they are equal. The names and sources of the
/// networks and the values of constants may differ.
inline std::string difference(const Network& a, const Network& b) {
  if (a.tensors.size() != b.tensors.size()) return "number of tensors";
  for (std::size_t i = 0; i < a.tensors.size(); ++i) {
    if (!same_tensor(a.tensors[i], b.tensors[i])) return fmt::format("tensor {}", i);
  }
  if (a.operators.size() != b.operators.size()) return "number of operators";
  for (std::size_t i = 0; i < a.operators.size(); ++i) {
    if (!same_operator(a.operators[i], b.operators[i])) return fmt::format("operator {}", i);
  }
  if (a.inputs != b.inputs) return "inputs";
  if (a.outputs != b.outputs) return "outputs";
  return {};
}

}  // namespace spillway::test
