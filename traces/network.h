// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_view.h"
#include "base/files/file_bytes.h"
#include "base/units.h"
#include "traces/output_block.h"

namespace spillway {

/// An index into Network::tensors. `no_tensor` stands for an optional operand that is absent.
using TensorIndex = std::int32_t;
constexpr TensorIndex no_tensor = -1;

/// Element types of the .tflite format.
enum class DataType : std::uint8_t {
  float32,
  float16,
  bfloat16,
  float64,
  int2,
  int4,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  complex64,
  complex128,
  string,
  resource,
  variant,
  uint4,
  float8_e4m3fn,
  float8_e5m2,
};

/// The purpose of a tensor. The purpose determines the tensor's lifetime and the memories that may
/// hold the tensor.
enum class TensorKind : std::uint8_t {
  // Written and read during an inference.
  activation,
  // Constant operand of a convolution, fully-connected operator, matrix product, LSTM or SVDF.
  weight,
  // Constant operand with one value per channel, such as a bias or a scale.
  bias,
  // Any other constant, such as a shape, a lookup table or an elementwise operand.
  constant,
  // Workspace of one operator, whose contents need not outlive the operator.
  scratch,
  // Keeps its value between inferences.
  variable,
  // Data that the runtime keeps for an operator between inferences (OpData on xcore.ai).
  operator_data,
};

/// The order in which memory holds the elements of a feature map. `nhwc` stores the pixels row by
/// row, and all channels of a pixel one after the other. `nhcwb16` is a format of Ethos-U: for each
/// row and each group of 16 channels, it stores the pixels of the row one after the other, 16
/// channels each. The last group is padded to 16 channels.
enum class TensorLayout : std::uint8_t { nhwc, nhcwb16 };

struct Tensor {
  std::string name;
  DataType type = DataType::int8;
  std::vector<std::int32_t> shape;
  TensorKind kind = TensorKind::activation;
  // Size in memory, in bytes. Two elements of type int4 share a byte.
  Bytes bytes = 0;
  TensorLayout layout = TensorLayout::nhwc;
  // Contents of a constant, as a pointer into Network::file. Empty if only the size is known.
  ByteView data;
  // Zero points, as a pointer into Network::file: little-endian 64-bit integers, either one for all
  // channels or one per channel. Empty = all zero points are 0.
  ByteView zero_points;
  // Quantisation: real value = scale x (stored value - zero point). For a tensor with one scale and
  // one zero point per channel, these are the values of the first channel. Scale 0 = the scale is
  // unknown.
  float scale = 0;
  std::int64_t zero_point = 0;
};

/// The function of an operator. Spillway knows no cost for an operator of type `unknown`, only its
/// tensors. `Operator::type_name` holds the name of the function as the file gives it.
enum class OpType : std::uint8_t {
  unknown,
  conv_2d,
  depthwise_conv_2d,
  transpose_conv,
  fully_connected,
  average_pool_2d,
  max_pool_2d,
  mean,
  sum,
  reduce_max,
  reduce_min,
  add,
  sub,
  mul,
  minimum,
  maximum,
  squared_difference,
  abs,
  neg,
  prelu,
  leaky_relu,
  relu,
  relu6,
  relu_n1_to_1,
  relu_0_to_1,
  logistic,
  tanh,
  hard_swish,
  gelu,
  exp,
  log,
  sqrt,
  rsqrt,
  softmax,
  log_softmax,
  quantize,
  dequantize,
  cast,
  reshape,
  squeeze,
  expand_dims,
  transpose,
  concatenation,
  split,
  split_v,
  pack,
  unpack,
  slice,
  strided_slice,
  pad,
  pad_v2,
  mirror_pad,
  gather,
  broadcast_to,
  tile,
  shape,
  fill,
  resize_bilinear,
  resize_nearest_neighbor,
  space_to_depth,
  depth_to_space,
  space_to_batch,
  batch_to_space,
  arg_max,
  arg_min,
  batch_matmul,
  lstm,
  svdf,
  call_once,
  var_handle,
  read_variable,
  assign_variable,
  if_op,
  while_op,
  // A custom operator, which is no built-in operator of .tflite. Operator::type_name holds its
  // custom code, Operator::options its custom options.
  custom,
};

enum class Activation : std::uint8_t { none, relu, relu_n1_to_1, relu6, tanh, sign_bit };
enum class PaddingScheme : std::uint8_t { same, valid, given };

/// The sliding window of a convolution or pooling operator. Padding is given in pixels per side.
struct Window {
  std::int32_t kernel_h = 1, kernel_w = 1;
  std::int32_t stride_h = 1, stride_w = 1;
  std::int32_t dilation_h = 1, dilation_w = 1;
  std::int32_t pad_top = 0, pad_bottom = 0, pad_left = 0, pad_right = 0;
  PaddingScheme scheme = PaddingScheme::valid;

