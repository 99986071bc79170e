// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_view.h"
#include "base/files/file_bytes.h"
#include "base/units.h"

namespace spillway {

using TensorIndex = std::int32_t;  // into Network::tensors; no_tensor = an absent optional operand
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

/// The purpose of a tensor, which determines its lifetime and the memories where it may lie.
enum class TensorKind : std::uint8_t {
  activation,     // written and read during an inference
  weight,         // constant operand of a convolution or fully-connected operator
  bias,           // constant per-channel operand (bias, scale)
  constant,       // any other constant (shapes, lookup tables, elementwise operands)
  scratch,        // workspace of one operator
  variable,       // keeps its value between inferences
  operator_data,  // persistent per-operator data of the runtime (xcore.ai OpData)
};

/// The order in which a feature map's elements are stored: rows of pixels with all their channels,
/// or Ethos-U's NHCWB16, which has bricks of 16 channels per pixel (the last brick is padded).
enum class TensorLayout : std::uint8_t { nhwc, nhcwb16 };

struct Tensor {
  std::string name;
  DataType type = DataType::int8;
  std::vector<std::int32_t> shape;
  TensorKind kind = TensorKind::activation;
  Bytes bytes = 0;  // stored bytes; two int4 per byte
  TensorLayout layout = TensorLayout::nhwc;
  ByteView data;  // contents of a constant, within Network::file; empty if only its size is known
  // Zero points, within Network::file: little-endian 64-bit integers, one for all channels or one
  // per channel; empty = 0.
  ByteView zero_points;
  // Real value = scale x (stored value - zero point), for the first channel if there are several. 0
  // = unknown.
  float scale = 0;
  std::int64_t zero_point = 0;
};

/// The function of an operator. An operator for which Spillway has no cost is `unknown` but keeps
/// its tensors. `Operator::type_name` always holds the name in the file.
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
  custom,  // custom code in `type_name`, custom options in `options`
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

/// The part of a tensor that an operator reads or writes, if lowering has turned a reshape,
/// concatenation, split or slice into address arithmetic.
struct OperandView {
  std::vector<std::int32_t> shape;  // as the operator sees it; empty = the tensor's own
  std::vector<std::int32_t>
      offset;  // first element within the tensor, per dimension; empty = zeros
};

struct SplitOperator;

struct Operator {
  OpType type = OpType::unknown;
  std::string type_name;  // as in the file: "CONV_2D", or a custom code
  std::string name;       // of its first output, unless the file names operators
  std::vector<TensorIndex> inputs;
  std::vector<TensorIndex> outputs;
  Window window;
  Activation activation = Activation::none;
  std::int64_t macs = 0;
  std::int32_t axis = 0;            // concatenation, split, pack, unpack, softmax, gather
  float alpha = 0;                  // leaky_relu: slope below zero
  float cell_clip = 0;              // lstm; 0 = none
  bool time_major = false;          // lstm: dimension 0 is time, not the batch
  bool align_corners = false;       // resizing: the corners are the same pixels
  bool half_pixel_centers = false;  // resizing
  std::int32_t begin_mask = 0;      // strided_slice: bit i = dimension i begins at 0
  std::int32_t ellipsis_mask = 0;   // strided_slice
  std::int32_t new_axis_mask = 0;   // strided_slice
  std::int32_t shrink_axis_mask =
      0;                            // strided_slice: bit i = dimension i is left out of the result
  ByteView options;                 // custom options, within Network::file
  std::int32_t folded_columns = 1;  // lowering: input columns that are read as one column
  // Lowering: zeros before the kernel's first column when columns are folded.
  std::int32_t zero_columns = 0;
  bool table_activation = false;  // lowering: a lookup table is applied to the output
  bool on_host = false;           // lowering: the host runs it, not the processor
  /// Lowering: the input whose bytes the result may take if nobody reads it later; -1 = none.
  std::int32_t overwrites = -1;
  /// Lowering: the whole operator before the split, of which this operator is operation `part`;
  /// null = not split.
  std::shared_ptr<const SplitOperator> whole;
  std::int32_t part = 0;
  std::vector<OperandView> input_views;   // parallel to inputs; empty = all whole
  std::vector<OperandView> output_views;  // parallel to outputs; empty = all whole
};

/// An operator that was split: its operations are operators of the lowered network.
struct SplitOperator {
  Operator op;
  std::vector<TensorIndex> intermediates;  // maps between the operations, by number
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
  std::vector<NamedBytes> metadata;   // of the .tflite: OfflineMemoryAllocation, vela_version, ...
  std::vector<std::string> warnings;  // oddities that the reader accepted
  std::shared_ptr<const FileBytes> file;  // owns the bytes that the views refer to
  std::size_t added_bytes = 0;            // bytes at the end of `file` that the reader added
};

/// The bytes of the file that `network` was read from; empty if it was not read from a file.
inline ByteView file_contents(const Network& network) {
  if (network.file == nullptr) return {};
  return {network.file->data(), network.file->size() - network.added_bytes};
}

/// The storage of `elements` of `type`. 4-bit types have two elements to a byte, int2 has four. -1
/// for strings, resources and variants, which have no fixed size. `elements` is at most 2^40.
Bytes storage_bytes(DataType type, std::int64_t elements);

const char* data_type_name(DataType type);
const char* op_type_name(OpType type);  // lower case: "conv_2d"
const char* tensor_kind_name(TensorKind kind);

std::int64_t element_count(const Tensor& tensor);

}  // namespace spillway
