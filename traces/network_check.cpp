// SPDX-License-Identifier: Apache-2.0
#include "traces/network_check.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "traces/macs.h"
#include "traces/shape.h"

namespace spillway {
namespace {

constexpr std::ptrdiff_t never = -2;
constexpr std::ptrdiff_t before_the_run = -1;

constexpr Bytes largest_network_bytes = Bytes{1} << 50;
constexpr std::int64_t largest_network_macs = std::int64_t{1} << 56;
// The limit of each of the parameters kernel, stride and dilation, so that kernel x dilation fits
// into 32 bits.
constexpr std::int32_t largest_window_parameter = 32'767;
constexpr std::int32_t largest_padding = 1 << 20;

std::string named(const Network& network, TensorIndex index) {
  return fmt::format("tensor {} '{}'", index, at(network.tensors, index).name);
}

// Visits the operators in execution order and records which operator writes each tensor. Finds
// tensors that are written twice, read too early or never written.
class OrderCheck {
 public:
  explicit OrderCheck(const Network& network)
      : network_(network), writer_(network.tensors.size(), never) {}

  std::string run() {
    for (const TensorIndex input : network_.inputs) {
      if (!exists(input)) return missing("network input", input);
      if (is_constant(at(network_.tensors, input))) {
        return fmt::format("the network input {} is a constant", named(network_, input));
      }
      writer_at(input) = before_the_run;
    }
    for (std::size_t i = 0; i < network_.operators.size(); ++i) {
      if (std::string defect = step(i); !defect.empty()) return defect;
    }
    if (std::string defect = check_outputs(); !defect.empty()) return defect;
    return check_late_writes();
  }

 private:
  bool exists(TensorIndex index) const {
    return index >= 0 && static_cast<std::size_t>(index) < network_.tensors.size();
  }

  std::string missing(const std::string& role, TensorIndex index) const {
    return fmt::format("{} is tensor {}, but there are {} tensors", role, index,
                       network_.tensors.size());
  }

  std::ptrdiff_t& writer_at(TensorIndex index) { return at(writer_, index); }

  std::string step(std::size_t index) {
    const Operator& op = network_.operators[index];
    for (const TensorIndex input : op.inputs) {
      if (input == no_tensor) continue;
      if (!exists(input)) return missing(fmt::format("an input of operator {}", index), input);
      if (writer_at(input) == never) early_reads_.push_back({input, index});
    }
    for (const TensorIndex output : op.outputs) {
      if (output == no_tensor) return fmt::format("operator {} leaves an output out", index);
      if (!exists(output)) return missing(fmt::format("an output of operator {}", index), output);
      if (std::string defect = write(output, index); !defect.empty()) return defect;
    }
    return {};
  }

  std::string write(TensorIndex output, std::size_t index) {
    const Tensor& tensor = at(network_.tensors, output);
    if (is_constant(tensor)) {
      return fmt::format("operator {} writes the constant {}", index, named(network_, output));
    }
    if (tensor.kind == TensorKind::variable) return {};
    const std::ptrdiff_t before = writer_at(output);
    if (before == before_the_run) {
      return fmt::format("operator {} writes the network input {}", index, named(network_, output));
    }
    if (before != never) {
      return fmt::format("operators {} and {} both write {}", before, index,
                         named(network_, output));
    }
    writer_at(output) = static_cast<std::ptrdiff_t>(index);
    return {};
  }

  std::string check_outputs() {
    for (const TensorIndex output : network_.outputs) {
      if (!exists(output)) return missing("network output", output);
      const TensorKind kind = at(network_.tensors, output).kind;
      if (kind == TensorKind::activation && writer_at(output) == never) {
        return fmt::format("no operator writes the network output {}", named(network_, output));
      }
    }
    return {};
  }

  // Returns an error message if an operator reads a tensor that only a later operator writes;
  // otherwise an empty text. A tensor that no operator writes is a workspace and no error.
  std::string check_late_writes() {
    for (const EarlyRead& read : early_reads_) {
      const std::ptrdiff_t writer = writer_at(read.tensor);
      if (writer < 0) continue;
      return fmt::format("operator {} reads {}, which only operator {} writes", read.reader,
                         named(network_, read.tensor), writer);
    }
    return {};
  }

  struct EarlyRead {
    TensorIndex tensor;
    std::size_t reader;
  };

