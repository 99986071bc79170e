// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled_kernels.h"

#include <algorithm>

#include <fmt/format.h>

#include "hwmodels/xcore/compiled_options.h"
#include "hwmodels/xcore/copy_kernels.h"
#include "hwmodels/xcore/shapes.h"
#include "hwmodels/xcore/weights.h"

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
  if (work.rows.size() < 0 || work.columns.size() < 0 || work.groups.size() < 0) {
    options.reject("the work of a thread ends before it begins");
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

/// Steps through the image: the blob `mp` of kernels that read it in place, then `a`.
void read_depthwise(const CompiledOptions& options, Convolution& conv) {
  const Words a = options.words("a", "aggp", 5);
  conv.kind = ConvKind::depthwise;
  conv.kernel_h = a[1] + 1;
  conv.kernel_w = a[2] + 1;
  conv.tap_bytes = group_outputs;
  conv.tap_step = a[3];
  conv.tap_row_step = conv.kernel_w * conv.tap_step + a[4];
}

void read_direct(const CompiledOptions& options, Convolution& conv) {
  const Words a = options.words("a", "aggp", 6);
  conv.kernel_h = a[1] + 1;
  conv.kernel_w = a[2] + 1;
  conv.tap_bytes = (a[3] + 1) * vector_bytes;
  conv.tap_step = conv.tap_bytes + a[4];
  conv.tap_row_step = conv.kernel_w * conv.tap_step + a[5];
}

void read_indirect(const CompiledOptions& options, Convolution& conv) {
  const Words mp = options.words("mp", "mp", 8);
  const Words a = options.words("a", "aggp", 2);
  conv.kind = ConvKind::indirect;
  conv.kernel_h = mp[2] + 1;
  conv.kernel_w = mp[3] + 1;
  if (conv.taps() <= 0 || a[1] % conv.taps() != 0) {
    options.reject("the bytes per output channel are no multiple of its taps");
  }
  conv.tap_bytes = a[1] / conv.taps();
  // The pointer is moved on after the last whole vector of a tap, and again after a kernel row.
  conv.tap_step = (mp[4] + 1) * vector_bytes + mp[6];
  conv.tap_row_step = conv.kernel_w * conv.tap_step + mp[7];
  conv.scratch_bytes = options.integer("s", "scratch");
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
  const Bytes weights = network.tensors[static_cast<std::size_t>(op.inputs[1])].bytes;
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

Convolution window_parts(const CompiledOptions& options, const Network& network,
                         const Operator& op) {
  const Image y = image_of(output_shape(network, op, 0));
  const Words mp = options.words("mp", "mp", 2);
  const std::int32_t element =
      element_bytes(network.tensors[static_cast<std::size_t>(op.outputs.front())]);
  Convolution conv;
  conv.row_step = mp[0];
  conv.pixel_step = mp[1];
  conv.outputs = y.channels;
  conv.out_pixel_step = y.channels * element;
  conv.out_row_step = y.columns * conv.out_pixel_step;
  conv.threads = works_of(options, y, y.channels);
  return conv;
}

KernelSpec convolution(const Network& network, const Operator& op) {
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
  return conv;
}

KernelSpec maxpool(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  Convolution window = window_parts(options, network, op);
  read_depthwise(options, window);
  return MaxPoolKernel{window};
}

KernelSpec load(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  LoadKernel kernel;
  kernel.address = static_cast<Address>(options.integer("addr"));
  kernel.from_external_ram = options.has("ddr") && options.integer("ddr") != 0;
  for (const std::int64_t size : options.integers("sizes")) {
    const std::size_t number = kernel.sizes.size();
    if (number >= op.outputs.size()) break;
    const Bytes bytes = network.tensors[static_cast<std::size_t>(op.outputs[number])].bytes;
    if (size != bytes || size % 4 != 0) {
      options.reject(fmt::format("loads {} bytes into a tensor of {}", size, bytes));
    }
    kernel.sizes.push_back(size);
  }
  if (kernel.sizes.size() != op.outputs.size()) {
    options.reject(
        fmt::format("has {} outputs and {} sizes", op.outputs.size(), kernel.sizes.size()));
  }
  return kernel;
}

/// What the copies of an operator write must be its output, no more and no less.
void require_fills_output(const CompiledOptions& options, const Network& network,
                          const Operator& op, std::int64_t rows, std::int64_t row_bytes,
                          std::int64_t beside) {
  const Bytes bytes = network.tensors[static_cast<std::size_t>(op.outputs.front())].bytes;
  const bool sane = rows >= 0 && row_bytes >= 0 && beside >= 0 && rows <= bytes &&
                    row_bytes <= bytes && beside <= bytes;
  if (!sane || rows * row_bytes + beside != bytes) {
    options.reject(fmt::format("its {} copies of {} bytes and {} more do not make an output of {}",
                               rows, row_bytes, beside, bytes));
  }
}

KernelSpec pad(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  PadRuns runs;
  if (options.has("pp")) {  // before 2024-04: top, rows, left, middle, right, bottom
    const Words pp = options.words("pp", "pp", 6);
    runs = {pp[0] + pp[2], pp[4] + pp[2], pp[3], pp[1], pp[4] + pp[5]};
  } else {
    const auto value = [&](const char* key) {
      return static_cast<std::int32_t>(options.integer(key));
    };
    runs = {value("s"), value("p"), value("l"), value("n") + 1, value("e")};
  }
  const std::int64_t between = std::int64_t{runs.rows - 1} * runs.between;
  require_fills_output(options, network, op, runs.rows, runs.run,
                       std::int64_t{runs.start} + between + runs.end);
  return pad_of(runs);
}

KernelSpec slice(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const auto run = static_cast<std::int32_t>(options.integer("l"));
  CopyKernel kernel;
  kernel.rows = options.integer("n");
  require_fills_output(options, network, op, kernel.rows, run, 0);
  kernel.body.push_back({0, 0, options.integer("s"), 0, options.integer("o"), run, run});
  kernel.cost.add(Cost::copy_call);
  add_copies(kernel.cost, static_cast<double>(kernel.rows), run);
  return kernel;
}

KernelSpec concat(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const std::vector<std::int64_t> sizes = options.integers("s");
  const auto inputs = static_cast<std::size_t>(options.integer("i"));
  if (inputs > sizes.size() || inputs > op.inputs.size()) {
    options.reject(fmt::format("says that it has {} inputs", inputs));
  }
  CopyKernel kernel;
  kernel.rows = options.integer("n");
  kernel.cost.add(Cost::copy_call);
  std::int64_t row = 0;
  for (std::size_t i = 0; i < inputs; ++i) row += sizes[i];
  require_fills_output(options, network, op, kernel.rows, row, 0);
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < inputs; ++i) {
    const auto run = static_cast<std::int32_t>(sizes[i]);
    kernel.body.push_back({static_cast<std::int32_t>(i), 0, 0, offset, run, row, run});
    add_copies(kernel.cost, static_cast<double>(kernel.rows), run);
    offset += run;
  }
  return kernel;
}

KernelSpec binary_i16(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const bool multiply = options.integer("type") == 1;
  const double vectors =
      static_cast<double>(elements_of(output_shape(network, op, 0))) / group_outputs;
  StreamKernel kernel;
  kernel.cost.add(Cost::unary_i16_call)
      .add(multiply ? Cost::mul_i16_vector : Cost::add_i16_vector, vectors);
  return kernel;
}

}  // namespace

std::optional<KernelSpec> compiled_kernel(const Network& network, const Operator& op) {
  const std::string& type = op.type_name;
  if (type == "XC_conv2d_v2") return convolution(network, op);
  if (type == "XC_maxpool2d") return maxpool(network, op);
  if (type == "XC_ld_flash" || type == "XC_ld_weights") return load(network, op);
  if (type == "XC_pad") return pad(network, op);
  if (type == "XC_slice") return slice(network, op);
  if (type == "XC_concat") return concat(network, op);
  if (type == "XC_binaryi16") return binary_i16(network, op);
  return std::nullopt;
}

}  // namespace spillway::xcore
