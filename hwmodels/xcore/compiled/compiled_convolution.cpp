// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_kernels.h"
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
  direct_to_bits = 5,
  indirect_to_bits = 6,
  direct_binary = 7,
  indirect_binary = 8,
  direct_i16 = 9
};

using Words = std::vector<std::int32_t>;

// The layout of the struct of a thread's work follows from its number of words. The struct contains
// rows, columns, channel groups and the distances between outputs. The layouts with 8 (files of
// 2022) and 9 words contain the number of groups; the layout with 10 words contains the first group
// and the end of the groups.
constexpr std::size_t counted_2022 = 8, counted = 9, ranged = 10;

/// Distances in bytes in the output of a thread: from one pixel to the next, and from the end of a
/// row to the next row.
struct OutputSteps {
  std::int64_t pixel = 0, after_row = 0;
};

OutputSteps output_steps(const Words& words) {
  const std::size_t pixel = words.size() == ranged ? 8 : 7;
  return {words[pixel], words[pixel - 1]};
}

ConvWork work_of(const CompiledOptions& options, const Words& words) {
  if (words.size() != counted_2022 && words.size() != counted && words.size() != ranged) {
    options.reject(
        fmt::format("the work of a thread has {} bytes, expected 32, 36 or 40", 4 * words.size()));
  }
  ConvWork work;
  work.rows = {words[0], words[1]};
  work.columns = {words[2], words[3]};
  work.groups = words.size() == ranged ? Span{words[4], words[5]} : Span{0, words[4]};
  for (const Span span : {work.rows, work.columns, work.groups}) {
    if (span.begin >= 0 && span.end >= span.begin && span.end <= most_step) continue;
    options.reject(fmt::format("a thread works from {} to {}", span.begin, span.end));
  }
  return work;
}

std::vector<ConvWork> works_of(const CompiledOptions& options, const std::vector<Words>& threads,
                               const Image& y, std::int32_t pixel_bytes) {
  std::vector<ConvWork> works;
  std::int64_t total = 0;
  for (const Words& words : threads) {
    works.push_back(work_of(options, words));
    total += works.back().pixels() * works.back().groups.size();
  }
  const std::int64_t expected = y.pixels() * ceil_div(y.channels, group_outputs);
  // A phase of a transposed convolution computes only some pixels of the output. So the sum of
  // (pixels times channel groups) over its threads may be less than that of the output. A phase is
  // recognised by the distance of its output pixels, which is more than one pixel.
  const bool phase = output_steps(threads.front()).pixel > pixel_bytes;
  if (phase ? total > expected : total != expected) {
    options.reject(fmt::format("its threads compute {} groups of channels, its output has {}",
                               total, expected));
  }
  return works;
}

void require_words(const CompiledOptions& options, const Words& words, std::size_t fields) {
  if (words.size() >= fields) return;
  options.reject(fmt::format("a struct of {} words, expected {}", words.size(), fields));
}

/// Returns a number of taps or vectors. `less_one` is the value in the file, which is this number
/// minus one.
std::int32_t count_of(const CompiledOptions& options, std::int64_t less_one) {
  if (less_one < 0 || less_one >= most_taps) {
    options.reject(fmt::format("a window of {} taps", less_one + 1));
  }
  return static_cast<std::int32_t>(less_one) + 1;
}

void set_steps(const CompiledOptions& options, std::int64_t tap, std::int64_t after_row,
               Convolution& conv) {
  conv.tap_step = options.step(tap);
  conv.tap_row_step = options.step(conv.kernel_w * tap + after_row);
}

/// Reads the window of a depthwise kernel, which reads the image in place. The distances between
/// taps come from the struct `a`.
void read_depthwise(const CompiledOptions& options, const Words& a, Convolution& conv) {
  require_words(options, a, 5);
  conv.kind = ConvKind::depthwise;
  conv.kernel_h = count_of(options, a[1]);
  conv.kernel_w = count_of(options, a[2]);
  conv.tap_bytes = group_outputs;
  set_steps(options, a[3], a[4], conv);
}

void read_direct(const CompiledOptions& options, const Words& a, Convolution& conv) {
  require_words(options, a, 6);
  conv.kernel_h = count_of(options, a[1]);
  conv.kernel_w = count_of(options, a[2]);
  conv.tap_bytes = count_of(options, a[3]) * vector_bytes;
  set_steps(options, std::int64_t{conv.tap_bytes} + a[4], a[5], conv);
}

