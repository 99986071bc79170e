// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/writer.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "tflite_generated.h"
#include "traces/network.h"
#include "traces/shape.h"
#include "traces/tflite/codes.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/shared_buffers.h"

namespace spillway {
namespace {

struct BuiltinOptionsOffset {
  tflite::BuiltinOptions type = tflite::BuiltinOptions::NONE;
  flatbuffers::Offset<void> table = 0;
};

using tflite::ActivationFunctionType;
using tflite::BuiltinOptions;

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
        function_(static_cast<ActivationFunctionType>(op.activation)),
        padding_(padding_of(op.window.scheme)) {}

  BuiltinOptionsOffset write() const {
    for (const auto of_group : {&OptionsWriter::windowed, &OptionsWriter::activated,
                                &OptionsWriter::along_axis, &OptionsWriter::others}) {
      const BuiltinOptionsOffset options = (this->*of_group)();
      if (options.type != BuiltinOptions::NONE) return options;
    }
    return {};
  }

 private:
  template <typename Options>
  static BuiltinOptionsOffset typed(BuiltinOptions type, flatbuffers::Offset<Options> table) {
    return {type, table.Union()};
  }

  BuiltinOptionsOffset windowed() const {
    const auto [width, height] = std::pair(window_.stride_w, window_.stride_h);
    switch (op_.type) {
      case OpType::conv_2d:
        return typed(BuiltinOptions::Conv2DOptions,
                     tflite::CreateConv2DOptions(out_, padding_, width, height, function_,
                                                 window_.dilation_w, window_.dilation_h));
      case OpType::depthwise_conv_2d:
        return typed(BuiltinOptions::DepthwiseConv2DOptions,
                     tflite::CreateDepthwiseConv2DOptions(out_, padding_, width, height,
                                                          depth_multiplier(), function_,
                                                          window_.dilation_w, window_.dilation_h));
      case OpType::transpose_conv:
        return typed(BuiltinOptions::TransposeConvOptions,
                     tflite::CreateTransposeConvOptions(out_, padding_, width, height, function_));
      case OpType::average_pool_2d:
      case OpType::max_pool_2d:
        return typed(BuiltinOptions::Pool2DOptions,
                     tflite::CreatePool2DOptions(out_, padding_, width, height, window_.kernel_w,
                                                 window_.kernel_h, function_));
      default:
        return {};
    }
  }

  BuiltinOptionsOffset activated() const {
    switch (op_.type) {
      case OpType::add:
        return typed(BuiltinOptions::AddOptions, tflite::CreateAddOptions(out_, function_));
      case OpType::sub:
        return typed(BuiltinOptions::SubOptions, tflite::CreateSubOptions(out_, function_));
      case OpType::mul:
        return typed(BuiltinOptions::MulOptions, tflite::CreateMulOptions(out_, function_));
      case OpType::svdf:
        return typed(BuiltinOptions::SVDFOptions,
                     tflite::CreateSVDFOptions(out_, svdf_rank(), function_));
      case OpType::fully_connected:
        return typed(BuiltinOptions::FullyConnectedOptions,
                     tflite::CreateFullyConnectedOptions(out_, function_, 0, keeps_dimensions()));
      case OpType::lstm:
        if (op_.type_name == "LSTM") {
          return typed(BuiltinOptions::LSTMOptions, tflite::CreateLSTMOptions(out_, function_));
        }
        return typed(BuiltinOptions::UnidirectionalSequenceLSTMOptions,
                     tflite::CreateUnidirectionalSequenceLSTMOptions(out_, function_, op_.cell_clip,
                                                                     0, op_.time_major));
      default:
        return {};
    }
  }

