// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled/compiled_convolution.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

enum KernelKind : std::int64_t {
  valid_direct = 0,
  valid_indirect = 1,
  padded_indirect = 2,
  depthwise = 3,
  padded_depthwise = 4,
  direct_i16 = 9
};

using Words = std::vector<std::int32_t>;

// Far above any real kernel; products of them stay within 64 bits.
constexpr std::int32_t most_taps = 4096;
constexpr std::int32_t most_steps = 1 << 28;

/// Work of one thread: rows, columns, then the number of channel groups (36 bytes, in 2022 files
/// 32) or their begin and end (40 bytes).
ConvWork work_of(const CompiledOptions& options, const Words& words) {
  constexpr std::size_t counted_2022 = 8, counted = 9, ranged = 10;
  if (words.size() != counted_2022 && words.size() != counted && words.size() != ranged) {
    options.reject(
        fmt::format("the work of a thread has {} bytes, expected 32, 36 or 40", 4 * words.size()));
  }
  ConvWork work;
  work.rows = {words[0], words[1]};
  work.columns = {words[2], words[3]};
  work.groups = words.size() == ranged ? Span{words[4], words[5]} : Span{0, words[4]};
  for (const Span span : {work.rows, work.columns, work.groups}) {
    if (span.begin >= 0 && span.end >= span.begin && span.end <= most_steps) continue;
    options.reject(fmt::format("a thread works from {} to {}", span.begin, span.end));
  }
  return work;
}

std::vector<ConvWork> works_of(const CompiledOptions& options, const Image& y,
                               std::int32_t outputs) {
  std::vector<ConvWork> works;
  std::int64_t total = 0;
  for (const Words& words : options.thread_words("p", "akp")) {
    works.push_back(work_of(options, words));
    total += works.back().pixels() * works.back().groups.size();
  }
  const std::int64_t expected = y.pixels() * ceil_div(outputs, group_outputs);
  if (total != expected) {
    options.reject(fmt::format("its threads compute {} groups of channels, its output has {}",
                               total, expected));
  }
  return works;
}

/// Taps or vectors, which files count less one.
std::int32_t count_of(const CompiledOptions& options, std::int32_t less_one) {
  if (less_one < 0 || less_one >= most_taps) {
    options.reject(fmt::format("a window of {} taps", std::int64_t{less_one} + 1));
  }
  return less_one + 1;
}

std::int32_t step_of(const CompiledOptions& options, std::int64_t bytes) {
  if (bytes < -most_steps || bytes > most_steps) {
    options.reject(fmt::format("a step of {} bytes", bytes));
  }
  return static_cast<std::int32_t>(bytes);
}

void set_steps(const CompiledOptions& options, std::int64_t tap, std::int64_t after_row,
               Convolution& conv) {
  conv.tap_step = step_of(options, tap);
  conv.tap_row_step = step_of(options, conv.kernel_w * tap + after_row);
}

/// Steps through the image: the blob `mp` of kernels that read it in place, then `a`.
void read_depthwise(const CompiledOptions& options, Convolution& conv) {
  const Words a = options.words("a", "aggp", 5);
  conv.kind = ConvKind::depthwise;
  conv.kernel_h = count_of(options, a[1]);
  conv.kernel_w = count_of(options, a[2]);
  conv.tap_bytes = group_outputs;
  set_steps(options, a[3], a[4], conv);
}

void read_direct(const CompiledOptions& options, Convolution& conv) {
  const Words a = options.words("a", "aggp", 6);
  conv.kernel_h = count_of(options, a[1]);
  conv.kernel_w = count_of(options, a[2]);
  conv.tap_bytes = count_of(options, a[3]) * vector_bytes;
  set_steps(options, std::int64_t{conv.tap_bytes} + a[4], a[5], conv);
}

void read_indirect(const CompiledOptions& options, Convolution& conv) {
  const Words mp = options.words("mp", "mp", 8);
  const Words a = options.words("a", "aggp", 2);
  conv.kind = ConvKind::indirect;
  conv.kernel_h = count_of(options, mp[2]);
  conv.kernel_w = count_of(options, mp[3]);
  if (a[1] % conv.taps() != 0) {
    options.reject("the bytes per output channel are no multiple of its taps");
  }
  conv.tap_bytes = a[1] / conv.taps();
  // The pointer is moved on after the last whole vector of a tap, and again after a kernel row.
  const std::int64_t vectors = count_of(options, mp[4]);
  set_steps(options, vectors * vector_bytes + mp[6], mp[7], conv);
  conv.scratch_bytes = step_of(options, options.integer("s", "scratch"));
}