  std::int32_t extent_h() const { return (kernel_h - 1) * dilation_h + 1; }
  std::int32_t extent_w() const { return (kernel_w - 1) * dilation_w + 1; }
};

/// The part of a tensor that an operator reads or writes. Lowering makes such views when it
/// replaces a reshape, concatenation, split or slice by address arithmetic. `offset` is the index,
/// in the tensor, of the first element of the part, one number per dimension; empty = zeros.
struct OperandView {
  // The shape of the part, as the operator sees it; empty = the shape of the tensor.
  std::vector<std::int32_t> shape;
  std::vector<std::int32_t> offset;
};

struct SplitOperator;

struct Operator {
  OpType type = OpType::unknown;
  std::string type_name;  // as in the file: "CONV_2D", or a custom code
  // The operator's name in the file. If the file has no names of operators, the name of the first
  // output.
  std::string name;
  std::vector<TensorIndex> inputs;
  std::vector<TensorIndex> outputs;
  Window window;
  Activation activation = Activation::none;
  std::int64_t macs = 0;
  std::int32_t axis = 0;            // joining, splitting, softmax, gather, arg_max, arg_min
  float alpha = 0;                  // leaky_relu: slope for negative values
  float cell_clip = 0;              // lstm: limit of the cell state; 0 = no limit
  bool time_major = false;          // lstm: dimension 0 is time, not the batch
  bool align_corners = false;       // resizing: the corner pixels of input and output coincide
  bool half_pixel_centers = false;  // resizing: pixel centers lie at half coordinates
  std::int32_t begin_mask = 0;      // strided_slice: bit i = dimension i begins at 0
  std::int32_t ellipsis_mask = 0;   // strided_slice: bit i = element i of begin is an ellipsis
  std::int32_t new_axis_mask = 0;   // strided_slice: bit i = element i of begin is a new axis
  std::int32_t shrink_axis_mask =
      0;                            // strided_slice: bit i = dimension i is removed from the result
  ByteView options;                 // custom options, as a pointer into Network::file
  std::int32_t folded_columns = 1;  // lowering: number of input columns that are read as one column
  // Lowering, when columns are folded (`folded_columns` above 1): the number of columns of zeros
  // that stand before the first column of the kernel.
  std::int32_t zero_columns = 0;
  bool table_activation = false;  // lowering: a lookup table is applied to the output
  bool on_host = false;           // lowering: the host CPU runs the operator, not the NPU
  /// Lowering: the index in `inputs` of an input whose bytes the output may overwrite in place, if
  /// no later operator reads this input; -1 = no input.
  std::int32_t overwrites = -1;
  /// Lowering may split an operator into several operators. If this operator is one of these,
  /// `whole` is the operator that was split, and `part` is the number of this operator among them.
  /// Null = this operator is no part of a split operator.
  std::shared_ptr<const SplitOperator> whole;
  std::int32_t part = 0;
  /// Lowering may replace several operators by a single operator, which runs them together, block
  /// by block, and never stores their intermediate results in a memory. `chain` holds the replaced
  /// operators. Null = this operator does not replace other operators.
  std::shared_ptr<const std::vector<Operator>> chain;
  /// Lowering: the size of the output blocks of the operator's first NPU operation. Unset = the
  /// size that the model of the compiler (Vela) chooses.
  std::optional<OutputBlock> block;
  /// One view per input; empty = every input is read as a whole.
  std::vector<OperandView> input_views;
  /// One view per output; empty = every output is written as a whole.
  std::vector<OperandView> output_views;
};

/// An operator that lowering has split into several operations. These operations are operators of
/// the lowered network.
struct SplitOperator {
  Operator op;
  // The tensors that one of these operations writes and another of these operations reads.
  std::vector<TensorIndex> intermediates;
};

struct NamedBytes {
  std::string name;
  ByteView data;
};

/// A network with its operators in execution order. In plans and live ranges, operator i runs at
/// time i + 1; the inputs of the network exist from time 0 on.
struct Network {
  std::string name;
  std::string source;  // path or "built-in"
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
  std::vector<TensorIndex> inputs;
  std::vector<TensorIndex> outputs;
  // Metadata of the .tflite: OfflineMemoryAllocation, vela_version, ...
  std::vector<NamedBytes> metadata;
  // Messages about unusual contents of the file that do not prevent a run.
  std::vector<std::string> warnings;
  // Owns the bytes to which all ByteViews of the network refer.
  std::shared_ptr<const FileBytes> file;
  // The number of bytes that the reader has appended to its copy of the file (`file`).
  std::size_t added_bytes = 0;
};

/// Whether lowering has replaced several operators by one that runs them block by block
/// (Operator::chain).
inline bool has_chains(const Network& network) {
  return std::any_of(network.operators.begin(), network.operators.end(),
                     [](const Operator& op) { return op.chain != nullptr; });
}

/// Returns the bytes of the .tflite or ExecuTorch program from which `network` was read. For other
/// networks, these bytes are no file: they are the contents of constants, or empty.
inline ByteView file_contents(const Network& network) {
  if (network.file == nullptr) return {};
  return {network.file->data(), network.file->size() - network.added_bytes};
}

/// Returns the bytes that `elements` elements of a type take. `elements` must be at most 2^40. A
/// byte holds two elements of a 4-bit type, or four elements of type int2. Returns -1 for strings,
/// resources and variants, whose elements have no fixed size.
Bytes storage_bytes(DataType type, std::int64_t elements);

const char* data_type_name(DataType type);
const char* op_type_name(OpType type);  // lower case: "conv_2d"
const char* tensor_kind_name(TensorKind kind);

std::int64_t element_count(const Tensor& tensor);

}  // namespace spillway