  const Network& network_;
  std::vector<std::ptrdiff_t> writer_;
  std::vector<EarlyRead> early_reads_;
};

bool is_window_in_range(const Window& window) {
  for (const std::int32_t extent : {window.kernel_h, window.kernel_w, window.stride_h,
                                    window.stride_w, window.dilation_h, window.dilation_w}) {
    if (extent < 1 || extent > largest_window_parameter) return false;
  }
  for (const std::int32_t pad :
       {window.pad_top, window.pad_bottom, window.pad_left, window.pad_right}) {
    if (pad < 0 || pad > largest_padding) return false;
  }
  return true;
}

// Returns an error message if sizes or counts are so large that their sums and products could
// exceed 64 bits; otherwise an empty text.
std::string find_excess(const Network& network) {
  Bytes bytes = 0;
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    const Bytes size = std::max<Bytes>(network.tensors[i].bytes, 0);
    if (size > largest_network_bytes - bytes) {
      return fmt::format("{} makes it more than 2^50 bytes",
                         named(network, static_cast<TensorIndex>(i)));
    }
    bytes += size;
  }
  std::int64_t macs = 0;
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    if (!is_window_in_range(op.window)) {
      return fmt::format(
          "operator {} '{}' has a window out of range: kernel, stride and dilation are 1 to {}, "
          "padding is 0 to {}",
          i, op.name, largest_window_parameter, largest_padding);
    }
    if (op.macs < 0 || op.macs > largest_network_macs - macs) {
      return fmt::format("operator {} '{}' makes it more than 2^56 multiply-accumulates", i,
                         op.name);
    }
    macs += op.macs;
  }
  return {};
}

void reclassify(Network& network, const Operator& op, int position, TensorKind kind) {
  if (position < 0 || static_cast<std::size_t>(position) >= op.inputs.size()) return;
  const TensorIndex index = at(op.inputs, position);
  if (index == no_tensor) return;
  Tensor& tensor = at(network.tensors, index);
  if (tensor.kind == TensorKind::constant) tensor.kind = kind;
}

void classify_constants(Network& network, const Operator& op) {
  // Operands 1 to 11 of an LSTM are eight weight matrices and three peephole vectors.
  constexpr int lstm_last_weight = 11;
  constexpr int lstm_last_bias = 15;
  constexpr int lstm_projection = 16;
  if (op.type == OpType::lstm) {
    for (int i = 1; i <= lstm_last_weight; ++i) reclassify(network, op, i, TensorKind::weight);
    for (int i = lstm_last_weight + 1; i <= lstm_last_bias; ++i) {
      reclassify(network, op, i, TensorKind::bias);
    }
    return reclassify(network, op, lstm_projection, TensorKind::weight);
  }
  if (op.type == OpType::svdf) {
    reclassify(network, op, 1, TensorKind::weight);
    reclassify(network, op, 2, TensorKind::weight);
    return reclassify(network, op, 3, TensorKind::bias);
  }
  if (op.type == OpType::batch_matmul) return reclassify(network, op, 1, TensorKind::weight);
  reclassify(network, op, operand_positions(op.type).weights, TensorKind::weight);
  reclassify(network, op, operand_positions(op.type).bias, TensorKind::bias);
}

// Gives the kind `scratch` to activations that operators read but no operator writes. Compilers
// declare the workspace of an operator as such an input.
void classify_scratch(Network& network) {
  std::vector<bool> written(network.tensors.size(), false);
  for (const TensorIndex input : network.inputs) at(written, input) = true;
  for (const Operator& op : network.operators) {
    for (const TensorIndex output : op.outputs) {
      if (output != no_tensor) at(written, output) = true;
    }
  }
  for (const Operator& op : network.operators) {
    for (const TensorIndex input : op.inputs) {
      if (input == no_tensor || at(written, input)) continue;
      Tensor& tensor = at(network.tensors, input);
      if (tensor.kind == TensorKind::activation) tensor.kind = TensorKind::scratch;
    }
  }
}

}  // namespace

std::string find_defect(const Network& network) {
  if (std::string defect = find_excess(network); !defect.empty()) return defect;
  return OrderCheck(network).run();
}

void classify_tensors(Network& network) {
  for (const Operator& op : network.operators) classify_constants(network, op);
  classify_scratch(network);
}

}  // namespace spillway
