// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_view.h"
#include "base/files/file_bytes.h"
#include "base/units.h"

namespace spillway {

/// An index into Network::tensors; no_tensor = an optional operand that is absent.
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

/// The purpose of a tensor. It determines the tensor's lifetime and the memories that may hold the
/// tensor.
enum class TensorKind : std::uint8_t {
  // Written and read during an inference.
  activation,
  // Constant operand of a convolution or fully-connected operator.
  weight,
  // Constant operand with a value per channel, such as a bias or a scale.
  bias,
  // Any other constant, such as a shape, a lookup table or an elementwise operand.
  constant,
  // Workspace of one operator.
  scratch,
  // Keeps its value between inferences.
  variable,
  // Data that the runtime keeps for an operator between inferences (OpData on xcore.ai).
  operator_data,
};

/// The order in which a feature map's elements are stored. `nhwc` stores rows of pixels, each pixel
/// with all its channels. `nhcwb16` is the format of Ethos-U: bricks of 16 channels of a pixel. The
/// last brick of a pixel is padded.
enum class TensorLayout : std::uint8_t { nhwc, nhcwb16 };

struct Tensor {
  std::string name;
  DataType type = DataType::int8;
  std::vector<std::int32_t> shape;
  TensorKind kind = TensorKind::activation;
  // Stored bytes; a byte holds two elements of type int4.
  Bytes bytes = 0;
  TensorLayout layout = TensorLayout::nhwc;
  // Contents of a constant, within Network::file; empty if only the size is known.
  ByteView data;
  // Zero points, within Network::file: little-endian 64-bit integers, either one for all channels
  // or one per channel. Empty = all zero points are 0.
  ByteView zero_points;
  // Quantisation: real value = scale x (stored value - zero point). If there are several scales,
  // these are the ones of the first channel. A scale of 0 means that it is not known.
  float scale = 0;
  std::int64_t zero_point = 0;
};

/// The function of an operator. An operator of type `unknown` has tensors, but no cost. The name of
/// the function in the file is always in `Operator::type_name`.
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
  // The custom code is in `type_name`, the custom options are in `options`.
  custom,
};

enum class Activation : std::uint8_t { none, relu, relu_n1_to_1, relu6, tanh, sign_bit };
enum class PaddingScheme : std::uint8_t { same, valid, given };

/// The sliding window of a convolution or pooling operator, with padding as amounts.
struct Window {
  std::int32_t kernel_h = 1, kernel_w = 1;
  std::int32_t stride_h = 1, stride_w = 1;
  std::int32_t dilation_h = 1, dilation_w = 1;
  std::int32_t pad_top = 0, pad_bottom = 0, pad_left = 0, pad_right = 0;
  PaddingScheme scheme = PaddingScheme::valid;

  std::int32_t extent_h() const { return (kernel_h - 1) * dilation_h + 1; }
  std::int32_t extent_w() const { return (kernel_w - 1) * dilation_w + 1; }
};

/// The part of a tensor that an operator reads or writes. Lowering makes views when it replaces a
/// reshape, concatenation, split or slice by address arithmetic. `offset` is the view's first
/// element within the tensor, per dimension; empty = zeros.
struct OperandView {
  // The shape that the operator sees; empty = the shape of the tensor.
  std::vector<std::int32_t> shape;
  std::vector<std::int32_t> offset;
};

struct SplitOperator;

struct Operator {
  OpType type = OpType::unknown;
  std::string type_name;  // as in the file: "CONV_2D", or a custom code
  // The operator's name in the file. If the file names no operators, the name of the first output.
  std::string name;
  std::vector<TensorIndex> inputs;
  std::vector<TensorIndex> outputs;
  Window window;
  Activation activation = Activation::none;
  std::int64_t macs = 0;
  std::int32_t axis = 0;            // concatenation, split, pack, unpack, softmax, gather
  float alpha = 0;                  // leaky_relu: slope below zero
  float cell_clip = 0;              // lstm; 0 = none
  bool time_major = false;          // lstm: dimension 0 is time, not the batch
  bool align_corners = false;       // resizing: the corner pixels of input and output coincide
  bool half_pixel_centers = false;  // resizing
  std::int32_t begin_mask = 0;      // strided_slice: bit i = dimension i begins at 0
  std::int32_t ellipsis_mask = 0;   // strided_slice
  std::int32_t new_axis_mask = 0;   // strided_slice
  std::int32_t shrink_axis_mask =
      0;                            // strided_slice: bit i = dimension i is left out of the result
  ByteView options;                 // custom options, within Network::file
  std::int32_t folded_columns = 1;  // lowering: number of input columns that are read as one column
  // Lowering: the number of columns of zeros before the kernel's first column, when columns are
  // folded.
  std::int32_t zero_columns = 0;
  bool table_activation = false;  // lowering: a lookup table is applied to the output
  bool on_host = false;           // lowering: the host runs the operator, not the processor
  /// Lowering: the position of the input whose bytes the result may overwrite, if no later operator
  /// reads this input; -1 = none.
  std::int32_t overwrites = -1;
  /// Lowering: if this operator is a piece of an operator that was split, the whole operator, and
  /// the number `part` of the piece. Null = not a piece.
  std::shared_ptr<const SplitOperator> whole;
  std::int32_t part = 0;
  /// Lowering: the operators that this operator stands for. They run together, block by block, and
  /// pass their results to each other without a memory. Null = this operator stands for itself.
  std::shared_ptr<const std::vector<Operator>> chain;
  /// One view per input; empty = all inputs are read as a whole.
  std::vector<OperandView> input_views;
  /// One view per output; empty = all outputs are written as a whole.
  std::vector<OperandView> output_views;
};

/// An operator that lowering has split into several operations. These operations are operators of
/// the lowered network.
struct SplitOperator {
  Operator op;
  // The maps between the operations, by number.
  std::vector<TensorIndex> intermediates;
};

struct NamedBytes {
  std::string name;
  ByteView data;
};

/// A network with its operators in execution order. Operator i runs at time i + 1; network inputs
/// exist at time 0.
struct Network {
  std::string name;
  std::string source;  // path or "built-in"
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
  std::vector<TensorIndex> inputs;
  std::vector<TensorIndex> outputs;
  std::vector<NamedBytes> metadata;  // of the .tflite: OfflineMemoryAllocation, vela_version, ...
  // Oddities of the file that the reader accepted.
  std::vector<std::string> warnings;
  // Owns the bytes to which the views refer.
  std::shared_ptr<const FileBytes> file;
  // The number of bytes at the end of `file` that the reader has added.
  std::size_t added_bytes = 0;
};

/// The bytes of the file that `network` was read from; empty if it was not read from a file.
/// Whether lowering joined operators of the network to chains.
inline bool has_chains(const Network& network) {
  return std::any_of(network.operators.begin(), network.operators.end(),
                     [](const Operator& op) { return op.chain != nullptr; });
}

inline ByteView file_contents(const Network& network) {
  if (network.file == nullptr) return {};
  return {network.file->data(), network.file->size() - network.added_bytes};
}

/// The number of bytes that store `elements` elements of a type. `elements` must be at most 2^40. A
/// byte holds two elements of a 4-bit type, or four of type int2. Returns -1 for strings, resources
/// and variants, which have no fixed size.
Bytes storage_bytes(DataType type, std::int64_t elements);

const char* data_type_name(DataType type);
const char* op_type_name(OpType type);  // lower case: "conv_2d"
const char* tensor_kind_name(TensorKind kind);

std::int64_t element_count(const Tensor& tensor);

}  // namespace spillway
