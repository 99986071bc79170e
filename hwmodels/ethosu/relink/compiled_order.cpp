// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/relink/relink.h"
#include "hwmodels/ethosu/replay/command_stream_match.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {
namespace {

using StreamPosition = std::pair<std::size_t, std::size_t>;  // indices of stream and command

constexpr StreamPosition no_position{std::numeric_limits<std::size_t>::max(), 0};

/// Returns, for each operator of a plain (not compiled) network, the position of its first command
/// in the command streams of the compiled file. If lowering merged an operator into a later
/// operator, both operators get the position of the later operator. An operator without commands
/// has `no_position`.
std::vector<StreamPosition> positions_in_streams(const Network& plain, const DecodedFile& file,
                                                 const Target& target) {
  const Network lowered = lower(plain, target);
  const NetworkOps ops = network_ops(lowered, config_of(target));
  // Each tensor of the plain network has the same index in the lowered network.
  std::vector<StreamPosition> by_tensor(lowered.tensors.size(), no_position);
  for (const MatchedOp& matched : match_stream(ops, file)) {
    for (const MatchedKernel& kernel : matched.kernels) {
      const StreamPosition position{kernel.stream, kernel.command};
      for (const TensorIndex output : at(lowered.operators, matched.op->op).outputs) {
        if (output >= 0) at(by_tensor, output) = std::min(at(by_tensor, output), position);
      }
    }
  }
  std::vector<StreamPosition> positions(plain.operators.size(), no_position);
  for (std::size_t i = positions.size(); i-- > 0;) {
    const Operator& op = plain.operators[i];
    for (const TensorIndex output : op.outputs) {
      if (output >= 0) positions[i] = std::min(positions[i], at(by_tensor, output));
    }
    for (const TensorIndex input : op.inputs) {
      if (input < 0) continue;
      StreamPosition& of_input = at(by_tensor, input);
      if (of_input == no_position) of_input = positions[i];
    }
  }
  return positions;
}

class CompiledOrder {
 public:
  CompiledOrder(const Network& plain, const Network& compiled,
                const std::vector<StreamPosition>& positions)
      : plain_(plain),
        compiled_(compiled),
        positions_(positions),
        taken_(plain.operators.size(), false),
        missing_(plain.tensors.size(), false),
        readers_(plain.tensors.size()) {
    for (std::size_t i = 0; i < plain.operators.size(); ++i) {
      for (const TensorIndex output : plain.operators[i].outputs) {
        if (output != no_tensor) missing_[static_cast<std::size_t>(output)] = true;
      }
      for (const TensorIndex input : plain.operators[i].inputs) {
        if (input != no_tensor) at(readers_, input).push_back(i);
      }
    }
    for (const Operator& op : compiled.operators) {
      if (!is_npu_operator(op)) host_outputs_.insert(output_name(compiled, op));
    }
  }

  Network run() {
    for (const Operator& op : compiled_.operators) {
      if (is_npu_operator(op)) {
        take_all_ready();
      } else {
        take_host(output_name(compiled_, op));
      }
    }
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      if (!taken_[i]) take(i);
    }
    Network ordered = plain_;
    ordered.operators = std::move(operators_);
    return ordered;
  }

 private:
  static std::string output_name(const Network& network, const Operator& op) {
    return op.outputs.empty() ? "" : at(network.tensors, op.outputs.front()).name;
  }

  bool is_host(const Operator& op) const {
    return host_outputs_.count(output_name(plain_, op)) > 0;
  }

  bool is_ready(const Operator& op) const {
    return std::none_of(op.inputs.begin(), op.inputs.end(), [&](TensorIndex input) {
      return input != no_tensor && missing_[static_cast<std::size_t>(input)];
    });
  }

  void take(std::size_t index) {
    taken_[index] = true;
    for (const TensorIndex output : plain_.operators[index].outputs) {
      if (output != no_tensor) missing_[static_cast<std::size_t>(output)] = false;
    }
    operators_.push_back(plain_.operators[index]);
  }

  // Appends to the new order the operators that one ethos-u operator runs, in the order of their
  // first commands. An operator is appended only when all its inputs exist. A concatenation, for
  // example, has a command per input, so its first command can run long before its last input
  // exists. Operators without commands are appended last.
  void take_all_ready() {
    std::set<std::pair<StreamPosition, std::size_t>> ready;
    const auto add_if_ready = [&](std::size_t index) {
      const Operator& op = plain_.operators[index];
      if (!taken_[index] && !is_host(op) && is_ready(op)) ready.insert({positions_[index], index});
    };
    for (std::size_t i = 0; i < taken_.size(); ++i) add_if_ready(i);
    while (!ready.empty()) {
      const std::size_t next = ready.begin()->second;
      ready.erase(ready.begin());
      take(next);
      for (const TensorIndex output : plain_.operators[next].outputs) {
        if (output == no_tensor) continue;
        for (const std::size_t reader : at(readers_, output)) add_if_ready(reader);
      }
    }
  }

  void take_host(const std::string& name) {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const Operator& op = plain_.operators[i];
      if (!taken_[i] && output_name(plain_, op) == name && is_ready(op)) return take(i);
    }
  }

  const Network& plain_;
  const Network& compiled_;
  const std::vector<StreamPosition>& positions_;  // per operator: its first command
  std::vector<bool> taken_;
  std::vector<bool> missing_;  // per tensor: the operator that writes the tensor is not yet taken
  std::vector<std::vector<std::size_t>> readers_;  // per tensor: its readers
  std::set<std::string> host_outputs_;
  std::vector<Operator> operators_;
};

}  // namespace

Network ordered_as_compiled(const Network& plain, const Network& compiled, const Target& target) {
  const std::vector<StreamPosition> positions =
      positions_in_streams(plain, decode(compiled), target);
  return CompiledOrder(plain, compiled, positions).run();
}

}  // namespace spillway::ethosu