  BuiltinOptionsOffset along_axis() const {
    switch (op_.type) {
      case OpType::concatenation:
        return typed(BuiltinOptions::ConcatenationOptions,
                     tflite::CreateConcatenationOptions(out_, op_.axis, function_));
      case OpType::pack:
        return typed(BuiltinOptions::PackOptions,
                     tflite::CreatePackOptions(out_, count_of(op_.inputs), op_.axis));
      case OpType::unpack:
        return typed(BuiltinOptions::UnpackOptions,
                     tflite::CreateUnpackOptions(out_, count_of(op_.outputs), op_.axis));
      case OpType::split:
        return typed(BuiltinOptions::SplitOptions,
                     tflite::CreateSplitOptions(out_, count_of(op_.outputs)));
      case OpType::split_v:
        return typed(BuiltinOptions::SplitVOptions,
                     tflite::CreateSplitVOptions(out_, count_of(op_.outputs)));
      case OpType::gather:
        return typed(BuiltinOptions::GatherOptions, tflite::CreateGatherOptions(out_, op_.axis));
      default:
        return {};
    }
  }

  BuiltinOptionsOffset others() const {
    switch (op_.type) {
      case OpType::reshape:
        return typed(BuiltinOptions::ReshapeOptions,
                     tflite::CreateReshapeOptions(out_, out_.CreateVector(output_shape())));
      case OpType::mean:
      case OpType::sum:
      case OpType::reduce_max:
      case OpType::reduce_min:
        return typed(BuiltinOptions::ReducerOptions,
                     tflite::CreateReducerOptions(out_, keeps_rank(network_, op_)));
      case OpType::softmax:
        return typed(BuiltinOptions::SoftmaxOptions, tflite::CreateSoftmaxOptions(out_, 1.0F));
      case OpType::resize_bilinear:
        return typed(BuiltinOptions::ResizeBilinearOptions,
                     tflite::CreateResizeBilinearOptions(out_, 0, 0, op_.align_corners,
                                                         op_.half_pixel_centers));
      case OpType::resize_nearest_neighbor:
        return typed(BuiltinOptions::ResizeNearestNeighborOptions,
                     tflite::CreateResizeNearestNeighborOptions(out_, op_.align_corners,
                                                                op_.half_pixel_centers));
      case OpType::strided_slice:
        return typed(BuiltinOptions::StridedSliceOptions,
                     tflite::CreateStridedSliceOptions(out_, op_.begin_mask, 0, op_.ellipsis_mask,
                                                       op_.new_axis_mask, op_.shrink_axis_mask));
      case OpType::leaky_relu:
        return typed(BuiltinOptions::LeakyReluOptions,
                     tflite::CreateLeakyReluOptions(out_, op_.alpha));
      default:
        return {};
    }
  }

