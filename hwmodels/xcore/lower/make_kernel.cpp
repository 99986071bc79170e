// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/lower/make_kernel.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_kernels.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/copy_kernels.h"
#include "hwmodels/xcore/kernels/reference_kernels.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/lower/passes.h"

namespace spillway::xcore {
namespace {

const Tensor& input_tensor(const Network& network, const Operator& op, std::size_t number) {
  return at(network.tensors, op.inputs[number]);
}

const Tensor& output_tensor(const Network& network, const Operator& op) {
  return at(network.tensors, op.outputs.front());
}

std::int64_t output_elements(const Network& network, const Operator& op) {
  return elements_of(output_shape(network, op, 0));
}

/// Returns the distance in bytes from the start of an image to the first pixel that an operator
/// accesses; 0 if the operator accesses the complete image.
std::int64_t view_offset(const std::vector<OperandView>& views, const Image& image,
                         std::int32_t element) {
  if (views.empty() || views[0].offset.empty()) return 0;
  const Shape& first = views[0].offset;
  return (std::int64_t{first[1]} * image.columns + first[2]) * image.channels * element;
}

/// Sets steps and offsets in bytes for a phase of a transposed convolution. The output pixels of
/// the phases interleave, so the stride applies to the output of a phase, not to its input.
void interleave(const Network& network, const Operator& op, std::int32_t element,
                Convolution& conv) {
  const Image x = image_of(input_shape(network, op, 0));
  const Image whole = image_of(output_tensor(network, op).shape);
  conv.pixel_step = x.channels * element;
  conv.row_step = x.columns * conv.pixel_step;
  conv.out_row_step = whole.columns * conv.out_pixel_step * op.window.stride_h;
  conv.out_pixel_step *= op.window.stride_w;
  conv.first_input = view_offset(op.input_views, x, element);
  conv.first_output = view_offset(op.output_views, whole, element);
}

/// Returns the parameters of a convolution; the caller sets Convolution::kind. `packed` is the
/// number of outputs that one byte holds.
Convolution window_of(const Network& network, const Operator& op, const Threading& threads,
                      std::int32_t packed = 1) {
  const Image x = image_of(input_shape(network, op, 0));
  const Image y = image_of(output_shape(network, op, 0));
  const std::int32_t element = element_bytes(input_tensor(network, op, 0));
  Convolution conv;
  conv.outputs = y.channels * packed;
  conv.kernel_h = op.window.kernel_h;
  conv.kernel_w = op.window.kernel_w;
  conv.tap_bytes = x.channels * element;
  conv.tap_step = x.channels * element * op.window.dilation_w;
  conv.tap_row_step = x.columns * x.channels * element * op.window.dilation_h;
  conv.pixel_step = x.channels * element * op.window.stride_w;
  conv.row_step = x.columns * x.channels * element * op.window.stride_h;
  conv.out_pixel_step = y.channels * element;
  conv.out_row_step = y.columns * conv.out_pixel_step;
  if (op.type == OpType::transpose_conv) interleave(network, op, element, conv);
  const auto groups = static_cast<std::int32_t>(ceil_div(conv.outputs, group_outputs));
  const bool shared = y.pixels() > 1 || threads.split_one_pixel;
  conv.threads = split_image(y.rows, y.columns, groups, shared ? threads.count : 1);
  return conv;
}

/// Whether the tensor of multipliers and biases also contains a shift per channel, which the size
/// of the tensor shows.
bool shifts_per_channel(const Network& network, const Operator& op, std::int32_t outputs) {
  if (op.inputs.size() < 3 || op.inputs[2] == no_tensor) return false;
  return input_tensor(network, op, 0).type == DataType::int8 &&
         input_tensor(network, op, 2).bytes == multiplier_bias_bytes(outputs, true);
}

Convolution depthwise_of(const Network& network, const Operator& op, const Threading& threads) {
  Convolution conv = window_of(network, op, threads);
  conv.kind = ConvKind::depthwise;
  conv.tap_bytes = group_outputs;
  return conv;
}

bool pads(const Window& window) {
  return window.pad_top + window.pad_bottom + window.pad_left + window.pad_right > 0;
}

Bytes gathered_bytes(const Convolution& conv) {
  return ceil_div(conv.window_bytes(), vector_bytes) * vector_bytes + vector_bytes;
}

/// Returns the kernel of a binary convolution of Larq. The operands of this kernel are packed signs
/// and are treated as bytes. An output of type int32 consists of packed signs, too.
KernelSpec binary_convolution_kernel(const Network& network, const Operator& op,
                                     const Threading& threads) {
  constexpr std::int32_t signs_per_byte = 8;
  const bool bits = output_tensor(network, op).type == DataType::int32;
  Convolution conv = window_of(network, op, threads, bits ? signs_per_byte : 1);
  conv.transform = bits ? OutputTransform::bits : OutputTransform::clamped;
  if (conv.tap_bytes % vector_bytes != 0 || conv.outputs % group_outputs != 0) {
    conv.kind = ConvKind::indirect;
    conv.scratch_bytes = gathered_bytes(conv);
  }
  return conv;
}

KernelSpec convolution_kernel(const Network& network, const Operator& op,
                              const Threading& threads) {
  if (op.type == OpType::custom) return binary_convolution_kernel(network, op, threads);
  Convolution conv = op.type == OpType::depthwise_conv_2d ? depthwise_of(network, op, threads)
                                                          : window_of(network, op, threads);
  if (shifts_per_channel(network, op, conv.outputs)) {
    conv.transform = OutputTransform::channelwise;
  }
  if (op.type == OpType::depthwise_conv_2d) {
    if (!pads(op.window)) return conv;
    conv.kind = ConvKind::padded_depthwise;
    conv.scratch_bytes = gathered_bytes(conv);
    return conv;
  }
  if (pads(op.window)) {
    conv.kind = ConvKind::padded_indirect;
    conv.scratch_bytes = gathered_bytes(conv);
    return conv;
  }
  const bool aligned = conv.tap_bytes % vector_bytes == 0 && conv.outputs % group_outputs == 0;
  if (input_tensor(network, op, 0).type == DataType::int16) {
    conv.kind = ConvKind::direct_i16;
  } else if (!aligned) {
    conv.kind = ConvKind::indirect;
    conv.scratch_bytes = gathered_bytes(conv);
  }
  return conv;
}

KernelSpec load_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  LoadKernel kernel;
  kernel.from_external_ram = op.type_name == "XC_ld_weights";
  kernel.early = op.type_name == early_load_name;
  for (const TensorIndex output : op.outputs) {
    kernel.sizes.push_back(at(network.tensors, output).bytes);
  }
  return kernel;
}

KernelSpec add_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  return AddKernel{output_elements(network, op)};
}

