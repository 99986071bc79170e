// SPDX-License-Identifier: Apache-2.0
#include "traces/network_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace spillway {
namespace {

// Names of the values of each enumeration in network.h, in the order of the enumeration.
// clang-format off
constexpr std::array data_types{
    "float32", "float16", "bfloat16", "float64", "int2", "int4", "int8", "uint8", "int16",
    "uint16", "int32", "uint32", "int64", "uint64", "boolean", "complex64", "complex128",
    "string", "resource", "variant", "uint4", "float8_e4m3fn", "float8_e5m2",
};
static_assert(data_types.size() == static_cast<std::size_t>(DataType::float8_e5m2) + 1);

constexpr std::array op_types{
    "unknown",
    "conv_2d", "depthwise_conv_2d", "transpose_conv", "fully_connected",
    "average_pool_2d", "max_pool_2d", "mean", "sum", "reduce_max", "reduce_min",
    "add", "sub", "mul", "minimum", "maximum", "squared_difference", "abs", "neg", "prelu",
    "leaky_relu",
    "relu", "relu6", "relu_n1_to_1", "relu_0_to_1", "logistic", "tanh", "hard_swish", "gelu",
    "exp", "log", "sqrt", "rsqrt",
    "softmax", "log_softmax",
    "quantize", "dequantize", "cast",
    "reshape", "squeeze", "expand_dims", "transpose", "concatenation", "split", "split_v", "pack",
    "unpack", "slice",
    "strided_slice", "pad", "pad_v2", "mirror_pad", "gather", "broadcast_to", "tile", "shape",
    "fill",
    "resize_bilinear", "resize_nearest_neighbor", "space_to_depth", "depth_to_space",
    "space_to_batch",
    "batch_to_space", "arg_max", "arg_min", "batch_matmul", "lstm", "svdf",
    "call_once", "var_handle", "read_variable", "assign_variable", "if_op", "while_op",
    "custom",
};
static_assert(op_types.size() == static_cast<std::size_t>(OpType::custom) + 1);

constexpr std::array tensor_kinds{
    "activation", "weight", "bias", "constant", "scratch", "variable", "operator_data",
};
static_assert(tensor_kinds.size() == static_cast<std::size_t>(TensorKind::operator_data) + 1);

constexpr std::array activations{"none", "relu", "relu_n1_to_1", "relu6", "tanh", "sign_bit"};
static_assert(activations.size() == static_cast<std::size_t>(Activation::sign_bit) + 1);

constexpr std::array paddings{"same", "valid", "given"};
static_assert(paddings.size() == static_cast<std::size_t>(PaddingScheme::given) + 1);

constexpr std::array layouts{"nhwc", "nhcwb16"};
static_assert(layouts.size() == static_cast<std::size_t>(TensorLayout::nhcwb16) + 1);
// clang-format on

template <typename Enum, std::size_t Count>
const char* name_in(const std::array<const char*, Count>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

template <typename Enum, std::size_t Count>
std::optional<Enum> find_in(const std::array<const char*, Count>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(std::distance(names.begin(), found));
}

template <std::size_t Count>
std::vector<std::string> strings_of(const std::array<const char*, Count>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

const char* data_type_name(DataType type) { return name_in(data_types, type); }
const char* op_type_name(OpType type) { return name_in(op_types, type); }
const char* tensor_kind_name(TensorKind kind) { return name_in(tensor_kinds, kind); }
const char* activation_name(Activation activation) { return name_in(activations, activation); }
const char* padding_name(PaddingScheme scheme) { return name_in(paddings, scheme); }
const char* layout_name(TensorLayout layout) { return name_in(layouts, layout); }

std::optional<DataType> data_type_from_name(std::string_view name) {
  return find_in<DataType>(data_types, name);
}
std::optional<OpType> op_type_from_name(std::string_view name) {
  return find_in<OpType>(op_types, name);
}
std::optional<TensorKind> tensor_kind_from_name(std::string_view name) {
  return find_in<TensorKind>(tensor_kinds, name);
}
std::optional<Activation> activation_from_name(std::string_view name) {
  return find_in<Activation>(activations, name);
}
std::optional<PaddingScheme> padding_from_name(std::string_view name) {
  return find_in<PaddingScheme>(paddings, name);
}
std::optional<TensorLayout> layout_from_name(std::string_view name) {
  return find_in<TensorLayout>(layouts, name);
}

std::vector<std::string> data_type_names() { return strings_of(data_types); }
std::vector<std::string> op_type_names() { return strings_of(op_types); }
std::vector<std::string> tensor_kind_names() { return strings_of(tensor_kinds); }
std::vector<std::string> activation_names() { return strings_of(activations); }
std::vector<std::string> padding_names() { return strings_of(paddings); }
std::vector<std::string> layout_names() { return strings_of(layouts); }

}  // namespace spillway
