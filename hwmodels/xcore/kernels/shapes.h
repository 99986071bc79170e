// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore {

using Shape = std::vector<std::int32_t>;

/// Rows, columns and channels of a feature map.
struct Image {
  std::int32_t rows = 1, columns = 1, channels = 1;

  std::int64_t pixels() const { return std::int64_t{rows} * columns; }
  std::int64_t elements() const { return pixels() * channels; }
};

/// Returns `shape` as an image. The last two dimensions are columns and channels; the product of
/// all dimensions before them is the number of rows.
Image image_of(const Shape& shape);

/// Returns the values of an int32 constant; nullopt if the tensor has another type or if the file
/// does not contain its values.
std::optional<Shape> constant_integers(const Tensor& tensor);

/// Returns the rows and columns that a PAD adds around an image; nullopt if `op` is no PAD, if it
/// pads other dimensions, or if the file does not contain the amounts.
std::optional<Window> image_padding(const Network& network, const Operator& op);

std::int64_t elements_of(const Shape& shape);

/// Each function returns the shape in which `op` reads its input (or writes its output) `number`.
/// The shape of the tensor can be another one, for example if lowering removed a reshape.
const Shape& input_shape(const Network& network, const Operator& op, std::size_t number);
const Shape& output_shape(const Network& network, const Operator& op, std::size_t number);

/// Returns the bytes per element of an int8 or int16 tensor.
std::int32_t element_bytes(const Tensor& tensor);

}  // namespace spillway::xcore