KernelSpec mul_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  return MulKernel{output_elements(network, op)};
}

/// Returns the kernel of a lookup. The elements of each thread begin at a multiple of four.
KernelSpec lookup_kernel(const Network& network, const Operator& op, const Threading& threads) {
  constexpr std::int32_t quantum = 4;
  const auto elements = static_cast<std::int32_t>(output_elements(network, op));
  LookupKernel kernel;
  kernel.element_bytes = element_bytes(output_tensor(network, op));
  for (const Span part :
       share(static_cast<std::int32_t>(ceil_div(elements, quantum)), threads.count)) {
    kernel.threads.push_back({part.begin * quantum, std::min(elements, part.end * quantum)});
  }
  return kernel;
}

KernelSpec maxpool_kernel(const Network& network, const Operator& op, const Threading& threads) {
  return MaxPoolKernel{depthwise_of(network, op, threads)};
}

KernelSpec softmax_kernel(const Network& network, const Operator& op,
                          const Threading& /*threads*/) {
  const auto elements = static_cast<double>(output_elements(network, op));
  return StreamKernel{SlotSum().add(Cost::softmax_call).add(Cost::softmax_element, elements)};
}

KernelSpec mean_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const auto elements = static_cast<double>(elements_of(input_shape(network, op, 0)));
  return StreamKernel{SlotSum().add(Cost::copy_call).add(Cost::mean_element, elements)};
}

KernelSpec unary_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const auto elements = static_cast<double>(output_elements(network, op));
  SlotSum cost;
  cost.add(Cost::unary_i16_call);
  const bool from16 = input_tensor(network, op, 0).type == DataType::int16;
  if (from16 && output_tensor(network, op).type == DataType::int16) {
    cost.add(Cost::requantize_vector, elements / group_outputs);
  } else {
    cost.add(from16 ? Cost::dequantize_element : Cost::quantize_element, elements);
  }
  return StreamKernel{cost};
}

KernelSpec binary_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const double vectors = static_cast<double>(output_elements(network, op)) / group_outputs;
  const Cost vector = op.type == OpType::mul ? Cost::mul_i16_vector : Cost::add_i16_vector;
  return StreamKernel{SlotSum().add(Cost::unary_i16_call).add(vector, vectors)};
}

KernelSpec expand_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const double vectors = static_cast<double>(input_tensor(network, op, 0).bytes) / group_outputs;
  return StreamKernel{SlotSum().add(Cost::unary_i16_call).add(Cost::expand_vector, vectors)};
}

/// Returns a kernel that copies a complete tensor by vectors, every byte once. This kernel also
/// stands for operators that copy runs of bytes if the file does not contain the lengths of the
/// runs.
KernelSpec copied_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const TensorIndex copied = op.outputs.empty() ? op.inputs.at(0) : op.outputs.front();
  const Bytes bytes = at(network.tensors, copied).bytes;
  SlotSum cost;
  cost.add(Cost::copy_call).add(Cost::copy_vector, static_cast<double>(bytes) / vector_bytes);
  cost.add(Cost::unmodelled_element, 0);  // marks the cost as unvalidated
  return StreamKernel{cost};
}

