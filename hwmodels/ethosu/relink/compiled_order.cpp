// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/compiled_order.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {
namespace {

class CompiledOrder {
 public:
  CompiledOrder(const Network& plain, const Network& compiled)
      : plain_(plain),
        compiled_(compiled),
        taken_(plain.operators.size(), false),
        missing_(plain.tensors.size(), false) {
    for (const Operator& op : plain.operators) {
      for (const TensorIndex output : op.outputs) {
        if (output != no_tensor) missing_[static_cast<std::size_t>(output)] = true;
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

  // Every operator stands behind the operators whose results it reads, so one pass is enough.
  void take_all_ready() {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const Operator& op = plain_.operators[i];
      if (!taken_[i] && !is_host(op) && is_ready(op)) take(i);
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
  std::vector<bool> taken_;
  std::vector<bool> missing_;  // per tensor: the operator that writes it has not run
  std::set<std::string> host_outputs_;
  std::vector<Operator> operators_;
};

}  // namespace

Network ordered_as_compiled(const Network& plain, const Network& compiled) {
  return CompiledOrder(plain, compiled).run();
}

}  // namespace spillway::ethosu
