// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tflite_generated.h"
#include "traces/tflite/reader.h"

namespace spillway::test {

struct RawTensor {
  std::vector<std::int32_t> shape;
  tflite::TensorType type = tflite::TensorType::INT8;
  std::uint32_t buffer = 0;
  bool is_variable = false;
  std::vector<std::int32_t> signature = {};
  bool is_sparse = false;
  // The elements are aligned only to four bytes in the file.
  std::vector<std::int64_t> zero_points = {};
};

/// A buffer of the file. Its bytes are `data`, which are stored in the flatbuffer. If `offset` is
/// not 0, its bytes are instead the `size` bytes at this offset of the file.
struct RawBuffer {
  std::vector<std::uint8_t> data;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct RawOperator {
  std::uint32_t code = 0;  // index in RawModel::codes
  std::vector<std::int32_t> inputs;
  std::vector<std::int32_t> outputs;
  tflite::BuiltinOptions options_type = tflite::BuiltinOptions::NONE;
  std::function<flatbuffers::Offset<void>(flatbuffers::FlatBufferBuilder&)> options = {};
  std::vector<std::uint8_t> custom_options = {};
  std::uint64_t custom_offset = 0;
  std::uint64_t custom_size = 0;
};

struct RawCode {
  int builtin = 0;
  std::string custom = {};
};

struct RawMetadata {
  std::string name;
  std::uint32_t buffer = 0;
};

/// A .tflite file that a test describes field by field, so it may be invalid. The default file is a
/// network with one RELU on four bytes.
struct RawModel {
  std::vector<RawCode> codes{{19}};
  std::vector<RawTensor> tensors{{{1, 4}}, {{1, 4}}};
  std::vector<RawBuffer> buffers{{}};
  std::vector<RawOperator> operators{{0, {0}, {1}}};
  std::vector<std::int32_t> inputs{0};
  std::vector<std::int32_t> outputs{1};
  std::vector<RawMetadata> metadata;
  std::uint32_t version = 3;
  std::size_t subgraphs = 1;              // number of equal subgraphs
  std::size_t unknown_root_slot = 0;      // number of a root field that gets a string; 0 = none
  std::vector<std::uint8_t> bytes_after;  // bytes after the flatbuffer

  std::vector<std::uint8_t> build() const;
};

class RawBuilder {
  template <typename From, typename Make>
  auto vector_of(const std::vector<From>& from, Make make) {
    std::vector<decltype(make(from[0]))> entries;
    for (const From& entry : from) entries.push_back(make(entry));
    return out_.CreateVector(entries);
  }

 public:
  explicit RawBuilder(const RawModel& model) : model_(model) {}

  std::vector<std::uint8_t> build() {
    const auto codes = vector_of(model_.codes, [&](const RawCode& code) {
      const auto name = code.custom.empty() ? 0 : out_.CreateString(code.custom);
      const auto old_field = static_cast<std::int8_t>(std::min(code.builtin, 127));
      return tflite::CreateOperatorCode(out_, old_field, name, 1, code.builtin);
    });
    std::vector<flatbuffers::Offset<tflite::SubGraph>> graphs;
    for (std::size_t i = 0; i < model_.subgraphs; ++i) graphs.push_back(subgraph());
    const auto subgraphs = out_.CreateVector(graphs);
    const auto buffers = vector_of(model_.buffers, [&](const RawBuffer& buffer) {
      out_.ForceVectorAlignment(buffer.data.size(), 1, 16);
      const auto data = buffer.data.empty() ? 0 : out_.CreateVector(buffer.data);
      return tflite::CreateBuffer(out_, data, buffer.offset, buffer.size);
    });
    const auto metadata = vector_of(model_.metadata, [&](const RawMetadata& entry) {
      return tflite::CreateMetadata(out_, out_.CreateString(entry.name), entry.buffer);
    });
    const auto unknown = out_.CreateString("of a later format");
    const auto start = out_.StartTable();
    out_.AddElement(tflite::Model::VT_VERSION, model_.version, std::uint32_t{0});
    out_.AddOffset(tflite::Model::VT_OPERATOR_CODES, codes);
    out_.AddOffset(tflite::Model::VT_SUBGRAPHS, subgraphs);
    if (!model_.buffers.empty()) out_.AddOffset(tflite::Model::VT_BUFFERS, buffers);
    if (!model_.metadata.empty()) out_.AddOffset(tflite::Model::VT_METADATA, metadata);
    if (model_.unknown_root_slot != 0) {
      const auto slot = static_cast<flatbuffers::voffset_t>(model_.unknown_root_slot);
      out_.AddOffset(flatbuffers::FieldIndexToOffset(slot), unknown);
    }
    out_.Finish(flatbuffers::Offset<tflite::Model>(out_.EndTable(start)), "TFL3");
    std::vector<std::uint8_t> file(out_.GetBufferPointer(),
                                   out_.GetBufferPointer() + out_.GetSize());
    file.insert(file.end(), model_.bytes_after.begin(), model_.bytes_after.end());
    return file;
  }

 private:
  flatbuffers::Offset<tflite::QuantizationParameters> quantization_of(const RawTensor& tensor) {
    const auto scale = out_.CreateVector(std::vector<float>{1});
    out_.StartVector(2 * tensor.zero_points.size(), sizeof(std::int32_t));
    for (std::size_t i = tensor.zero_points.size(); i-- > 0;) {
      out_.PushElement(static_cast<std::int32_t>(tensor.zero_points[i] >> 32));
      out_.PushElement(static_cast<std::int32_t>(tensor.zero_points[i]));
    }
    const auto zeros = out_.EndVector(tensor.zero_points.size());
    return tflite::CreateQuantizationParameters(out_, 0, 0, scale, zeros);
  }

  flatbuffers::Offset<tflite::SubGraph> subgraph() {
    const auto tensors = vector_of(model_.tensors, [&](const RawTensor& tensor) {
      const auto sparsity = tensor.is_sparse ? tflite::CreateSparsityParameters(out_) : 0;
      const auto shape = out_.CreateVector(tensor.shape);
      const auto quantization = tensor.zero_points.empty() ? 0 : quantization_of(tensor);
      return tflite::CreateTensor(out_, shape, tensor.type, tensor.buffer, out_.CreateString("t"),
                                  quantization, tensor.is_variable, sparsity,
                                  out_.CreateVector(tensor.signature));
    });
    const auto operators = vector_of(model_.operators, [&](const RawOperator& op) {
      const auto options = op.options ? op.options(out_) : flatbuffers::Offset<void>(0);
      return tflite::CreateOperator(out_, op.code, out_.CreateVector(op.inputs),
                                    out_.CreateVector(op.outputs), op.options_type, options,
                                    out_.CreateVector(op.custom_options), 0, 0, 0, op.custom_offset,
                                    op.custom_size);
    });
    return tflite::CreateSubGraph(out_, tensors, out_.CreateVector(model_.inputs),
                                  out_.CreateVector(model_.outputs), operators);
  }

  const RawModel& model_;
  flatbuffers::FlatBufferBuilder out_;
};

inline std::vector<std::uint8_t> RawModel::build() const { return RawBuilder(*this).build(); }

/// Returns the network that the reader makes of the bytes `file`.
inline Network parsed(const std::vector<std::uint8_t>& file, const std::string& name = "n.tflite") {
  return parse_tflite(file, name);
}

/// Returns the network that the reader makes of the file that `model` describes.
inline Network parsed(const RawModel& model) { return parsed(model.build()); }

}  // namespace spillway::test
