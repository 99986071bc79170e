// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/codes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"
#include "traces/network_names.h"

namespace spillway {
namespace {

// The prefix of names for built-in operators that the table below lacks. The operator's number
// follows the prefix.
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

// The types that have another name in the format than in Spillway.
// UNIDIRECTIONAL_SEQUENCE_LSTM is the LSTM operator that microcontrollers run, so the writer uses
// it instead of LSTM.
struct RenamedType {
  OpType type;
  std::string_view builtin;
};
constexpr std::array renamed_types{
    RenamedType{OpType::batch_to_space, "BATCH_TO_SPACE_ND"},
    RenamedType{OpType::space_to_batch, "SPACE_TO_BATCH_ND"},
    RenamedType{OpType::lstm, "UNIDIRECTIONAL_SEQUENCE_LSTM"},
    RenamedType{OpType::pad_v2, "PADV2"},
    RenamedType{OpType::if_op, "IF"},
    RenamedType{OpType::while_op, "WHILE"},
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
  const std::string name = builtin_operator_name(code);
  for (const RenamedType& renamed : renamed_types) {
    if (renamed.builtin == name) return renamed.type;
  }
  return op_type_from_name(lower_case(name)).value_or(OpType::unknown);
}

std::optional<int> builtin_code_of(OpType type) {
  if (type == OpType::unknown || type == OpType::custom) return std::nullopt;
  for (const RenamedType& renamed : renamed_types) {
    if (renamed.type == type) return builtin_operator_code(renamed.builtin);
  }
  for (int code = 0; code < static_cast<int>(builtin_names.size()); ++code) {
    if (builtin_operator_type(code) == type) return code;
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
