// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {
namespace {

/// Phase (a, b) of a transposed convolution computes the output rows a, a + stride, ... and columns
/// b, b + stride, ... with every stride-th tap of the kernel.
struct Phase {
  std::int32_t row = 0, column = 0;
  std::int32_t taps_h = 1, taps_w = 1;
};

std::vector<Phase> phases_of(const Window& window) {
  std::vector<Phase> phases;
  for (std::int32_t row = 0; row < window.stride_h; ++row) {
    for (std::int32_t column = 0; column < window.stride_w; ++column) {
      phases.push_back(
          {row, column, static_cast<std::int32_t>(ceil_div(window.kernel_h - row, window.stride_h)),
           static_cast<std::int32_t>(ceil_div(window.kernel_w - column, window.stride_w))});
    }
  }
  return phases;
}

constexpr std::int64_t most_pixels = std::int64_t{1} << 28;  // more than the tile can address

/// The area in pixels that all phases of a transposed convolution compute together. The output of
/// the transposed convolution can be smaller than this area.
struct Whole {
  std::int64_t rows = 0, columns = 0;

  bool covers(const Window& window, const Shape& output) const {
    return rows <= most_pixels && columns <= most_pixels && rows * columns <= most_pixels &&
           std::int64_t{window.pad_top} + output[1] <= rows &&
           std::int64_t{window.pad_left} + output[2] <= columns;
  }
};

Whole whole_of(const Window& window, const Shape& input) {
  return {std::int64_t{input[1] - 1} * window.stride_h + window.kernel_h,
          std::int64_t{input[2] - 1} * window.stride_w + window.kernel_w};
}

/// Whether the compiler splits the convolution into phases. These conditions must hold: the runtime
/// has convolutions for the type of the image, there is a single image, the numbers of channels
/// need no padding, no phase is empty, and the output lies within the area that all phases together
/// compute.
bool has_phases(const Lowering& lowering, const Operator& op, const Value& x, const Value& y) {
  const Tensor& image = lowering.tensor(x.tensor);
  if (!has_convolutions(image) || x.shape.size() != 4 || x.shape[0] != 1) return false;
  const std::int32_t multiple = channel_multiple(image);
  return x.shape[3] % multiple == 0 && y.shape.back() % multiple == 0 &&
         op.window.kernel_h >= op.window.stride_h && op.window.kernel_w >= op.window.stride_w &&
         y.shape.size() == 4 && whole_of(op.window, x.shape).covers(op.window, y.shape);
}

/// Adds the phase as a convolution that writes every stride-th pixel of `whole`. All phases read
/// the same image, which is padded for the phase with the most taps (`largest`). So a phase with
/// fewer taps starts further inside this image.
void add_phase(Lowering& lowering, ConvJob job, const Phase& phase, const Phase& largest,
               const Value& whole) {
  const Image image = image_of(job.x.shape);
  job.window.kernel_h = phase.taps_h;
  job.window.kernel_w = phase.taps_w;
  const std::int32_t down = largest.taps_h - phase.taps_h, right = largest.taps_w - phase.taps_w;
  job.y = {whole.tensor,
           {1, image.rows - 2 * down - phase.taps_h + 1,
            image.columns - 2 * right - phase.taps_w + 1, whole.shape[3]}};
  add_kernel(lowering, job);
  Operator& op = lowering.last();
  op.type = OpType::transpose_conv;
  op.window.stride_h = job.source->window.stride_h;
  op.window.stride_w = job.source->window.stride_w;
  op.input_views[0].offset = {0, down, right, 0};
  op.output_views[0].offset = {0, phase.row, phase.column, 0};
}

}  // namespace

/// Lowers a transposed convolution to stride_h x stride_w convolutions (phases) whose output pixels
/// interleave. Each phase except the first writes into the output of the previous phase.
void lower_transpose_conv(Lowering& lowering, const Operator& op) {
  const Value y = lowering.output(op, 0), x = lowering.input(op, 2);
  if (lowering.is_reference(op) || !has_phases(lowering, op, x, y)) return lowering.keep(op);
  const Window& window = op.window;
  const std::vector<Phase> phases = phases_of(window);
  ConvJob job;
  job.source = &op;
  job.channelwise = lowering.is_channelwise(op);
  Window padding;
  padding.pad_top = padding.pad_bottom = phases[0].taps_h - 1;
  padding.pad_left = padding.pad_right = phases[0].taps_w - 1;
  job.x = pad_image(lowering, x, padding, op.name);
  const Whole all = whole_of(window, x.shape);
  const Shape shape{1, static_cast<std::int32_t>(all.rows), static_cast<std::int32_t>(all.columns),
                    y.shape.back()};
  const bool sliced = elements_of(shape) != elements_of(y.shape);
  for (const Phase& phase : phases) {
    const bool last = &phase == &phases.back();
    job.part = fmt::format("/phase{}{}", phase.row, phase.column);
    job.name = op.name + job.part;
    job.macs = op.macs / (window.kernel_h * window.kernel_w) * phase.taps_h * phase.taps_w;
    Value whole{y.tensor, shape};
    if (!last || sliced) {
      const DataType type = lowering.tensor(y.tensor).type;
      whole.tensor = lowering.add_tensor(job.name, type, shape, TensorKind::activation);
    }
    add_phase(lowering, job, phase, phases[0], whole);
    job.partial = whole.tensor;
    if (!last || !sliced) continue;
    add_slice(lowering, whole, {0, window.pad_top, window.pad_left, 0}, y);
  }
}

}  // namespace spillway::xcore
