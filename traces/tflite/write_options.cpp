// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/write_options.h"

#include <algorithm>
#include <cstdint>

#include "traces/shape.h"

namespace spillway {
namespace {

using tflite::ActivationFunctionType;
using tflite::BuiltinOptions;

ActivationFunctionType function_of(Activation activation) {
  switch (activation) {
    case Activation::relu:
      return ActivationFunctionType::RELU;
    case Activation::relu_n1_to_1:
      return ActivationFunctionType::RELU_N1_TO_1;
    case Activation::relu6:
      return ActivationFunctionType::RELU6;
    case Activation::tanh:
      return ActivationFunctionType::TANH;
    case Activation::sign_bit:
      return ActivationFunctionType::SIGN_BIT;
    case Activation::none:
      break;
  }
  return ActivationFunctionType::NONE;
}

tflite::Padding padding_of(PaddingScheme scheme) {
  return scheme == PaddingScheme::same ? tflite::Padding::SAME : tflite::Padding::VALID;
}

std::int32_t count_of(const std::vector<TensorIndex>& operands) {
  return static_cast<std::int32_t>(operands.size());
}

bool keeps_rank(const Network& network, const Operator& op) {
  const Tensor* ifm = input_of(network, op, 0);
  const Tensor* ofm = output_of(network, op);
  return ifm != nullptr && ofm != nullptr && ifm->shape.size() == ofm->shape.size();
}

class OptionsWriter {
 public:
  OptionsWriter(flatbuffers::FlatBufferBuilder& out, const Network& network, const Operator& op)
      : out_(out),
        network_(network),
        op_(op),
        window_(op.window),
        function_(function_of(op.activation)),
        padding_(padding_of(op.window.scheme)) {}

  BuiltinOptionsOffset windowed() const {
    switch (op_.type) {
      case OpType::conv_2d:
        return {BuiltinOptions::Conv2DOptions,
                tflite::CreateConv2DOptions(out_, padding_, window_.stride_w, window_.stride_h,
                                            function_, window_.dilation_w, window_.dilation_h)
                    .Union()};
      case OpType::depthwise_conv_2d:
        return {BuiltinOptions::DepthwiseConv2DOptions,
                tflite::CreateDepthwiseConv2DOptions(
                    out_, padding_, window_.stride_w, window_.stride_h, depth_multiplier(),
                    function_, window_.dilation_w, window_.dilation_h)
                    .Union()};
      case OpType::transpose_conv:
        return {BuiltinOptions::TransposeConvOptions,
                tflite::CreateTransposeConvOptions(out_, padding_, window_.stride_w,
                                                   window_.stride_h, function_)
                    .Union()};
      default:  // all other types with a window are pooling
        return {BuiltinOptions::Pool2DOptions,
                tflite::CreatePool2DOptions(out_, padding_, window_.stride_w, window_.stride_h,
                                            window_.kernel_w, window_.kernel_h, function_)
                    .Union()};
    }
  }

  BuiltinOptionsOffset activated() const {
    switch (op_.type) {
      case OpType::add:
        return {BuiltinOptions::AddOptions, tflite::CreateAddOptions(out_, function_).Union()};
      case OpType::sub:
        return {BuiltinOptions::SubOptions, tflite::CreateSubOptions(out_, function_).Union()};
      case OpType::mul:
        return {BuiltinOptions::MulOptions, tflite::CreateMulOptions(out_, function_).Union()};
      case OpType::svdf:
        return {BuiltinOptions::SVDFOptions,
                tflite::CreateSVDFOptions(out_, svdf_rank(), function_).Union()};
      case OpType::fully_connected:
        return {
            BuiltinOptions::FullyConnectedOptions,
            tflite::CreateFullyConnectedOptions(out_, function_, 0, keeps_dimensions()).Union()};
      default:
        if (op_.type_name == "LSTM") {
          return {BuiltinOptions::LSTMOptions, tflite::CreateLSTMOptions(out_, function_).Union()};
        }
        return {BuiltinOptions::UnidirectionalSequenceLSTMOptions,
                tflite::CreateUnidirectionalSequenceLSTMOptions(out_, function_, op_.cell_clip, 0,
                                                                op_.time_major)
                    .Union()};
    }
  }

  BuiltinOptionsOffset along_axis() const {
    switch (op_.type) {
      case OpType::concatenation:
        return {BuiltinOptions::ConcatenationOptions,
                tflite::CreateConcatenationOptions(out_, op_.axis, function_).Union()};
      case OpType::pack:
        return {BuiltinOptions::PackOptions,
                tflite::CreatePackOptions(out_, count_of(op_.inputs), op_.axis).Union()};
      case OpType::unpack:
        return {BuiltinOptions::UnpackOptions,
                tflite::CreateUnpackOptions(out_, count_of(op_.outputs), op_.axis).Union()};
      case OpType::split:
        return {BuiltinOptions::SplitOptions,
                tflite::CreateSplitOptions(out_, count_of(op_.outputs)).Union()};
      case OpType::split_v:
        return {BuiltinOptions::SplitVOptions,
                tflite::CreateSplitVOptions(out_, count_of(op_.outputs)).Union()};
      default:
        return {BuiltinOptions::GatherOptions, tflite::CreateGatherOptions(out_, op_.axis).Union()};
    }
  }

