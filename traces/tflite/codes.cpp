// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/codes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

// The prefix of names for built-in operators that the table below lacks; their number follows it.
constexpr std::string_view newer_prefix = "BUILTIN_";

// The names of the built-in operators. The index of a name is the operator's number in the format.
// clang-format off
constexpr std::array builtin_names{
    "ADD", "AVERAGE_POOL_2D", "CONCATENATION", "CONV_2D", "DEPTHWISE_CONV_2D", "DEPTH_TO_SPACE",
    "DEQUANTIZE", "EMBEDDING_LOOKUP", "FLOOR", "FULLY_CONNECTED", "HASHTABLE_LOOKUP",
    "L2_NORMALIZATION", "L2_POOL_2D", "LOCAL_RESPONSE_NORMALIZATION", "LOGISTIC",
    "LSH_PROJECTION", "LSTM", "MAX_POOL_2D", "MUL", "RELU", "RELU_N1_TO_1", "RELU6", "RESHAPE",
    "RESIZE_BILINEAR", "RNN", "SOFTMAX", "SPACE_TO_DEPTH", "SVDF", "TANH", "CONCAT_EMBEDDINGS",
    "SKIP_GRAM", "CALL", "CUSTOM", "EMBEDDING_LOOKUP_SPARSE", "PAD",
    "UNIDIRECTIONAL_SEQUENCE_RNN", "GATHER", "BATCH_TO_SPACE_ND", "SPACE_TO_BATCH_ND",
    "TRANSPOSE", "MEAN", "SUB", "DIV", "SQUEEZE", "UNIDIRECTIONAL_SEQUENCE_LSTM",
    "STRIDED_SLICE", "BIDIRECTIONAL_SEQUENCE_RNN", "EXP", "TOPK_V2", "SPLIT", "LOG_SOFTMAX",
    "DELEGATE", "BIDIRECTIONAL_SEQUENCE_LSTM", "CAST", "PRELU", "MAXIMUM", "ARG_MAX", "MINIMUM",
    "LESS", "NEG", "PADV2", "GREATER", "GREATER_EQUAL", "LESS_EQUAL", "SELECT", "SLICE", "SIN",
    "TRANSPOSE_CONV", "SPARSE_TO_DENSE", "TILE", "EXPAND_DIMS", "EQUAL", "NOT_EQUAL", "LOG",
    "SUM", "SQRT", "RSQRT", "SHAPE", "POW", "ARG_MIN", "FAKE_QUANT", "REDUCE_PROD", "REDUCE_MAX",
    "PACK", "LOGICAL_OR", "ONE_HOT", "LOGICAL_AND", "LOGICAL_NOT", "UNPACK", "REDUCE_MIN",
    "FLOOR_DIV", "REDUCE_ANY", "SQUARE", "ZEROS_LIKE", "FILL", "FLOOR_MOD", "RANGE",
    "RESIZE_NEAREST_NEIGHBOR", "LEAKY_RELU", "SQUARED_DIFFERENCE", "MIRROR_PAD", "ABS",
    "SPLIT_V", "UNIQUE", "CEIL", "REVERSE_V2", "ADD_N", "GATHER_ND", "COS", "WHERE", "RANK",
    "ELU", "REVERSE_SEQUENCE", "MATRIX_DIAG", "QUANTIZE", "MATRIX_SET_DIAG", "ROUND",
    "HARD_SWISH", "IF", "WHILE", "NON_MAX_SUPPRESSION_V4", "NON_MAX_SUPPRESSION_V5",
    "SCATTER_ND", "SELECT_V2", "DENSIFY", "SEGMENT_SUM", "BATCH_MATMUL",
    "PLACEHOLDER_FOR_GREATER_OP_CODES", "CUMSUM", "CALL_ONCE", "BROADCAST_TO", "RFFT2D",
    "CONV_3D", "IMAG", "REAL", "COMPLEX_ABS", "HASHTABLE", "HASHTABLE_FIND", "HASHTABLE_IMPORT",
    "HASHTABLE_SIZE", "REDUCE_ALL", "CONV_3D_TRANSPOSE", "VAR_HANDLE", "READ_VARIABLE",
    "ASSIGN_VARIABLE", "BROADCAST_ARGS", "RANDOM_STANDARD_NORMAL", "BUCKETIZE",
    "RANDOM_UNIFORM", "MULTINOMIAL", "GELU", "DYNAMIC_UPDATE_SLICE", "RELU_0_TO_1",
    "UNSORTED_SEGMENT_PROD", "UNSORTED_SEGMENT_MAX", "UNSORTED_SEGMENT_SUM", "ATAN2",
    "UNSORTED_SEGMENT_MIN", "SIGN", "BITCAST", "BITWISE_XOR", "RIGHT_SHIFT",
    "STABLEHLO_LOGISTIC", "STABLEHLO_ADD", "STABLEHLO_DIVIDE", "STABLEHLO_MULTIPLY",
    "STABLEHLO_MAXIMUM", "STABLEHLO_RESHAPE", "STABLEHLO_CLAMP", "STABLEHLO_CONCATENATE",
    "STABLEHLO_BROADCAST_IN_DIM", "STABLEHLO_CONVOLUTION", "STABLEHLO_SLICE",
    "STABLEHLO_CUSTOM_CALL", "STABLEHLO_REDUCE", "STABLEHLO_ABS", "STABLEHLO_AND",
    "STABLEHLO_COSINE", "STABLEHLO_EXPONENTIAL", "STABLEHLO_FLOOR", "STABLEHLO_LOG",
    "STABLEHLO_MINIMUM", "STABLEHLO_NEGATE", "STABLEHLO_OR", "STABLEHLO_POWER",
    "STABLEHLO_REMAINDER", "STABLEHLO_RSQRT", "STABLEHLO_SELECT", "STABLEHLO_SUBTRACT",
    "STABLEHLO_TANH", "STABLEHLO_SCATTER", "STABLEHLO_COMPARE", "STABLEHLO_CONVERT",
    "STABLEHLO_DYNAMIC_SLICE", "STABLEHLO_DYNAMIC_UPDATE_SLICE", "STABLEHLO_PAD",
    "STABLEHLO_IOTA", "STABLEHLO_DOT_GENERAL", "STABLEHLO_REDUCE_WINDOW", "STABLEHLO_SORT",
    "STABLEHLO_WHILE", "STABLEHLO_GATHER", "STABLEHLO_TRANSPOSE", "DILATE",
    "STABLEHLO_RNG_BIT_GENERATOR", "REDUCE_WINDOW", "STABLEHLO_COMPOSITE",
    "STABLEHLO_SHIFT_LEFT", "STABLEHLO_CBRT", "STABLEHLO_CASE",
};
// clang-format on
static_assert(builtin_names.size() == 210);

