// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/copy_kernels.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

constexpr std::int32_t byte_unit = 1;
constexpr std::int32_t word_unit = 4;

std::int32_t element_of(const Network& network, const Operator& op) {
  const Tensor& y = at(network.tensors, op.outputs.front());
  const std::int64_t elements = element_count(y);
  return elements == 0 ? 1 : static_cast<std::int32_t>(std::max<Bytes>(1, y.bytes / elements));
}

/// Returns the bytes of a sub-array with the dimensions of `shape` from index `first` to the last.
/// `element` is the number of bytes per element.
std::int32_t inner_bytes(const Shape& shape, std::size_t first, std::int32_t element) {
  std::int32_t bytes = element;
  for (std::size_t i = first; i < shape.size(); ++i) bytes *= shape[i];
  return bytes;
}

std::int64_t outer_count(const Shape& shape, std::size_t first) {
  std::int64_t count = 1;
  for (std::size_t i = 0; i < first; ++i) count *= shape[i];
  return count;
}

}  // namespace

void add_copies(SlotSum& cost, double runs, std::int64_t bytes) {
  cost.add(Cost::copy_run, runs);
  if (bytes % word_unit == 0) {
    cost.add(Cost::copy_vector, runs * static_cast<double>(ceil_div(bytes, vector_bytes)));
  } else {
    cost.add(Cost::copy_byte, runs * static_cast<double>(bytes));
  }
}

CopyKernel row_copies(std::int64_t rows, const CopyPart& part) {
  CopyKernel kernel;
  kernel.rows = rows;
  kernel.body.push_back(part);
  kernel.cost.add(Cost::copy_call);
  add_copies(kernel.cost, static_cast<double>(rows), part.bytes);
  return kernel;
}

KernelSpec pad_of(const PadRuns& runs) {
  const std::int32_t step = runs.run + runs.between;
  const std::int64_t last = runs.start + std::int64_t{runs.rows - 1} * step;
  CopyKernel kernel;
  kernel.rows = runs.rows - 1;
  if (runs.start > 0) kernel.head.push_back({-1, 0, 0, 0, 0, 0, runs.start});
  if (kernel.rows > 0) {
    kernel.body.push_back({0, 0, 0, runs.start, runs.run, step, runs.run});
    kernel.body.push_back({-1, 0, 0, std::int64_t{runs.start} + runs.run, 0, step, runs.between});
  }
  kernel.tail.push_back({0, 0, kernel.rows * runs.run, last, 0, 0, runs.run});
  if (runs.end > 0) kernel.tail.push_back({-1, 0, 0, last + runs.run, 0, 0, runs.end});
  const auto filled = static_cast<double>(runs.start + kernel.rows * runs.between + runs.end);
  const std::int32_t vectors = runs.run / vector_bytes;
  kernel.cost.add(Cost::pad_call)
      .add(Cost::pad_row, runs.rows)
      .add(Cost::pad_copy_vector, static_cast<double>(runs.rows) * vectors)
      .add(Cost::pad_fill_vector, filled / vector_bytes);
  return kernel;
}

KernelSpec pad_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const Image x = image_of(input_shape(network, op, 0));
  const std::int32_t pixel = x.channels * element_of(network, op);
  const std::int32_t row = x.columns * pixel;
  const std::int32_t left = op.window.pad_left * pixel, right = op.window.pad_right * pixel;
  const std::int32_t row_out = row + left + right;
  return pad_of({op.window.pad_top * row_out + left, left + right, row, x.rows,
                 op.window.pad_bottom * row_out + right});
}

KernelSpec pad_3_to_4_kernel(const Network& network, const Operator& op,
                             const Threading& /*threads*/) {
  constexpr std::int32_t pixels_at_once = 8;
  const std::int64_t pixels = elements_of(output_shape(network, op, 0)) / 4;
  CopyKernel kernel;
  kernel.rows = ceil_div(pixels, pixels_at_once);
  kernel.body.push_back({0, 0, 0, 0, 3 * pixels_at_once, 4 * pixels_at_once, 4 * pixels_at_once});
  kernel.cost.add(Cost::pad_3_to_4_octet, static_cast<double>(pixels) / pixels_at_once);
  return kernel;
}