  BuiltinOptionsOffset reshape() const {
    const Tensor* ofm = output_of(network_, op_);
    const auto shape = out_.CreateVector(ofm == nullptr ? std::vector<std::int32_t>{} : ofm->shape);
    return {BuiltinOptions::ReshapeOptions, tflite::CreateReshapeOptions(out_, shape).Union()};
  }

  BuiltinOptionsOffset of_kind() const {
    switch (op_.type) {
      case OpType::resize_bilinear:
        return {BuiltinOptions::ResizeBilinearOptions,
                tflite::CreateResizeBilinearOptions(out_, 0, 0, op_.align_corners,
                                                    op_.half_pixel_centers)
                    .Union()};
      case OpType::resize_nearest_neighbor:
        return {BuiltinOptions::ResizeNearestNeighborOptions,
                tflite::CreateResizeNearestNeighborOptions(out_, op_.align_corners,
                                                           op_.half_pixel_centers)
                    .Union()};
      case OpType::strided_slice:
        return {BuiltinOptions::StridedSliceOptions,
                tflite::CreateStridedSliceOptions(out_, op_.begin_mask, 0, op_.ellipsis_mask,
                                                  op_.new_axis_mask, op_.shrink_axis_mask)
                    .Union()};
      default:
        return {BuiltinOptions::LeakyReluOptions,
                tflite::CreateLeakyReluOptions(out_, op_.alpha).Union()};
    }
  }

  BuiltinOptionsOffset reducer() const {
    return {BuiltinOptions::ReducerOptions,
            tflite::CreateReducerOptions(out_, keeps_rank(network_, op_)).Union()};
  }

  BuiltinOptionsOffset softmax() const {
    return {BuiltinOptions::SoftmaxOptions, tflite::CreateSoftmaxOptions(out_, 1.0F).Union()};
  }

 private:
  /// Returns the number of feature filters per unit of the output.
  std::int32_t svdf_rank() const {
    const Tensor* filters = input_of(network_, op_, 1);
    const Tensor* ofm = output_of(network_, op_);
    if (filters == nullptr || filters->shape.empty() || ofm == nullptr) return 1;
    const std::int32_t units = channels_of(*ofm);
    return units > 0 ? std::max(1, filters->shape[0] / units) : 1;
  }

  std::int32_t depth_multiplier() const {
    const Tensor* ifm = input_of(network_, op_, 0);
    const Tensor* ofm = output_of(network_, op_);
    if (ifm == nullptr || ofm == nullptr) return 1;
    return std::max(channels_of(*ofm) / std::max(channels_of(*ifm), 1), 1);
  }

  bool keeps_dimensions() const {
    const Tensor* ofm = output_of(network_, op_);
    return ofm != nullptr && ofm->shape.size() > 2 && keeps_rank(network_, op_);
  }

  flatbuffers::FlatBufferBuilder& out_;
  const Network& network_;
  const Operator& op_;
  const Window& window_;
  ActivationFunctionType function_;
  tflite::Padding padding_;
};

}  // namespace

BuiltinOptionsOffset write_builtin_options(flatbuffers::FlatBufferBuilder& out,
                                           const Network& network, const Operator& op) {
  const OptionsWriter writer(out, network, op);
  switch (op.type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
    case OpType::transpose_conv:
    case OpType::average_pool_2d:
    case OpType::max_pool_2d:
      return writer.windowed();
    case OpType::add:
    case OpType::sub:
    case OpType::mul:
    case OpType::svdf:
    case OpType::fully_connected:
    case OpType::lstm:
      return writer.activated();
    case OpType::concatenation:
    case OpType::pack:
    case OpType::unpack:
    case OpType::split:
    case OpType::split_v:
    case OpType::gather:
      return writer.along_axis();
    case OpType::reshape:
      return writer.reshape();
    case OpType::mean:
    case OpType::sum:
    case OpType::reduce_max:
    case OpType::reduce_min:
      return writer.reducer();
    case OpType::softmax:
      return writer.softmax();
    case OpType::resize_bilinear:
    case OpType::resize_nearest_neighbor:
    case OpType::strided_slice:
    case OpType::leaky_relu:
      return writer.of_kind();
    default:
      return {};
  }
}

}  // namespace spillway