struct KnownBuiltin {
  int code;
  OpType type;
};

// Built-in operators, by number, with Spillway's type. If several built-in operators have the same
// type, the writer uses the first one in this table.
constexpr KnownBuiltin known_builtins[] = {
    {0, OpType::add},
    {1, OpType::average_pool_2d},
    {2, OpType::concatenation},
    {3, OpType::conv_2d},
    {4, OpType::depthwise_conv_2d},
    {5, OpType::depth_to_space},
    {6, OpType::dequantize},
    {9, OpType::fully_connected},
    {14, OpType::logistic},
    {17, OpType::max_pool_2d},
    {18, OpType::mul},
    {19, OpType::relu},
    {20, OpType::relu_n1_to_1},
    {21, OpType::relu6},
    {22, OpType::reshape},
    {23, OpType::resize_bilinear},
    {25, OpType::softmax},
    {26, OpType::space_to_depth},
    {27, OpType::svdf},
    {28, OpType::tanh},
    {32, OpType::custom},
    {34, OpType::pad},
    {36, OpType::gather},
    {37, OpType::batch_to_space},
    {38, OpType::space_to_batch},
    {39, OpType::transpose},
    {40, OpType::mean},
    {41, OpType::sub},
    {43, OpType::squeeze},
    // UNIDIRECTIONAL_SEQUENCE_LSTM, the LSTM operator that microcontrollers run.
    {44, OpType::lstm},
    {16, OpType::lstm},
    {45, OpType::strided_slice},
    {47, OpType::exp},
    {49, OpType::split},
    {50, OpType::log_softmax},
    {53, OpType::cast},
    {54, OpType::prelu},
    {55, OpType::maximum},
    {56, OpType::arg_max},
    {57, OpType::minimum},
    {59, OpType::neg},
    {60, OpType::pad_v2},
    {65, OpType::slice},
    {67, OpType::transpose_conv},
    {69, OpType::tile},
    {70, OpType::expand_dims},
    {73, OpType::log},
    {74, OpType::sum},
    {75, OpType::sqrt},
    {76, OpType::rsqrt},
    {77, OpType::shape},
    {79, OpType::arg_min},
    {82, OpType::reduce_max},
    {83, OpType::pack},
    {88, OpType::unpack},
    {89, OpType::reduce_min},
    {94, OpType::fill},
    {97, OpType::resize_nearest_neighbor},
    {98, OpType::leaky_relu},
    {99, OpType::squared_difference},
    {100, OpType::mirror_pad},
    {101, OpType::abs},
    {102, OpType::split_v},
    {114, OpType::quantize},
    {117, OpType::hard_swish},
    {118, OpType::if_op},
    {119, OpType::while_op},
    {126, OpType::batch_matmul},
    {129, OpType::call_once},
    {130, OpType::broadcast_to},
    {142, OpType::var_handle},
    {143, OpType::read_variable},
    {144, OpType::assign_variable},
    {150, OpType::gelu},
    {152, OpType::relu_0_to_1},
};

