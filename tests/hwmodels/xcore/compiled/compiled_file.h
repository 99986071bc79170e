// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <flatbuffers/flexbuffers.h>

#include "planner/plan_network.h"
#include "tests/traces/add_tensor.h"
#include "traces/network.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway::test {

using Words = std::vector<std::int32_t>;

inline std::string blob(const Words& words, const std::string& tail = "") {
  std::string bytes(words.size() * sizeof(std::int32_t), '\0');
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes + tail;
}

/// Adds an option with a list of numbers.
inline void numbers(flexbuffers::Builder& options, const char* key, const Words& values) {
  options.Vector(key, [&] {
    for (const std::int32_t value : values) options.Int(value);
  });
}

/// Builds a compiled file with only those fields that xformer writes.
class CompiledFile {
 public:
  CompiledFile() { bytes_ = std::make_shared<std::vector<std::vector<std::uint8_t>>>(); }

  TensorIndex tensor(const std::vector<std::int32_t>& shape, DataType type = DataType::int8) {
    return add_tensor(network_, "t" + std::to_string(network_.tensors.size()), type, shape);
  }

  /// Adds an int8 constant whose values are in the file.
  TensorIndex constant(std::int32_t bytes) {
    const TensorIndex index = tensor({bytes});
    Tensor& tensor = network_.tensors.back();
    tensor.kind = TensorKind::weight;
    tensor.data = keep(std::vector<std::uint8_t>(static_cast<std::size_t>(bytes), 1));
    return index;
  }

  /// Changes the type and the shape of a tensor, but not its values.
  void reshape(TensorIndex index, DataType type, const std::vector<std::int32_t>& shape) {
    Tensor& tensor = network_.tensors[static_cast<std::size_t>(index)];
    tensor.type = type;
    tensor.shape = shape;
  }

  void add(const std::string& type, std::vector<TensorIndex> inputs,
           std::vector<TensorIndex> outputs,
           const std::function<void(flexbuffers::Builder&)>& fill) {
    flexbuffers::Builder options;
    options.Map([&] { fill(options); });
    options.Finish();
    Operator op;
    op.type = OpType::custom;
    op.type_name = type;
    op.inputs = std::move(inputs);
    op.outputs = std::move(outputs);
    op.options = keep(options.GetBuffer());
    network_.operators.push_back(op);
  }

  /// Adds an operator without options.
  void add_plain(const std::string& type, std::vector<TensorIndex> inputs,
                 std::vector<TensorIndex> outputs) {
    Operator op;
    op.type = OpType::custom;
    op.type_name = type;
    op.inputs = std::move(inputs);
    op.outputs = std::move(outputs);
    network_.operators.push_back(op);
  }

  void plan(const Words& offsets) {
    Words words{0, 0, static_cast<std::int32_t>(offsets.size())};
    words.insert(words.end(), offsets.begin(), offsets.end());
    while (words.size() % 4 != 0) words.push_back(0);
    const std::string text = blob(words);
    network_.metadata.push_back({"OfflineMemoryAllocation", keep({text.begin(), text.end()})});
  }

  /// Writes the network to a .tflite file in memory and returns the network that the reader makes
  /// of this file.
  Network read(std::vector<TensorIndex> inputs, std::vector<TensorIndex> outputs) {
    network_.inputs = std::move(inputs);
    network_.outputs = std::move(outputs);
    return parse_tflite(write_tflite(network_), "compiled.tflite");
  }

 private:
  ByteView keep(std::vector<std::uint8_t> bytes) {
    bytes_->push_back(std::move(bytes));
    return {bytes_->back().data(), bytes_->back().size()};
  }

  Network network_;
  std::shared_ptr<std::vector<std::vector<std::uint8_t>>> bytes_;
};

constexpr std::int32_t side = 4, channels = 32, outputs = 16, kernel = 3, out_side = 2;
constexpr std::int32_t weight_bytes = kernel * kernel * channels * outputs;
constexpr std::int32_t bias_bytes = 4 * outputs;

/// The properties of the file of one_convolution() that tests change, mostly to wrong values.
struct Variant {
  std::vector<Words> threads = {{0, out_side, 0, out_side, 0, 1, 0, 0, outputs, 0}};
  std::string terminator = "00";
  std::int32_t address = 0;
  std::int32_t loaded = weight_bytes;
  bool with_memory_parameters = true;
  bool spelled_as_in_2022 = false;
  std::int32_t kind = 0;
  std::int32_t kernel_rows = kernel;
};

/// Returns the words of the kernel's option "mp" for a kernel that adds padding while it gathers
/// the input elements of an output pixel.
inline Words padded_window() {
  return {kernel,
          side,
          kernel,
          side,
          channels,
          1,
          (side - kernel) * channels,
          1,
          channels,
          0,
          side * channels,
          channels,
          0,
          0,
          1,
          1};
}

/// Returns a file with two operators: a load (operator that copies weights from flash), and a 3x3
/// convolution of 4x4x32 to 2x2x16. The convolution's kernel reads its input directly, unless
/// variant.kind selects a kernel with padding.
inline Network one_convolution(const Variant& variant) {
  CompiledFile file;
  const TensorIndex x = file.tensor({1, side, side, channels});
  const TensorIndex weights = file.tensor({weight_bytes});
  const TensorIndex bias = file.tensor({bias_bytes});
  const TensorIndex y = file.tensor({1, out_side, out_side, outputs});
  file.add("XC_ld_flash", {}, {weights, bias}, [&](flexbuffers::Builder& options) {
    options.Int("addr", variant.address);
    options.Vector("sizes", [&] {
      options.Int(variant.loaded);
      options.Int(bias_bytes);
    });
  });
  const bool old = variant.spelled_as_in_2022;
  file.add("XC_conv2d_v2", {x, weights, bias}, {y}, [&](flexbuffers::Builder& options) {
    if (variant.with_memory_parameters) {
      const bool padded = variant.kind == 2 || variant.kind == 4;
      options.String("mp", blob(padded ? padded_window() : Words{side * channels, channels}));
    }
    options.String(old ? "aggp" : "a",
                   blob({kernel * kernel * channels * 16, variant.kernel_rows - 1, kernel - 1,
                         channels / 32 - 1, 0, (side - kernel) * channels}));
    options.String(old ? "otp" : "o", blob({outputs, 0}));
    options.Vector(old ? "akp" : "p", [&] {
      for (const Words& words : variant.threads) options.String(blob(words, variant.terminator));
    });
    options.Int(old ? "scratch" : "s", 0);
    options.Int(old ? "kt" : "k", variant.kind);
    options.Int(old ? "ott" : "t", 0);
  });
  file.plan({4'864, 0, 4'608, 5'376});
  return file.read({x}, {y});
}

}  // namespace spillway::test
