// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/lower/operator_split.h"
#include "hwmodels/xcore/options.h"
#include "hwmodels/xcore/parameters.h"
#include "traces/network.h"

namespace spillway::xcore {

/// A feature map during lowering: its tensor and the shape in which the next operator reads it.
struct Value {
  TensorIndex tensor = no_tensor;
  Shape shape;
};

/// The convolutions that the user lists, per operator of the user's network.
struct ListedConvolutions {
  std::vector<bool> channelwise, reference;
};

/// Finds the convolutions that `options` list by name or "#number". Throws UserError(usage) with a
/// suggestion for a name that is not a convolution of `network`.
ListedConvolutions find_listed(const Network& network, const LoweringOptions& options);

/// Builds a lowered network. Tensors of the source network keep their indices, and new tensors get
/// the indices after them. Unused tensors are removed at the end.
class Lowering {
 public:
  /// `listed` numbers the operators as in the network before the split; SplitNetwork::origin
  /// translates these numbers.
  Lowering(const SplitNetwork& source, const LoweringOptions& options,
           const ListedConvolutions& listed, XformerVersion version);

  const Network& source() const { return source_; }
  const LoweringOptions& options() const { return options_; }
  XformerVersion version() const { return version_; }
  const Tensor& tensor(TensorIndex index) const { return at(result_.tensors, index); }

  /// Each function returns an operand: the tensor that holds its bytes, and the shape that the
  /// operator declares. If a reshape before `op` was removed (fold()), input() returns another
  /// tensor than the tensor that the operator names.
  Value input(const Operator& op, std::size_t number) const;
  Value output(const Operator& op, std::size_t number) const;

  TensorIndex add_tensor(const std::string& name, DataType type, const Shape& shape,
                         TensorKind kind);
  /// Adds a constant in the layout that the runtime reads, or a scratch tensor. Only its size
  /// matters, so it has no values.
  TensorIndex add_constant(const std::string& name, TensorKind kind, Bytes bytes);

  /// Adds a constant that all strips of the same operator share, without values because only its
  /// size matters. `part` distinguishes the constants of one operator.
  TensorIndex add_shared_constant(const Operator& op, const std::string& part, TensorKind kind,
                                  Bytes bytes);

  /// Appends an operator of the runtime. `type_name` is the name of the operator in XMOS's
  /// published tables of operator times, without "OP_".
  Operator& add(OpType type, const std::string& type_name, const std::vector<Value>& inputs,
                const Value& output);

  /// Returns the operator that was appended last.
  Operator& last() { return result_.operators.back(); }

  /// Whether the user lists the operator in LoweringOptions::channelwise (or ::reference).
  bool is_channelwise(const Operator& op) const { return is_listed(op, listed_.channelwise); }
  bool is_reference(const Operator& op) const { return is_listed(op, listed_.reference); }

  /// Leaves the operator to TFLM's reference kernel.
  void keep(const Operator& op);

  /// From now on, the tensor `alias` has the same bytes as the tensor `original`.
  void fold(TensorIndex alias, TensorIndex original);

  /// Returns the operators of the source network that read `tensor`.
  const std::vector<const Operator*>& readers(TensorIndex tensor) const;
  const Operator* producer(TensorIndex tensor) const;

  Network take();

 private:
  std::int32_t origin(const Operator& op) const;
  bool is_listed(const Operator& op, const std::vector<bool>& list) const;