// The index of a type is its number in the format.
constexpr std::array tensor_types{
    DataType::float32,   DataType::float16,       DataType::int32,       DataType::uint8,
    DataType::int64,     DataType::string,        DataType::boolean,     DataType::int16,
    DataType::complex64, DataType::int8,          DataType::float64,     DataType::complex128,
    DataType::uint64,    DataType::resource,      DataType::variant,     DataType::uint32,
    DataType::uint16,    DataType::int4,          DataType::bfloat16,    DataType::int2,
    DataType::uint4,     DataType::float8_e4m3fn, DataType::float8_e5m2,
};

}  // namespace

std::string builtin_operator_name(int code) {
  if (code < 0 || static_cast<std::size_t>(code) >= builtin_names.size()) {
    return fmt::format("{}{}", newer_prefix, code);
  }
  return builtin_names.at(static_cast<std::size_t>(code));
}

std::optional<int> builtin_operator_code(std::string_view name) {
  if (name.substr(0, newer_prefix.size()) == newer_prefix) {
    const std::optional<std::int64_t> code = parse_integer(name.substr(newer_prefix.size()));
    if (code && *code >= 0 && *code <= std::numeric_limits<int>::max()) {
      return static_cast<int>(*code);
    }
  }
  const auto found = std::find(builtin_names.begin(), builtin_names.end(), name);
  if (found == builtin_names.end()) return std::nullopt;
  return static_cast<int>(std::distance(builtin_names.begin(), found));
}

OpType builtin_operator_type(int code) {
  for (const KnownBuiltin& builtin : known_builtins) {
    if (builtin.code == code) return builtin.type;
  }
  return OpType::unknown;
}

std::optional<int> builtin_code_of(OpType type) {
  for (const KnownBuiltin& builtin : known_builtins) {
    if (builtin.type == type && type != OpType::custom) return builtin.code;
  }
  return std::nullopt;
}

std::optional<DataType> data_type_of(tflite::TensorType type) {
  const auto number = static_cast<std::size_t>(type);
  if (number >= tensor_types.size()) return std::nullopt;
  return tensor_types.at(number);
}

tflite::TensorType tensor_type_of(DataType type) {
  const auto found = std::find(tensor_types.begin(), tensor_types.end(), type);
  return static_cast<tflite::TensorType>(std::distance(tensor_types.begin(), found));
}

}  // namespace spillway
