// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled/compiled_copies.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/kernels/copy_kernels.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

Bytes input_bytes(const Network& network, const Operator& op) {
  return at(network.tensors, op.inputs.front()).bytes;
}

Bytes output_bytes(const Network& network, const Operator& op) {
  return at(network.tensors, op.outputs.front()).bytes;
}

/// A box (a part of a tensor) that is copied between two tensors, one contiguous run of bytes at a
/// time.
struct Box {
  std::int64_t runs = 0;
  std::int64_t from_step = 0, to_step = 0;  // bytes from one run to the next
};

/// Reads the nested loops of a copy, as files of 2023 to early 2024 describe them. `b` and `e` are
/// begin and end of each loop; for the innermost loop, they are in bytes. `i` and `o` are the
/// strides in bytes of all loops except the innermost one: `i` in the larger tensor (the input of a
/// slice, the output of a pad), `o` in the smaller tensor. Of each list of strides, only the last
/// stride is used: the distance between two runs.
Box nested_box(const CompiledOptions& options) {
  const std::vector<std::int64_t> begin = options.integers("b"), end = options.integers("e");
  if (begin.size() != end.size() || begin.empty()) {
    options.reject("its options 'b' and 'e' are of different lengths");
  }
  Box box;
  box.runs = 1;
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    box.runs = bounded_copy(options, box.runs * bounded_copy(options, end[i] - begin[i]));
  }
  const auto last = [&](const char* key) {
    const std::vector<std::int64_t> steps = options.integers(key);
    return steps.empty() ? 0 : bounded_copy(options, steps.back());
  };
  box.from_step = last("i");
  box.to_step = last("o");
  return box;
}

/// Returns the bytes of one run, if all runs of the box together have `bytes` bytes. Rejects a box
/// whose number of runs does not divide `bytes`.
std::int32_t run_of(const CompiledOptions& options, const Box& box, Bytes bytes) {
  if (box.runs <= 0 || bytes % box.runs != 0) {
    options.reject(fmt::format("its {} copies do not make {} bytes", box.runs, bytes));
  }
  return bounded_copy(options, bytes / box.runs);
}

CopyKernel box_copies(const Box& box, std::int32_t run) {
  return row_copies(box.runs, {0, 0, 0, 0, box.from_step, box.to_step, run});
}

/// Returns the kernel of a pad that first fills the complete output and then copies the input into
/// it.
KernelSpec nested_pad(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const Box box = nested_box(options);
  const std::int32_t run = run_of(options, box, input_bytes(network, op));
  const std::int32_t filled = bounded_copy(options, output_bytes(network, op));
  CopyKernel kernel;
  kernel.rows = box.runs;
  kernel.head.push_back({-1, 0, 0, 0, 0, 0, filled});
  // For a pad, source and destination are exchanged: the box describes the larger tensor as its
  // source, but the larger tensor of a pad is its output.
  kernel.body.push_back({0, 0, 0, 0, box.to_step, box.from_step, run});
  kernel.cost.add(Cost::copy_call)
      .add(Cost::pad_fill_vector, static_cast<double>(filled) / vector_bytes);
  add_copies(kernel.cost, static_cast<double>(box.runs), run);
  return kernel;
}

/// Returns the kernel of a pad of xformer of 2021. The amounts of padding are values of an operand;
/// this function computes them from the shapes instead. If the pad adds channels, PadRuns::between
/// is the padding of a pixel; otherwise it is the padding between two rows.
KernelSpec shaped_pad(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const Image x = image_of(input_shape(network, op, 0));
  const Image y = image_of(output_shape(network, op, 0));
  if (y.rows < x.rows || y.columns < x.columns || y.channels < x.channels || x.elements() <= 0) {
    options.reject("its output is smaller than its input");
  }
  const Bytes element = std::max<Bytes>(1, input_bytes(network, op) / x.elements());
  const bool channels = y.channels > x.channels;
  const std::int64_t pixel = x.channels * element;
  const std::int64_t run = channels ? pixel : x.columns * pixel;
  const std::int64_t step = channels ? y.channels * element : y.columns * pixel;
  const std::int64_t rows = channels ? x.pixels() : x.rows;
  const Bytes outside = output_bytes(network, op) - rows * run - (rows - 1) * (step - run);
  if (outside < 0) options.reject("its output is smaller than its input");
  const std::int32_t front = bounded_copy(options, outside / 2);
  return pad_of({front, bounded_copy(options, step - run), bounded_copy(options, run),
                 bounded_copy(options, rows), bounded_copy(options, outside - front)});
}

