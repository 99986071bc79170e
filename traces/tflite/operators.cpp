// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "traces/macs.h"
#include "traces/shape.h"
#include "traces/tflite/codes.h"
#include "traces/tflite/options.h"
#include "traces/tflite/parts.h"

namespace spillway {
namespace {

class OperatorReader {
 public:
  OperatorReader(const TfliteFile& file, Network& network) : file_(file), network_(network) {}

  void read(const tflite::Operator& from) {
    Operator op;
    const std::size_t index = network_.operators.size();
    read_type(from, index, op);
    what_ = fmt::format("operator {} ({})", index, op.type_name);
    read_operands(from, op);
    // Every operator gets a name of its own, even if the file has no name for it.
    if (op.name.empty()) op.name = fmt::format("#{}", index);
    op.options = custom_options(from);
    if (const std::string problem = read_builtin_options(from, network_, op); !problem.empty()) {
      file_.reject(fmt::format("{} {}", what_, problem));
    }
    count(op);
    if (op.type == OpType::unknown) {
      network_.warnings.push_back(
          fmt::format("{} is not known: its tensors are kept, its computation is not", what_));
    }
    network_.operators.push_back(std::move(op));
  }

 private:
  // Returns the number of the built-in operator. The old field of the format holds numbers below
  // 127. For larger numbers the old field holds 127, and the new field holds the number. In a file
  // that is older than the new field, the new field reads as 0. So the larger of the two fields is
  // the number.
  static int builtin_code(const tflite::OperatorCode& code) {
    return std::max<int>(code.deprecated_builtin_code(), code.builtin_code());
  }

  void read_type(const tflite::Operator& from, std::size_t index, Operator& op) const {
    const auto* codes = file_.model().operator_codes();
    if (from.opcode_index() >= size_or_zero(codes)) {
      file_.reject(fmt::format("operator {} refers to operator code {}, but there are {}", index,
                               from.opcode_index(), size_or_zero(codes)));
    }
    const tflite::OperatorCode& code = *codes->Get(from.opcode_index());
    op.type = builtin_operator_type(builtin_code(code));
    op.type_name = builtin_operator_name(builtin_code(code));
    if (op.type != OpType::custom) return;
    if (code.custom_code() == nullptr) {
      file_.reject(fmt::format("operator {} is a custom operator without a custom code", index));
    }
    op.type_name = name_text(code.custom_code()->string_view());
  }

  void read_operands(const tflite::Operator& from, Operator& op) const {
    op.inputs = operands(from.inputs(), "input");
    op.outputs = operands(from.outputs(), "output");
    if (op.outputs.empty() && must_have_output(op.type)) {
      file_.reject(fmt::format("{} has no outputs", what_));
    }
    if (const Tensor* output = output_of(network_, op)) op.name = output->name;
  }

  // Whether an operator of this type must have an output. Operators of control flow and operators
  // that write variables may have only side effects. Custom and unknown operators may do anything.
  static bool must_have_output(OpType type) {
    return type != OpType::call_once && type != OpType::assign_variable && type != OpType::if_op &&
           type != OpType::while_op && type != OpType::custom && type != OpType::unknown;
  }

  std::vector<TensorIndex> operands(const flatbuffers::Vector<std::int32_t>* from,
                                    const char* role) const {
    std::vector<TensorIndex> indices;
    for (std::uint32_t i = 0; i < size_or_zero(from); ++i) {
      const std::int32_t index = from->Get(i);
      const auto count = static_cast<std::int64_t>(network_.tensors.size());
      if (index < no_tensor || index >= count) {
        file_.reject(fmt::format("{}: {} {} is tensor {}, but there are {} tensors", what_, role, i,
                                 index, count));
      }
      indices.push_back(index);
    }
    return indices;
  }

  ByteView custom_options(const tflite::Operator& from) const {
    if (from.large_custom_options_offset() > 1) {
      return file_.slice(from.large_custom_options_offset(), from.large_custom_options_size(),
                         what_);
    }
    if (from.custom_options() == nullptr) return {};
    return {from.custom_options()->data(), from.custom_options()->size()};
  }

  void count(Operator& op) const {
    const std::optional<std::int64_t> macs = count_macs(network_, op);
    if (!macs) file_.reject(fmt::format("{} has more than 2^63 multiply-accumulates", what_));
    op.macs = *macs;
  }

  const TfliteFile& file_;
  Network& network_;
  std::string what_;
};

}  // namespace

void read_operators(const TfliteFile& file, const tflite::SubGraph& graph, Network& network) {
  const std::uint32_t count = size_or_zero(graph.operators());
  network.operators.reserve(count);
  OperatorReader reader(file, network);
  for (std::uint32_t i = 0; i < count; ++i) reader.read(*graph.operators()->Get(i));
}

}  // namespace spillway