  std::vector<std::int32_t> output_shape() const {
    const Tensor* ofm = output_of(network_, op_);
    return ofm == nullptr ? std::vector<std::int32_t>{} : ofm->shape;
  }

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

// Writes the options of a built-in operator in the form that read_builtin_options() reads. Returns
// the type and the offset of the written options; empty for types whose options Spillway does not
// write.
BuiltinOptionsOffset write_builtin_options(flatbuffers::FlatBufferBuilder& out,
                                           const Network& network, const Operator& op) {
  return OptionsWriter(out, network, op).write();
}

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

constexpr std::uint32_t format_version = 3;
constexpr std::size_t contents_alignment = 16;
// The largest size of all buffers together. A .tflite must stay below 2 GB; 16 MB of this are
// reserved for its tables.
constexpr Bytes largest_contents = (Bytes{1} << 31) - (Bytes{1} << 24);
constexpr int first_code_of_new_field = 127;

[[noreturn]] void refuse(const Network& network, const std::string& problem) {
  throw UserError(
      ExitCode::run_failed,
      fmt::format("network '{}' cannot be written as a .tflite: {}", network.name, problem));
}

void check_tensors(const Network& network) {
  Bytes contents = 0;
  for (const Tensor& tensor : network.tensors) {
    if (tensor.kind == TensorKind::operator_data || tensor.layout != TensorLayout::nhwc) {
      refuse(network, fmt::format("tensor '{}' comes from lowering for a chip", tensor.name));
    }
    contents += is_constant(tensor) ? tensor.bytes : 0;
    if (contents > largest_contents) refuse(network, "its constants take 2 GB or more");
  }
}

void check_operators(const Network& network) {
  for (const Operator& op : network.operators) {
    const bool lowered = op.on_host || !op.input_views.empty() || !op.output_views.empty();
    if (lowered || op.window.scheme == PaddingScheme::given) {
      refuse(network, fmt::format("operator '{}' comes from lowering for a chip", op.name));
    }
  }
}

// Throws if the written file cannot be read, for example because a lowered network lacks operands
// that the format requires.
void check_readable(const Network& network, const std::vector<std::uint8_t>& file) {
  try {
    parse_tflite(file, network.name);
  } catch (const UserError& problem) {
    refuse(network, problem.what());
  }
}

// Identifies an element of the file's list of operator codes: the number of a built-in operator,
// and the name of a custom operator (empty for a built-in operator).
using OperatorKind = std::pair<int, std::string>;

OperatorKind kind_of(const Operator& op) {
  if (op.type == OpType::custom) return {custom_builtin_code, op.type_name};
  const std::optional<int> named = builtin_operator_code(op.type_name);
  if (named && builtin_operator_type(*named) == op.type) return {*named, ""};
  if (const std::optional<int> code = builtin_code_of(op.type)) return {*code, ""};
  return {custom_builtin_code, op.type_name};
}

class TfliteWriter {
 public:
  explicit TfliteWriter(const Network& network) : network_(network) {}

  std::vector<std::uint8_t> write() {
    add_buffer({}, 0);  // number 0 means "no contents"
    const auto tensors = write_tensors();
    const auto operators = write_operators();
    const auto graph =
        tflite::CreateSubGraph(out_, out_.CreateVector(tensors), out_.CreateVector(network_.inputs),
                               out_.CreateVector(network_.outputs), out_.CreateVector(operators),
                               out_.CreateString(network_.name));
    const auto metadata = write_metadata();
    const auto codes = write_operator_codes();
    const auto model = tflite::CreateModel(
        out_, format_version, codes, out_.CreateVector(&graph, 1), out_.CreateString("Spillway"),
        out_.CreateVector(buffers_), 0, metadata);
    tflite::FinishModelBuffer(out_, model);
    return {out_.GetBufferPointer(), out_.GetBufferPointer() + out_.GetSize()};
  }

 private:
  // Adds a buffer of `size` bytes, which begins with `contents` and is filled up with zeros.
  // Returns the number of the buffer.
  std::uint32_t add_buffer(ByteView contents, std::size_t size) {
    Offset<flatbuffers::Vector<std::uint8_t>> data = 0;
    if (size > 0) {
      std::uint8_t* bytes = nullptr;
      out_.ForceVectorAlignment(size, sizeof(std::uint8_t), contents_alignment);
      data = out_.CreateUninitializedVector(size, &bytes);
      const std::size_t known = std::min(size, contents.size);
      if (known > 0) std::memcpy(bytes, contents.data, known);
      std::memset(bytes + known, 0, size - known);
    }
    buffers_.push_back(tflite::CreateBuffer(out_, data));
    return static_cast<std::uint32_t>(buffers_.size()) - 1;
  }

  std::vector<Offset<tflite::Tensor>> write_tensors() {
    std::vector<Offset<tflite::Tensor>> tensors;
    const std::vector<TensorIndex> owners = buffer_owners(network_);
    std::vector<std::uint32_t> buffer_of(owners.size(), 0);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      const Tensor& tensor = network_.tensors[i];
      std::uint32_t& buffer = buffer_of[i];
      const auto size = std::max(static_cast<std::size_t>(tensor.bytes), tensor.data.size);
      if (is_constant(tensor) && size == tensor.data.size) buffer = at(buffer_of, owners[i]);
      if (is_constant(tensor) && buffer == 0) buffer = add_buffer(tensor.data, size);
      tensors.push_back(
          tflite::CreateTensor(out_, out_.CreateVector(tensor.shape), tensor_type_of(tensor.type),
                               buffer, out_.CreateString(tensor.name), quantization_of(tensor),
                               tensor.kind == TensorKind::variable));
    }
    return tensors;
  }