/// Returns the kernel of a slice operator as the versions of xformer from 2022 and 2023 emit it.
/// The operator cuts a window out of an image. The kernel copies the window pixel by pixel, with
/// the gather function of convolutions. If the slice cuts off channels, the kernel uses memcpy.
KernelSpec window_slice(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const Image x = image_of(input_shape(network, op, 0));
  const Image y = image_of(output_shape(network, op, 0));
  Box box;
  box.runs = std::max<std::int64_t>(1, y.pixels());
  const std::int32_t pixel = run_of(options, box, output_bytes(network, op));
  box.to_step = pixel;
  const Bytes x_pixel = input_bytes(network, op) / std::max<std::int64_t>(1, x.pixels());
  box.from_step = bounded_copy(options, x_pixel);
  if (y.channels != x.channels) return box_copies(box, pixel);
  CopyKernel kernel;
  kernel.rows = box.runs;
  kernel.body.push_back({0, 0, 0, 0, box.from_step, box.to_step, pixel});
  const auto further = static_cast<double>(ceil_div(std::max(1, pixel), vector_bytes) - 1);
  kernel.cost.add(Cost::copy_call)
      .add(Cost::indirect_pixel)
      .add(Cost::indirect_row, y.rows)
      .add(Cost::indirect_tap, static_cast<double>(box.runs))
      .add(Cost::indirect_extra_vector, static_cast<double>(box.runs) * further);
  return kernel;
}

}  // namespace

std::int32_t bounded_copy(const CompiledOptions& options, std::int64_t value) {
  constexpr std::int64_t most = 1 << 28;
  if (value < 0 || value > most) options.reject(fmt::format("a copy of {} bytes or rows", value));
  return static_cast<std::int32_t>(value);
}

void require_fills_output(const CompiledOptions& options, const Network& network,
                          const Operator& op, std::int64_t rows, std::int64_t row_bytes,
                          std::int64_t beside) {
  const Bytes bytes = output_bytes(network, op);
  const bool sane = rows >= 0 && row_bytes >= 0 && beside >= 0 && rows <= bytes &&
                    row_bytes <= bytes && beside <= bytes;
  if (!sane || rows * row_bytes + beside != bytes) {
    options.reject(fmt::format("its {} copies of {} bytes and {} more do not make an output of {}",
                               rows, row_bytes, beside, bytes));
  }
}

KernelSpec compiled_pad(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  if (options.has("pad_value")) return shaped_pad(network, op);
  if (options.has("b") && !options.has("l")) return nested_pad(network, op);
  PadRuns runs;
  // In files before 2024-04, `pp` has top, rows, left, middle, right, bottom (all except rows in
  // bytes).
  if (options.has("pp")) {
    std::vector<std::int32_t> pp = options.words("pp", "pp", 6);
    for (std::int32_t& bytes : pp) bytes = bounded_copy(options, bytes);
    runs = {pp[0] + pp[2], pp[4] + pp[2], pp[3], pp[1], pp[4] + pp[5]};
  } else {
    const auto value = [&](const char* key) { return bounded_copy(options, options.integer(key)); };
    runs = {value("s"), value("p"), value("l"), value("n") + 1, value("e")};
  }
  const std::int64_t between = std::int64_t{runs.rows - 1} * runs.between;
  require_fills_output(options, network, op, runs.rows, runs.run,
                       std::int64_t{runs.start} + between + runs.end);
  return pad_of(runs);
}

KernelSpec compiled_slice(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  if (options.has("begin_x")) return window_slice(network, op);
  if (options.has("b") && !options.has("l")) {
    const Box box = nested_box(options);
    return box_copies(box, run_of(options, box, output_bytes(network, op)));
  }
  Box box;
  const std::int32_t run = bounded_copy(options, options.integer("l"));
  box.runs = options.integer("n");
  box.from_step = options.integer("o");
  box.to_step = run;
  require_fills_output(options, network, op, box.runs, run, 0);
  CopyKernel kernel = box_copies(box, run);
  kernel.body.front().input_offset = options.integer("s");
  return kernel;
}

}  // namespace spillway::xcore
