// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/writer.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "traces/shape.h"
#include "traces/tflite/codes.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/shared_buffers.h"
#include "traces/tflite/write_options.h"

namespace spillway {
namespace {

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
