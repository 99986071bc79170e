// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/binary_operations.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {
namespace {

// Limits of Arm's public compiler (Vela 3.10, SUPPORTED_OPS.md).
constexpr std::int32_t largest_dimension = 65535;
constexpr std::size_t largest_rank = 4;
constexpr const char* wide_dimension = "a dimension outside of 1 to 65535";

bool is_feature_map(DataType type) {
  return type == DataType::int8 || type == DataType::uint8 || type == DataType::int16 ||
         type == DataType::int32;
}

bool takes_words(OpType type) {
  return is_one_of(type, {OpType::add, OpType::sub, OpType::mul, OpType::shape, OpType::arg_max,
                          OpType::transpose});
}

bool takes_batches(OpType type) {
  return is_one_of(type, {OpType::fully_connected, OpType::reshape, OpType::shape, OpType::slice,
                          OpType::softmax, OpType::split, OpType::split_v, OpType::squeeze,
                          OpType::strided_slice, OpType::unpack});
}

bool takes_scalars(OpType type) {
  return is_one_of(type, {OpType::add, OpType::sub, OpType::mul, OpType::minimum, OpType::maximum,
                          OpType::arg_max, OpType::expand_dims, OpType::mean, OpType::quantize,
                          OpType::split, OpType::split_v});
}

bool has_two_data_inputs(OpType type) {
  return is_binary_operation(type) || type == OpType::squared_difference || type == OpType::prelu;
}

// Returns the operands that hold data, not parameters such as weights or axes.
std::vector<TensorIndex> data_inputs(const Operator& op) {
  if (op.type == OpType::transpose_conv) {
    return op.inputs.size() > 2 ? std::vector<TensorIndex>{op.inputs[2]} : op.inputs;
  }
  if (op.type == OpType::split) return {op.inputs.back()};
  if (op.type == OpType::concatenation || op.type == OpType::pack) return op.inputs;
  if (has_two_data_inputs(op.type) && op.inputs.size() > 1) return {op.inputs[0], op.inputs[1]};
  return {op.inputs.front()};
}

bool has_scales_per_channel(const Tensor& tensor) {
  return tensor.zero_points.size > sizeof(std::int64_t);
}

// Returns a reason against the NPU if `op` is a fully connected operator whose weights have a scale
// per channel; otherwise "". Arm's compiler accepts such weights for convolutions only.
std::string scale_reason(const Network& network, const Operator& op) {
  if (op.type != OpType::fully_connected || op.inputs.size() < 2 || op.inputs[1] == no_tensor) {
    return "";
  }
  const bool per_channel = has_scales_per_channel(at(network.tensors, op.inputs[1]));
  return per_channel ? "weights that are scaled per channel" : "";
}

bool has_extents(const Tensor& tensor) {
  return std::all_of(tensor.shape.begin(), tensor.shape.end(), [](std::int32_t extent) {
    return extent >= 1 && extent <= largest_dimension;
  });
}

std::string shape_reason(const Tensor& tensor, const Operator& op) {
  if (tensor.shape.empty() && !takes_scalars(op.type)) return "a scalar operand";
  if (tensor.shape.size() > largest_rank) return "more than four dimensions";
  return has_extents(tensor) ? "" : wide_dimension;
}

std::string type_reason(const Tensor& tensor, const Operator& op, bool output) {
  const bool index = output && op.type == OpType::arg_max;
  if (index && tensor.type == DataType::int64) return "";
  const bool words_fit = takes_words(op.type) && (index || op.type != OpType::arg_max || output);
  if (!is_feature_map(tensor.type) || (tensor.type == DataType::int32 && !words_fit)) {
    return std::string(data_type_name(tensor.type)) + " data";
  }
  // Operands without a scale occur only in computations of shapes, which the NPU does not run.
  const bool sum = op.type == OpType::add || op.type == OpType::sub || op.type == OpType::mul;
  if (tensor.type == DataType::int32 && sum && tensor.scale == 0) return "int32 data without scale";
  return "";
}

std::string operand_reason(const Network& network, const Operator& op) {
  for (const TensorIndex index : data_inputs(op)) {
    if (index == no_tensor) return "an absent operand";
    const Tensor& tensor = at(network.tensors, index);
    if (std::string reason = type_reason(tensor, op, false); !reason.empty()) return reason;
    if (std::string reason = shape_reason(tensor, op); !reason.empty()) return reason;
    const bool batched = tensor.shape.size() == largest_rank && tensor.shape[0] != 1;
    if (batched && !takes_batches(op.type)) return "more than one batch";
  }
  for (const TensorIndex index : op.outputs) {
    if (index == no_tensor) return "an absent operand";
    const Tensor& tensor = at(network.tensors, index);
    if (op.type == OpType::shape) continue;
    if (std::string reason = type_reason(tensor, op, true); !reason.empty()) return reason;
    if (tensor.shape.empty() && op.type != OpType::quantize) return "a scalar result";
    if (tensor.shape.size() > largest_rank) return "more than four dimensions";
    if (!has_extents(tensor)) return wide_dimension;
  }
  return scale_reason(network, op);
}

}  // namespace

CompilerRules compiler_rules(const Config& config, std::optional<CompilerRules> chosen) {
  const bool u85 = config.product == Product::u85;
  if (u85 && chosen == CompilerRules::vela_3_10) {
    throw UserError(ExitCode::usage,
                    "--vela: release 3.10 does not compile for " + config.name + "; use 5.0");
  }
  return chosen.value_or(u85 ? CompilerRules::vela_5_0 : CompilerRules::vela_3_10);
}

std::string host_reason(const Network& network, const Operator& op, CompilerRules rules) {
  if (op.inputs.empty() || op.outputs.empty()) return "no operands";
  if (!has_npu_operation(op)) return "no such operation";
  if (std::string reason = operand_reason(network, op); !reason.empty()) return reason;
  return kind_reason(network, op, rules);
}

}  // namespace spillway::ethosu