  const Network& source_;
  const std::vector<std::int32_t>& origin_;
  const LoweringOptions& options_;
  const ListedConvolutions& listed_;
  XformerVersion version_;
  Network result_;
  std::map<std::pair<std::int32_t, std::string>, TensorIndex> shared_;
  std::vector<TensorIndex> alias_;
  std::vector<std::vector<const Operator*>> readers_;
  std::vector<const Operator*> producer_;
};

/// The largest number of inputs of an XC_concat.
constexpr std::ptrdiff_t concat_inputs = 13;

/// Removes the tensors that no operator, input or output uses.
void drop_unused_tensors(Network& network);

/// The lowering rules, one function per kind of operator. Each appends the replacement of `op`, if
/// `op` needs one: a folded reshape and the PAD of a convolution (pad_of_convolution()) need none.
void lower_convolution(Lowering& lowering, const Operator& op);
void lower_fully_connected(Lowering& lowering, const Operator& op);
void lower_average_pool(Lowering& lowering, const Operator& op);
void lower_max_pool(Lowering& lowering, const Operator& op);
void lower_transpose_conv(Lowering& lowering, const Operator& op);
void lower_binary(Lowering& lowering, const Operator& op);
void lower_lookup(Lowering& lowering, const Operator& op);
void lower_softmax(Lowering& lowering, const Operator& op);
void lower_mean(Lowering& lowering, const Operator& op);
/// Lowers a mean over rows and columns to a depthwise convolution, as xformer did until 2024-08.
void lower_mean_as_pool(Lowering& lowering, const Operator& op);
void lower_quantize(Lowering& lowering, const Operator& op);
void lower_reshape(Lowering& lowering, const Operator& op);
void lower_pad(Lowering& lowering, const Operator& op);
void lower_slice(Lowering& lowering, const Operator& op);
void lower_concatenation(Lowering& lowering, const Operator& op);
/// Lowers two operators of the Larq Compute Engine: binary convolutions, and the quantisation to
/// signs (LceQuantize). Keeps Larq's other operators.
void lower_larq(Lowering& lowering, const Operator& op);

/// Whether the operator can read its input and write its output in any shape, so that a reshape
/// before or after it can be folded.
bool folds_reshapes(const Lowering& lowering, const Operator& op);

/// Returns the PAD before `convolution` if both are lowered together; else nullptr. The reason for
/// lowering them together is that channels must be padded before rows and columns.
const Operator* pad_of_convolution(const Lowering& lowering, const Operator& convolution);

/// Each function returns `x` with padding, and adds the pad operator that computes it.
/// pad_channels() pads the channels to a multiple of `multiple`; pad_image() pads rows and columns
/// by the amounts of `window`.
Value pad_channels(Lowering& lowering, const Value& x, std::int32_t multiple,
                   const std::string& name);
Value pad_image(Lowering& lowering, const Value& x, const Window& window, const std::string& name);

/// Adds a copy of the part of `x` that begins at `begin` and has the shape of `y`.
void add_slice(Lowering& lowering, const Value& x, const Shape& begin, const Value& y);

/// Adds operators that join `parts` along `axis`, at most 13 at a time.
void add_concat(Lowering& lowering, std::vector<Value> parts, std::int32_t axis, const Value& y);

/// A convolution that the lowering adds to the result. It can come from different kinds of
/// operators of the network, such as a fully connected layer.
struct ConvJob {
  const Operator* source = nullptr;
  OpType type = OpType::conv_2d;  // or depthwise_conv_2d
  std::string name;
  std::string part;  // suffix of the constants' names if the source becomes several convolutions
  // The input, whose channels are already padded to a multiple of `multiple`.
  Value x;
  Value y;  // the output, with three or four dimensions
  Window window;
  std::int32_t multiple = 4;  // channels are a multiple of this number: 4 for int8, 16 for int16
  std::int64_t macs = 0;
  bool channelwise = false;  // the output transform has a shift per channel
  bool padded = false;       // the kernel itself pads the image, like the kernels of 2022
  // True = the kernel of TFLM computes this convolution. The lowering has already padded the image
  // and split the convolution.
  bool reference = false;
  // For a phase of a transposed convolution: the output of the previous phase, to which this phase
  // adds its own pixels.
  TensorIndex partial = no_tensor;
};

/// Whether the runtime has convolutions for the type of `image`.
bool has_convolutions(const Tensor& image);

/// Returns the number of which the channels of a convolution must be a multiple: 4 for int8, 16 for
/// int16. Other numbers of channels are padded.
std::int32_t channel_multiple(const Tensor& image);

/// Adds the operator of the convolution with its constants and scratch: an XC_conv2d_v2 or, if
/// `job.reference`, a convolution of TFLM. Requires that the image is padded already, unless
/// `job.padded`.
void add_kernel(Lowering& lowering, const ConvJob& job);

}  // namespace spillway::xcore
