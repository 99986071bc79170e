// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "traces/shape.h"
#include "traces/tflite/codes.h"
#include "traces/tflite/parts.h"

namespace spillway {
namespace {

// TensorFlow Lite Micro stores a resource as a handle of four bytes.
constexpr Bytes resource_handle_bytes = 4;

std::string described(std::size_t index, const Tensor& tensor) {
  return fmt::format("tensor {} '{}'", index, tensor.name);
}

class TensorReader {
 public:
  TensorReader(const TfliteFile& file, Network& network) : file_(file), network_(network) {}

  void read(const tflite::Tensor& from) {
    Tensor tensor;
    tensor.name = from.name() == nullptr ? "" : name_text(from.name()->string_view());
    what_ = described(network_.tensors.size(), tensor);
    tensor.type = type_of(from);
    read_shape(from, tensor);
    tensor.data = file_.buffer(from.buffer(), what_);
    tensor.zero_points = zero_points_of(from);
    tensor.kind = kind_of(from, tensor);
    read_quantization(from, tensor);
    tensor.bytes = bytes_of(tensor);
    check_contents(from, tensor);
    network_.tensors.push_back(std::move(tensor));
  }

 private:
  DataType type_of(const tflite::Tensor& from) const {
    const std::optional<DataType> type = data_type_of(from.type());
    if (!type) {
      file_.reject(fmt::format("{} has the unknown type {}", what_, static_cast<int>(from.type())));
    }
    return *type;
  }

  void read_shape(const tflite::Tensor& from, Tensor& tensor) {
    for (std::uint32_t i = 0; i < size_or_zero(from.shape()); ++i) {
      const std::int32_t extent = from.shape()->Get(i);
      if (extent < 0) reject_dynamic(i);
      tensor.shape.push_back(extent);
    }
    if (!checked_elements(tensor.shape)) {
      file_.reject(fmt::format("{} has more than 2^40 elements", what_));
    }
    check_signature(from);
  }

  // Warns of dimensions whose extents are unknown until run time. Converters mark such a dimension
  // by a negative extent in shape_signature. In the shape, the converter writes an assumed extent,
  // with which Spillway simulates the network. There is no warning for a batch with the assumed
  // extent 1, which is common.
  void check_signature(const tflite::Tensor& from) {
    const std::uint32_t rank = size_or_zero(from.shape());
    for (std::uint32_t i = 0; i < size_or_zero(from.shape_signature()); ++i) {
      if (from.shape_signature()->Get(i) >= 0) continue;
      if (i >= rank) reject_dynamic(i);
      if (i > 0 || from.shape()->Get(0) != 1) warn_of_unknown_extent(i, from.shape()->Get(i));
    }
  }

  // Adds the warning only once per network: if one input has a dimension of unknown extent, most
  // other tensors have one too.
  void warn_of_unknown_extent(std::uint32_t dimension, std::int32_t extent) {
    if (warned_of_unknown_extent_) return;
    warned_of_unknown_extent_ = true;
    network_.warnings.push_back(
        fmt::format("{} leaves its dimension {} open until run time; it and all others like it are "
                    "run at the extents of the file's shapes, here {}",
                    what_, dimension, extent));
  }

  [[noreturn]] void reject_dynamic(std::uint32_t dimension) const {
    file_.reject(
        fmt::format("{} has no fixed size: its dimension {} is known only at run time; convert the "
                    "network with fixed input shapes",
                    what_, dimension));
  }

  static ByteView zero_points_of(const tflite::Tensor& from) {
    const tflite::QuantizationParameters* quantization = from.quantization();
    if (quantization == nullptr || size_or_zero(quantization->zero_point()) == 0) return {};
    const auto& zeros = *quantization->zero_point();
    return {zeros.Data(), std::size_t{zeros.size()} * sizeof(std::int64_t)};
  }

  static void read_quantization(const tflite::Tensor& from, Tensor& tensor) {
    const auto* quantization = from.quantization();
    if (quantization == nullptr || size_or_zero(quantization->scale()) == 0) return;
    tensor.scale = quantization->scale()->Get(0);
    // The value may be misaligned, so its bytes are copied. FlatBuffers' verifier checks that a
    // vector's length is aligned to four bytes, but not that its elements are aligned to eight.
    if (!tensor.zero_points.empty()) {
      std::memcpy(&tensor.zero_point, tensor.zero_points.data, sizeof tensor.zero_point);
    }
  }

  static TensorKind kind_of(const tflite::Tensor& from, const Tensor& tensor) {
    if (from.is_variable()) return TensorKind::variable;
    return tensor.data.empty() ? TensorKind::activation : TensorKind::constant;
  }

  Bytes bytes_of(const Tensor& tensor) {
    const Bytes bytes = storage_bytes(tensor.type, element_count(tensor));
    if (bytes >= 0) return bytes;
    if (tensor.type == DataType::resource) return resource_handle_bytes;
    if (tensor.kind != TensorKind::constant) {
      network_.warnings.push_back(fmt::format("{} of type {} has no fixed size; counted as 0 bytes",
                                              what_, data_type_name(tensor.type)));
    }
    return static_cast<Bytes>(tensor.data.size);
  }

  // Throws unless the buffer holds at least the bytes of the tensor. Sparse tensors are not
  // checked, because they store fewer values than their shapes have.
  void check_contents(const tflite::Tensor& from, const Tensor& tensor) const {
    if (tensor.data.empty() || from.sparsity() != nullptr) return;
    if (static_cast<Bytes>(tensor.data.size) < tensor.bytes) {
      file_.reject(fmt::format("{} needs {} bytes, but its buffer {} holds {}", what_, tensor.bytes,
                               from.buffer(), tensor.data.size));
    }
  }

  const TfliteFile& file_;
  Network& network_;
  std::string what_;
  bool warned_of_unknown_extent_ = false;
};

}  // namespace

void read_tensors(const TfliteFile& file, const tflite::SubGraph& graph, Network& network) {
  const std::uint32_t count = size_or_zero(graph.tensors());
  network.tensors.reserve(count);
  TensorReader reader(file, network);
  for (std::uint32_t i = 0; i < count; ++i) reader.read(*graph.tensors()->Get(i));
}

}  // namespace spillway