/// Returns the kernel of an int8 matrix product. Its cost has three parts: a call; an output
/// transform for every 16 outputs; and, for every 32 input bytes of these outputs, an iteration of
/// the inner loop of a convolution. The loops over rows and groups of outputs are not counted.
KernelSpec matrix_kernel(const Network& network, const Operator& op, const Threading& /*threads*/) {
  const Shape& x = input_shape(network, op, 0);
  const auto outputs = static_cast<double>(output_elements(network, op));
  const auto chunks = static_cast<double>(ceil_div(x.empty() ? 1 : x.back(), vector_bytes));
  return StreamKernel{SlotSum()
                          .add(Cost::unary_i16_call)
                          .add(Cost::matrix_group, outputs / group_outputs)
                          .add(Cost::conv_chunk, chunks * outputs / group_outputs)};
}

KernelSpec transpose_kernel(const Network& network, const Operator& op,
                            const Threading& /*threads*/) {
  const auto elements = static_cast<double>(output_elements(network, op));
  return StreamKernel{SlotSum().add(Cost::copy_call).add(Cost::transpose_element, elements)};
}

KernelSpec wait_kernel(const Network& /*network*/, const Operator& /*op*/,
                       const Threading& /*threads*/) {
  return WaitKernel{};
}

using Maker = std::function<KernelSpec(const Network&, const Operator&, const Threading&)>;

const std::map<std::string, Maker>& makers() {
  static const std::map<std::string, Maker> table = {
      {"XC_ld_flash", load_kernel},
      {"XC_ld_weights", load_kernel},
      {"XC_conv2d_v2", convolution_kernel},
      {"XC_maxpool2d", maxpool_kernel},
      {"XC_add", add_kernel},
      {"XC_mul", mul_kernel},
      {"XC_lookup", lookup_kernel},
      {"XC_lookup_8", lookup_kernel},
      {"XC_add_8", add_kernel},
      {"XC_softmax", softmax_kernel},
      {"XC_batched_softmax", softmax_kernel},
      {"XC_mean", mean_kernel},
      {"XC_meani16", mean_kernel},
      {"XC_transpose", transpose_kernel},
      {"XC_batched_matmul", matrix_kernel},
      {"XC_batch_matmul", matrix_kernel},
      {early_load_name, load_kernel},
      {load_wait_name, wait_kernel},
      {"XC_store_tensor", copied_kernel},
      {"XC_load_tensor", copied_kernel},
      {"XC_pad_1_to_4", copied_kernel},
      {"XC_unaryi16", unary_kernel},
      {"XC_binaryi16", binary_kernel},
      {"XC_expand_8_to_16", expand_kernel},
      {"XC_pad", pad_kernel},
      {"XC_strided_slice", copied_kernel},
      {"XC_pad_3_to_4", pad_3_to_4_kernel},
      {"XC_slice", slice_kernel},
      {"XC_concat", concat_kernel},
      {"XC_broadcast", broadcast_kernel},
      {"SPLIT", split_kernel},
      {"SPLIT_V", split_kernel},
      {"UNPACK", split_kernel},
      {"RESHAPE", reshape_kernel},
      {"SQUEEZE", reshape_kernel},
      {"EXPAND_DIMS", reshape_kernel},
  };
  return table;
}

}  // namespace

namespace {

/// Divides the work of a compiled kernel among the number of threads that the user chose.
void share_anew(KernelSpec& kernel, const Threading& threads) {
  Convolution* conv = std::get_if<Convolution>(&kernel);
  if (auto* const pool = std::get_if<MaxPoolKernel>(&kernel)) conv = &pool->window;
  if (conv == nullptr || conv->threads.empty()) return;
  ConvWork all = conv->threads.front();
  for (const ConvWork& work : conv->threads) {
    for (Span ConvWork::*part : {&ConvWork::rows, &ConvWork::columns, &ConvWork::groups}) {
      (all.*part).begin = std::min((all.*part).begin, (work.*part).begin);
      (all.*part).end = std::max((all.*part).end, (work.*part).end);
    }
  }
  const bool shared = all.pixels() > 1 || threads.split_one_pixel;
  conv->threads = split_image(all.rows.size(), all.columns.size(), all.groups.size(),
                              shared ? threads.count : 1);
  for (ConvWork& work : conv->threads) {
    for (Span ConvWork::*part : {&ConvWork::rows, &ConvWork::columns, &ConvWork::groups}) {
      (work.*part).begin += (all.*part).begin;
      (work.*part).end += (all.*part).begin;
    }
  }
}

}  // namespace

KernelSpec make_kernel(const Network& network, const Operator& op, const Threading& threads) {
  if (is_compiled(op)) {
    if (auto kernel = compiled_kernel(network, op)) {
      if (threads.replanned) share_anew(*kernel, threads);
      return *std::move(kernel);
    }
  }
  const auto maker = makers().find(op.type_name);
  if (maker != makers().end()) return maker->second(network, op, threads);
  if (op.type_name.compare(0, 3, "XC_") == 0) {
    auto planned = planned_kernel(network, op);  // some kernels from before 2021-11 have no options
    return planned ? *std::move(planned) : unknown_kernel(network, op);
  }
  const bool known = op.type != OpType::custom && op.type != OpType::unknown;
  return known ? reference_kernel(network, op, threads) : unknown_kernel(network, op);
}

}  // namespace spillway::xcore
