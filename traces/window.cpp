// SPDX-License-Identifier: Apache-2.0
#include "traces/window.h"

#include <algorithm>

#include "traces/shape.h"

namespace spillway {
namespace {

// Returns the number of padded elements along one axis, at least 0 and at most `extent`, the extent
// of the window. It is the number of elements that the `steps` positions of the window reach, minus
// `existing`, the number of elements of the tensor.
std::int32_t padding_elements(std::int64_t steps, std::int64_t extent, std::int64_t stride,
                              std::int64_t existing) {
  const std::int64_t needed = (steps - 1) * stride + extent - existing;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(needed, 0, extent));
}

void set_padding(std::int32_t rows, std::int32_t columns, Window& window) {
  window.pad_top = rows / 2;
  window.pad_bottom = rows - rows / 2;
  window.pad_left = columns / 2;
  window.pad_right = columns - columns / 2;
}

}  // namespace

std::int32_t window_outputs(std::int32_t input, std::int32_t extent, std::int32_t stride,
                            PaddingScheme scheme) {
  const std::int64_t reach = std::int64_t{input} + stride - 1;
  const std::int64_t last = scheme == PaddingScheme::same ? reach : reach - extent + 1;
  return static_cast<std::int32_t>(std::max<std::int64_t>(last / stride, 0));
}

void resolve_padding(Window& window, const Tensor& ifm, const Tensor& ofm) {
  if (window.scheme == PaddingScheme::given) return;
  if (window.scheme == PaddingScheme::valid) return set_padding(0, 0, window);
  set_padding(padding_elements(height_of(ofm), window.extent_h(), window.stride_h, height_of(ifm)),
              padding_elements(width_of(ofm), window.extent_w(), window.stride_w, width_of(ifm)),
              window);
}

void resolve_transposed_padding(Window& window, const Tensor& ofm) {
  if (window.scheme == PaddingScheme::given) return;
  if (window.scheme == PaddingScheme::valid) return set_padding(0, 0, window);
  const auto beyond = [&](std::int32_t outputs, std::int32_t extent, std::int32_t stride) {
    return padding_elements(window_outputs(outputs, extent, stride, window.scheme), extent, stride,
                            outputs);
  };
  set_padding(beyond(height_of(ofm), window.extent_h(), window.stride_h),
              beyond(width_of(ofm), window.extent_w(), window.stride_w), window);
}

}  // namespace spillway