  Offset<tflite::QuantizationParameters> quantization_of(const Tensor& tensor) {
    if (tensor.scale == 0) return unit_quantization();
    return tflite::CreateQuantizationParameters(
        out_, 0, 0, out_.CreateVector(std::vector<float>{tensor.scale}),
        out_.CreateVector(std::vector<std::int64_t>{tensor.zero_point}));
  }

  // The quantisation for tensors with an unknown scale. Runtimes require that the scale of a
  // convolution's bias is the input scale times the weight scale. Scales of 1 satisfy this.
  Offset<tflite::QuantizationParameters> unit_quantization() {
    if (quantization_.IsNull()) {
      quantization_ = tflite::CreateQuantizationParameters(
          out_, 0, 0, out_.CreateVector(std::vector<float>{1.0F}),
          out_.CreateVector(std::vector<std::int64_t>{0}));
    }
    return quantization_;
  }

  std::vector<Offset<tflite::Operator>> write_operators() {
    std::vector<Offset<tflite::Operator>> operators;
    for (const Operator& op : network_.operators) {
      const auto inputs = out_.CreateVector(op.inputs);
      const auto outputs = out_.CreateVector(op.outputs);
      const BuiltinOptionsOffset options = write_builtin_options(out_, network_, op);
      Offset<flatbuffers::Vector<std::uint8_t>> custom = 0;
      if (!op.options.empty()) custom = out_.CreateVector(op.options.data, op.options.size);
      operators.push_back(tflite::CreateOperator(out_, code_index(kind_of(op)), inputs, outputs,
                                                 options.type, options.table, custom));
    }
    return operators;
  }

  std::uint32_t code_index(const OperatorKind& kind) {
    const auto found = std::find(codes_.begin(), codes_.end(), kind);
    if (found != codes_.end()) return static_cast<std::uint32_t>(found - codes_.begin());
    codes_.push_back(kind);
    return static_cast<std::uint32_t>(codes_.size()) - 1;
  }

  Offset<flatbuffers::Vector<Offset<tflite::OperatorCode>>> write_operator_codes() {
    std::vector<Offset<tflite::OperatorCode>> codes;
    for (const auto& [code, custom] : codes_) {
      const auto name =
          code == custom_builtin_code ? out_.CreateString(custom) : Offset<flatbuffers::String>(0);
      const auto old_field = static_cast<std::int8_t>(std::min(code, first_code_of_new_field));
      codes.push_back(tflite::CreateOperatorCode(out_, old_field, name, 1, code));
    }
    return out_.CreateVector(codes);
  }

  Offset<flatbuffers::Vector<Offset<tflite::Metadata>>> write_metadata() {
    std::vector<Offset<tflite::Metadata>> entries;
    for (const NamedBytes& metadata : network_.metadata) {
      const std::uint32_t buffer = add_buffer(metadata.data, metadata.data.size);
      entries.push_back(tflite::CreateMetadata(out_, out_.CreateString(metadata.name), buffer));
    }
    return entries.empty() ? 0 : out_.CreateVector(entries);
  }

  const Network& network_;
  FlatBufferBuilder out_;
  std::vector<Offset<tflite::Buffer>> buffers_;
  std::vector<OperatorKind> codes_;
  Offset<tflite::QuantizationParameters> quantization_;
};

}  // namespace

std::vector<std::uint8_t> write_tflite(const Network& network) {
  check_tensors(network);
  check_operators(network);
  std::vector<std::uint8_t> file = TfliteWriter(network).write();
  check_readable(network, file);
  return file;
}

}  // namespace spillway