KernelSpec unmodelled() {
  StreamKernel kernel;
  kernel.unmodelled = true;
  kernel.cost.add(Cost::reference_call);
  return kernel;
}

/// Kernels of old files that pad while they gather: their window is not in the options, so that it
/// follows from the size of the weights. Every byte of it costs a copy in C; nobody published
/// times.
SlotSum padded_cost(const Convolution& conv, const ConvWork& work, std::int64_t window) {
  const auto pixels = static_cast<double>(work.pixels());
  const double groups = pixels * work.groups.size();
  SlotSum cost;
  cost.add(Cost::conv_call).add(Cost::conv_pixel, pixels);
  if (conv.kind == ConvKind::depthwise) {
    cost.add(Cost::depthwise_group, groups);
    cost.add(Cost::depthwise_tap, groups * static_cast<double>(window));
    return cost.add(Cost::copy_byte, groups * static_cast<double>(window * group_outputs));
  }
  cost.add(Cost::conv_group, groups);
  cost.add(Cost::conv_chunk, groups * static_cast<double>(ceil_div(window, vector_bytes)));
  return cost.add(Cost::copy_byte, pixels * static_cast<double>(window));
}

/// As long as its slowest thread.
KernelSpec padded(const CompiledOptions& options, const Network& network, const Operator& op,
                  ConvKind kind) {
  const Image y = image_of(output_shape(network, op, 0));
  Convolution conv;
  conv.kind = kind;
  conv.threads = works_of(options, y, y.channels);
  const Bytes weights = at(network.tensors, op.inputs[1]).bytes;
  const std::int64_t groups = ceil_div(y.channels, group_outputs);
  const std::int64_t window = kind == ConvKind::depthwise
                                  ? (weights - group_outputs) / (groups * group_outputs)
                                  : weights / y.channels;
  StreamKernel kernel;
  for (const ConvWork& work : conv.threads) {
    const SlotSum cost = padded_cost(conv, work, std::max<std::int64_t>(1, window));
    if (cost.slots() > kernel.cost.slots()) kernel.cost = cost;
  }
  return kernel;
}

/// A window that reads more than the operand has is no kernel of this file.
void require_window(const CompiledOptions& options, const Convolution& conv, Bytes available) {
  const bool positive = conv.kernel_h > 0 && conv.kernel_w > 0 && conv.tap_bytes > 0;
  if (!positive || conv.kernel_h > available / conv.kernel_w ||
      conv.taps() > available / conv.tap_bytes) {
    options.reject(fmt::format("a window of {}x{} taps of {} bytes in {} bytes", conv.kernel_h,
                               conv.kernel_w, conv.tap_bytes, available));
  }
}

Convolution window_parts(const CompiledOptions& options, const Network& network,
                         const Operator& op) {
  const Image y = image_of(output_shape(network, op, 0));
  const Words mp = options.words("mp", "mp", 2);
  const std::int32_t element = element_bytes(at(network.tensors, op.outputs.front()));
  Convolution conv;
  conv.row_step = step_of(options, mp[0]);
  conv.pixel_step = step_of(options, mp[1]);
  conv.outputs = y.channels;
  conv.out_pixel_step = step_of(options, std::int64_t{y.channels} * element);
  conv.out_row_step = step_of(options, std::int64_t{y.columns} * conv.out_pixel_step);
  conv.threads = works_of(options, y, y.channels);
  return conv;
}

}  // namespace

KernelSpec compiled_convolution(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const std::int64_t kind = options.integer("k", "kt");
  if (kind == padded_indirect) return padded(options, network, op, ConvKind::indirect);
  if (kind == padded_depthwise) return padded(options, network, op, ConvKind::depthwise);
  if (kind != valid_direct && kind != valid_indirect && kind != depthwise && kind != direct_i16) {
    return unmodelled();
  }
  Convolution conv = window_parts(options, network, op);
  conv.channelwise = options.integer("t", "ott") == 1;
  switch (kind) {
    case depthwise:
      read_depthwise(options, conv);
      break;
    case valid_indirect:
      read_indirect(options, conv);
      break;
    default:
      read_direct(options, conv);
      if (kind == direct_i16) conv.kind = ConvKind::direct_i16;
  }
  require_window(options, conv, at(network.tensors, op.inputs[1]).bytes);
  return conv;
}

KernelSpec compiled_maxpool(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  Convolution window = window_parts(options, network, op);
  read_depthwise(options, window);
  const Image x = image_of(input_shape(network, op, 0));
  require_window(options, window, x.pixels() * group_outputs);
  return MaxPoolKernel{window};
}

}  // namespace spillway::xcore