/// Returns the kernel of a slice, which copies contiguous runs. A run consists of the innermost
/// dimension that the slice cuts, and all dimensions inside this dimension.
KernelSpec slice_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const Shape& x = input_shape(network, op, 0);
  const Shape& y = output_shape(network, op, 0);
  const std::int32_t element = element_of(network, op);
  std::size_t axis = x.size() - 1;
  while (axis > 0 && x[axis] == y[axis]) --axis;
  const Shape& begin = op.input_views.front().offset;
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < x.size() && i < begin.size(); ++i) {
    offset += std::int64_t{begin[i]} * inner_bytes(x, i + 1, element);
  }
  const std::int32_t run = inner_bytes(y, axis, element);
  return row_copies(outer_count(y, axis),
                    {0, 0, offset, 0, inner_bytes(x, axis, element), run, run});
}

KernelSpec concat_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const Shape& y = output_shape(network, op, 0);
  const std::int32_t element = element_of(network, op);
  const auto axis = static_cast<std::size_t>(op.axis);
  CopyKernel kernel;
  kernel.rows = outer_count(y, axis);
  kernel.cost.add(Cost::copy_call);
  const std::int32_t row_out = inner_bytes(y, axis, element);
  std::int32_t offset = 0;
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    const Tensor& part = at(network.tensors, op.inputs[i]);
    if (part.kind == TensorKind::operator_data) continue;
    const std::int32_t run = inner_bytes(input_shape(network, op, i), axis, element);
    kernel.body.push_back({static_cast<std::int32_t>(i), 0, 0, offset, run, row_out, run});
    add_copies(kernel.cost, static_cast<double>(kernel.rows), run);
    offset += run;
  }
  return kernel;
}

KernelSpec broadcast_kernel(const Network& network, const Operator& op,
                            const Threading& /*threads*/) {
  const std::int32_t element = element_of(network, op);
  const auto run = static_cast<std::int32_t>(elements_of(input_shape(network, op, 0))) * element;
  const std::int64_t rows =
      run == 0 ? 0 : elements_of(output_shape(network, op, 0)) * element / run;
  return row_copies(rows, {0, 0, 0, 0, 0, run, run});
}

/// Returns the kernel of a split, which copies byte by byte in TFLM. For every combination of
/// indices of the dimensions before the axis, each output gets one contiguous run of bytes.
KernelSpec split_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  // The number of the operand that is split. The first operand of SPLIT is the axis.
  const std::int32_t data = op.type_name == "SPLIT" && op.inputs.size() > 1 ? 1 : 0;
  const Shape& x = input_shape(network, op, static_cast<std::size_t>(data));
  const std::int32_t element = element_of(network, op);
  const auto rank = static_cast<std::int32_t>(x.size());
  const std::int32_t counted = op.axis < 0 ? op.axis + rank : op.axis;
  const auto axis = static_cast<std::size_t>(std::clamp(counted, 0, std::max(0, rank - 1)));
  CopyKernel kernel;
  kernel.rows = outer_count(x, axis);
  kernel.unit = byte_unit;
  const std::int32_t row_in = inner_bytes(x, axis, element);
  std::int32_t offset = 0;
  for (std::size_t i = 0; i < op.outputs.size(); ++i) {
    const std::int64_t bytes = elements_of(output_shape(network, op, i)) * element;
    const auto run = static_cast<std::int32_t>(bytes / std::max<std::int64_t>(1, kernel.rows));
    kernel.body.push_back({data, static_cast<std::int32_t>(i), offset, 0, row_in, run, run});
    offset += run;
  }
  kernel.cost.add(Cost::byte_loop_call)
      .add(Cost::byte_loop_byte, static_cast<double>(kernel.rows) * offset);
  return kernel;
}

KernelSpec reshape_kernel(const Network& network, const Operator& op, const Threading& threads) {
  const Bytes bytes = at(network.tensors, op.outputs.front()).bytes;
  CopyKernel kernel;
  const bool old = threads.separate_objects;  // the runtime before 2023 copies byte by byte
  kernel.unit = old ? byte_unit : word_unit;
  kernel.body.push_back({0, 0, 0, 0, 0, 0, static_cast<std::int32_t>(bytes)});
  kernel.cost.add(old ? Cost::reshape_call_2022 : Cost::reshape_call)
      .add(old ? Cost::reshape_byte_2022 : Cost::reshape_byte, static_cast<double>(bytes));
  return kernel;
}

}  // namespace spillway::xcore