void read_indirect(const CompiledOptions& options, const Words& mp, const Words& a,
                   std::int64_t scratch, Convolution& conv) {
  require_words(options, mp, 8);
  require_words(options, a, 2);
  conv.kind = ConvKind::indirect;
  conv.kernel_h = count_of(options, mp[2]);
  conv.kernel_w = count_of(options, mp[3]);
  if (a[1] % conv.taps() != 0) {
    options.reject("the bytes per output channel are no multiple of its taps");
  }
  conv.tap_bytes = a[1] / conv.taps();
  // In addition, the kernel advances its pointer into the image after the last full vector of a tap
  // and after each kernel row.
  const std::int64_t vectors = count_of(options, mp[4]);
  set_steps(options, vectors * vector_bytes + mp[6], mp[7], conv);
  conv.scratch_bytes = options.step(scratch);
}

/// Reads kernels that fill in the padding while they gather (copy a window to scratch memory). The
/// struct `mp` of such a kernel has two layouts: since 2022 it begins with the dimensions of image
/// and window, in older files with window and strides. The distances between taps and between
/// pixels are computed from the shape of the image `x`.
void read_padded(const CompiledOptions& options, const Words& mp, const Image& x, bool channelwise,
                 Convolution& conv) {
  constexpr std::size_t words_since_2022 = 16;
  const bool later = mp.size() >= words_since_2022 && mp[1] == x.rows && mp[3] == x.columns;
  conv.kind = channelwise ? ConvKind::padded_depthwise : ConvKind::padded_indirect;
  conv.kernel_h = count_of(options, mp[0] - 1);
  conv.kernel_w = count_of(options, mp[later ? 2 : 1] - 1);
  const std::int64_t stride_h = mp[later ? 14 : 2], stride_w = mp[later ? 15 : 3];
  const std::int64_t row = std::int64_t{x.columns} * x.channels;
  conv.tap_bytes = channelwise ? group_outputs : x.channels;
  conv.row_step = options.step(count_of(options, stride_h - 1) * row);
  conv.pixel_step = options.step(count_of(options, stride_w - 1) * std::int64_t{x.channels});
  conv.tap_step = x.channels;
  conv.tap_row_step = options.step(row);
}

/// Rejects a window that reads more bytes than the operand has.
void require_window(const CompiledOptions& options, const Convolution& conv, Bytes available) {
  const bool positive = conv.kernel_h > 0 && conv.kernel_w > 0 && conv.tap_bytes > 0;
  if (!positive || conv.kernel_h > available / conv.kernel_w ||
      conv.taps() > available / conv.tap_bytes) {
    options.reject(fmt::format("a window of {}x{} taps of {} bytes in {} bytes", conv.kernel_h,
                               conv.kernel_w, conv.tap_bytes, available));
  }
}

/// The structs and lists of one convolution, independent of the version of xformer. Files since
/// 2022 have a key for each struct (a longer key until 2023). Older files have the key `threads`
/// with one list per thread. A list contains scratch, kernel, and the structs for work, input,
/// aggregate and transform.
struct Parts {
  std::int64_t kind = 0, scratch = 0;
  Words mp, a, o;
  std::vector<Words> work;
};

Parts parts_of(const CompiledOptions& options) {
  Parts parts;
  if (options.has("threads")) {
    for (const CompiledOptions::ThreadList& thread : options.thread_lists("threads")) {
      parts.scratch = thread.scratch;
      parts.kind = thread.kernel;
      parts.work.push_back(thread.structs[0]);
      parts.mp = thread.structs[1];
      parts.a = thread.structs[2];
      parts.o = thread.structs.size() > 3 ? thread.structs[3] : Words{};
    }
    return parts;
  }
  parts.kind = options.integer("k", "kt");
  parts.mp = options.words("mp", "mp", 2);
  parts.a = options.words("a", "aggp", 2);
  if (options.has("o") || options.has("otp")) parts.o = options.words("o", "otp", 1);
  parts.work = options.thread_words("p", "akp");
  if (options.has("s") || options.has("scratch")) parts.scratch = options.integer("s", "scratch");
  return parts;
}

