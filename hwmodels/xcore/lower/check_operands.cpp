// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/lower/passes.h"

namespace spillway::xcore {
namespace {

struct Operands {
  std::size_t inputs, outputs;
};

/// Returns how many operands an operator of the XMOS runtime needs; by default one input and one
/// output.
Operands needed_by_runtime(const Operator& op) {
  const bool load = op.type_name == "XC_ld_flash" || op.type_name == "XC_ld_weights";
  // A compiled load has its address in its options, and no inputs. Any other load has one constant
  // per output as input.
  if (load) return {is_compiled(op) ? 0 : op.outputs.size(), 1};
  // A copy of a feature map in external memory is not an operand. So XC_store_tensor, which writes
  // it, has no output, and XC_load_tensor, which reads it, has no input. A wait needs no operands
  // at all.
  if (op.type_name == "XC_ld_weights_wait") return {0, 0};
  if (op.type_name == "XC_store_tensor") return {1, 0};
  if (op.type_name == "XC_load_tensor") return {0, 1};
  // All convolutions and dense layers of the runtime have weights and biases.
  for (const std::string_view name : {"XC_conv2d", "XC_fc"}) {
    if (op.type_name.compare(0, name.size(), name) == 0) return {3, 1};
  }
  constexpr std::array<std::pair<std::string_view, std::size_t>, 15> inputs = {
      {{"XC_bconv2d_bin", 3},
       {"XC_bconv2d_bin_DI", 3},
       {"XC_bconv2d_int8", 3},
       {"XC_bconv2d_int8_DIDO", 3},
       {"XC_beta_fcf32", 2},
       {"XC_beta_convf32", 2},
       {"XC_beta_transposeconvf32", 2},
       {"XC_add", 2},
       {"XC_mul", 2},
       {"XC_binaryi16", 2},
       {"XC_lookup", 2},
       {"XC_lookup_8", 2},
       {"XC_add_8", 2},
       {"XC_softmax", 2},
       {"XC_batched_softmax", 2}}};
  const auto* const known = std::find_if(
      inputs.begin(), inputs.end(), [&](const auto& entry) { return entry.first == op.type_name; });
  return {known == inputs.end() ? 1 : known->second, 1};
}

/// Returns how many operands of a plain operator the lowering rules access.
Operands needed_by_rules(const Operator& op) {
  constexpr std::array two = {OpType::conv_2d,
                              OpType::depthwise_conv_2d,
                              OpType::fully_connected,
                              OpType::add,
                              OpType::sub,
                              OpType::mul,
                              OpType::pad,
                              OpType::slice,
                              OpType::strided_slice};
  constexpr std::array one = {OpType::average_pool_2d,
                              OpType::max_pool_2d,
                              OpType::mean,
                              OpType::sum,
                              OpType::relu,
                              OpType::relu6,
                              OpType::logistic,
                              OpType::tanh,
                              OpType::hard_swish,
                              OpType::softmax,
                              OpType::quantize,
                              OpType::dequantize,
                              OpType::reshape,
                              OpType::squeeze,
                              OpType::expand_dims,
                              OpType::concatenation,
                              OpType::split,
                              OpType::split_v,
                              OpType::unpack};
  if (op.type == OpType::transpose_conv) return {3, 1};
  if (std::find(two.begin(), two.end(), op.type) != two.end()) return {2, 1};
  if (std::find(one.begin(), one.end(), op.type) != one.end()) return {1, 1};
  return {0, 0};
}

// The largest size of a tensor: twice the 128 MiB of external RAM that a tile reaches, so that
// every tensor that fits into a memory is within this limit.
constexpr Bytes most_bytes = Bytes{1} << 28;

/// Returns the number of elements, where a dimension of 0 counts as 1. The multiplication stops
/// above most_bytes, so that the product fits into 64 bits.
std::int64_t extent(const std::vector<std::int32_t>& shape) {
  std::int64_t product = 1;
  for (const std::int32_t size : shape) {
    if (product <= most_bytes) product *= std::max(1, size);
  }
  return product;
}

/// Whether the window has at most 4096 rows and columns, and strides and dilations that fit, in
/// bytes, into the 32 bits in which the kernel stores them.
bool has_window_in_memory(const Network& network, const Operator& op) {
  constexpr std::int32_t most_taps = 4096;
  const Window& window = op.window;
  const std::int32_t step =
      std::max({window.stride_h, window.stride_w, window.dilation_h, window.dilation_w});
  Bytes largest = 1;
  for (const TensorIndex input : op.inputs) {
    if (input == no_tensor) continue;
    largest = std::max(largest, at(network.tensors, input).bytes);
  }
  const Bytes reach = std::numeric_limits<std::int32_t>::max();
  return window.kernel_h <= most_taps && window.kernel_w <= most_taps && step <= reach / largest;
}

bool lacks(const std::vector<TensorIndex>& operands, std::size_t count) {
  if (operands.size() < count) return true;
  const auto end = operands.begin() + static_cast<std::ptrdiff_t>(count);
  return std::find(operands.begin(), end, no_tensor) != end;
}

// Considers the first `count` operands. Returns the first one without elements; no_tensor if all of
// them have elements.
TensorIndex first_empty(const Network& network, const std::vector<TensorIndex>& operands,
                        std::size_t count) {
  for (std::size_t i = 0; i < std::min(operands.size(), count); ++i) {
    const TensorIndex operand = operands[i];
    if (operand != no_tensor && element_count(at(network.tensors, operand)) == 0) return operand;
  }
  return no_tensor;
}

void require_elements(const Network& network, const Operator& op, const Operands& needed) {
  TensorIndex empty = first_empty(network, op.inputs, needed.inputs);
  if (empty == no_tensor) empty = first_empty(network, op.outputs, needed.outputs);
  if (empty == no_tensor) return;
  throw UserError(ExitCode::input_file, {network.source, 0, 0},
                  fmt::format("{} '{}': its operand '{}' has no elements; expected one at least in "
                              "every dimension",
                              op.type_name, op.name, at(network.tensors, empty).name));
}

}  // namespace

void require_operands(const Network& network) {
  for (const Operator& op : network.operators) {
    const bool runtime = op.type_name.compare(0, 3, "XC_") == 0;
    const Operands needed = runtime ? needed_by_runtime(op) : needed_by_rules(op);
    if (!runtime) require_elements(network, op, needed);
    if (!lacks(op.inputs, needed.inputs) && !lacks(op.outputs, needed.outputs)) continue;
    const bool holds_weights = op.type_name == "XC_conv2d_v2" && op.inputs.size() < needed.inputs;
    throw UserError(
        ExitCode::input_file, {network.source, 0, 0},
        fmt::format("{} '{}' has {} inputs and {} outputs, it needs {} and {}{}", op.type_name,
                    op.name, op.inputs.size(), op.outputs.size(), needed.inputs, needed.outputs,
                    holds_weights ? " (xformer wrote weights into the options until 2021-10, which "
                                    "is not read)"
                                  : ""));
  }
}

void require_addressable(const Network& network) {
  for (const Tensor& tensor : network.tensors) {
    if (tensor.bytes <= most_bytes && extent(tensor.shape) <= most_bytes) continue;
    throw UserError(ExitCode::run_failed,
                    fmt::format("'{}' has {} bytes; an xcore.ai tile reaches 128 MiB", tensor.name,
                                with_thousands(tensor.bytes)));
  }
  for (const Operator& op : network.operators) {
    if (has_window_in_memory(network, op)) continue;
    throw UserError(
        ExitCode::input_file, {network.source, 0, 0},
        fmt::format("{} '{}' has a window that steps over all memory", op.type_name, op.name));
  }
}

}  // namespace spillway::xcore