/// Returns the output transform (from accumulators to results) of a kernel. `kind` is the value of
/// the option for the kernel's kind. Int16 kernels have a single transform; for these kernels, the
/// result is `group`.
OutputTransform transform_of(const CompiledOptions& options, std::int64_t kind) {
  switch (kind) {
    case direct_to_bits:
    case indirect_to_bits:
      return OutputTransform::bits;
    case direct_binary:
    case indirect_binary:
      return OutputTransform::clamped;
    default:
      break;
  }
  const bool said = options.has("t") || options.has("ott");
  return said && options.integer("t", "ott") == 1 ? OutputTransform::channelwise
                                                  : OutputTransform::group;
}

/// Returns `y` with the number of channels of an output whose values are single bits. The bits are
/// stored in complete words, and every bit of a word counts as a channel.
Image image_of_bits(const Tensor& tensor, Image y) {
  constexpr Bytes bits_of_byte = 8;
  y.channels = static_cast<std::int32_t>(tensor.bytes / std::max<std::int64_t>(1, y.pixels()) *
                                         bits_of_byte);
  return y;
}

/// Returns the output image of the kernel. A convolution may write a tensor that the network
/// reshapes, so the number of channels comes from the kernel's own struct.
Image computed_image(const Network& network, const Operator& op, const Words& transform,
                     bool bits) {
  const Image y = image_of(output_shape(network, op, 0));
  if (bits) return image_of_bits(at(network.tensors, op.outputs.front()), y);
  const std::int64_t outputs = transform.empty() ? y.channels : transform[0];
  if (outputs <= 0 || outputs == y.channels || y.elements() % outputs != 0) return y;
  return {1, static_cast<std::int32_t>(y.elements() / outputs), static_cast<std::int32_t>(outputs)};
}

Convolution window_parts(const CompiledOptions& options, const Network& network, const Operator& op,
                         const Parts& parts) {
  Convolution conv;
  conv.transform = transform_of(options, parts.kind);
  const bool bits = conv.transform == OutputTransform::bits;
  const Image y = computed_image(network, op, parts.o, bits);
  if (parts.kind == direct_i16) conv.kind = ConvKind::direct_i16;
  conv.row_step = options.step(parts.mp[0]);
  conv.pixel_step = options.step(parts.mp[1]);
  conv.outputs = y.channels;
  conv.out_pixel_step = conv.output_bytes(y.channels);
  conv.out_row_step = options.step(std::int64_t{y.columns} * conv.out_pixel_step);
  conv.threads = works_of(options, parts.work, y, conv.out_pixel_step);
  const OutputSteps steps = output_steps(parts.work.front());
  if (steps.pixel > conv.out_pixel_step) {
    conv.out_pixel_step = options.step(steps.pixel);
    conv.out_row_step =
        options.step(steps.after_row + conv.threads.front().columns.size() * steps.pixel);
  }
  return conv;
}

}  // namespace

KernelSpec compiled_convolution(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const Parts parts = parts_of(options);
  require_words(options, parts.mp, 2);
  Convolution conv = window_parts(options, network, op, parts);
  const bool padded = parts.kind == padded_indirect || parts.kind == padded_depthwise;
  switch (parts.kind) {
    case depthwise:
      read_depthwise(options, parts.a, conv);
      break;
    case valid_indirect:
    case indirect_to_bits:
    case indirect_binary:
      read_indirect(options, parts.mp, parts.a, parts.scratch, conv);
      break;
    case padded_indirect:
    case padded_depthwise:
      require_words(options, parts.mp, 4);
      read_padded(options, parts.mp, image_of(input_shape(network, op, 0)),
                  parts.kind == padded_depthwise, conv);
      break;
    case valid_direct:
    case direct_to_bits:
    case direct_binary:
    case direct_i16:
      read_direct(options, parts.a, conv);
      break;
    default:
      options.reject_generation(fmt::format("a kernel of kind {}", parts.kind));
  }
  if (!padded) require_window(options, conv, at(network.tensors, op.inputs[1]).bytes);
  return conv;
}

KernelSpec compiled_maxpool(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const Image x = image_of(input_shape(network, op, 0));
  if (options.has("pool")) return planned_pool(network, op);
  Parts parts;
  parts.mp = options.words("mp", "mp", 2);
  parts.a = options.words("a", "aggp", 5);
  parts.work = options.thread_words("p", "akp");
  Convolution window = window_parts(options, network, op, parts);
  read_depthwise(options, parts.a, window);
  require_window(options, window, x.pixels() * group_outputs);
  return MaxPoolKernel{window};
}

}  // namespace spillway::xcore
