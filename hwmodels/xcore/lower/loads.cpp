// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/lower/passes.h"
#include "planner/plan_network.h"

namespace spillway::xcore {
namespace {

/// Adds loads (operators that copy constants into the arena) before the operators that read large
/// constants.
class LoadInserter {
 public:
  LoadInserter(Network& network, LoadSource source, Bytes early)
      : network_(network),
        source_(source),
        early_(source == LoadSource::flash ? early : 0),
        readers_(network.tensors.size(), 0) {
    for (const Operator& op : network.operators) {
      for (const TensorIndex input : op.inputs) {
        if (input != no_tensor) ++at(readers_, input);
      }
    }
  }

  void run() {
    std::vector<Operator> before = std::move(network_.operators);
    network_.operators.clear();
    for (Operator& op : before) {
      Operator merged = load();
      for (TensorIndex& input : op.inputs) {
        if (input != no_tensor && is_loaded(input)) input = landing(input, merged);
      }
      if (early_ > 0 && op.type_name == "XC_conv2d_v2") {
        start_early(std::move(merged));
        held_.push_back(std::move(op));
        continue;
      }
      if (!merged.inputs.empty()) push(std::move(merged));
      (held_.empty() ? network_.operators : held_).push_back(std::move(op));
    }
    release();
  }

 private:
  // Lets the load of a convolution start early, so that the load runs while the previous
  // convolution computes. The previous convolution and the operators after it have been held back
  // until now. The load is placed before these held operators, and an XC_ld_weights_wait is placed
  // after them. If the load has more than `early_` bytes, it does not start early and is placed
  // after the held operators.
  void start_early(Operator load) {
    if (load.inputs.empty()) return release();
    if (held_.empty() || bytes_of(load) > early_) {
      release();
      return push_to(network_.operators, std::move(load));
    }
    Operator wait;
    wait.type = OpType::custom;
    wait.type_name = load_wait_name;
    wait.inputs = load.outputs;
    load.type_name = early_load_name;
    push_to(network_.operators, std::move(load));
    wait.name = network_.operators.back().name + "/wait";
    release();
    network_.operators.push_back(std::move(wait));
  }

  Bytes bytes_of(const Operator& load) const {
    Bytes bytes = 0;
    for (const TensorIndex loaded : load.outputs) bytes += at(network_.tensors, loaded).bytes;
    return bytes;
  }

  void release() {
    for (Operator& op : held_) network_.operators.push_back(std::move(op));
    held_.clear();
  }

  Operator load() const {
    Operator op;
    op.type = OpType::custom;
    op.type_name = source_ == LoadSource::flash ? "XC_ld_flash" : "XC_ld_weights";
    return op;
  }

  bool is_loaded(TensorIndex index) const {
    const Tensor& tensor = at(network_.tensors, index);
    return is_constant(tensor) && tensor.bytes > load_threshold;
  }

  /// Returns the arena tensor that receives `constant`, and adds the constant to a load. A constant
  /// that several operators use, or that is in external RAM, gets a load of its own. All other
  /// constants of the present operator are added to its common load `merged`.
  TensorIndex landing(TensorIndex constant, Operator& merged) {
    const auto known = landings_.find(constant);
    if (known != landings_.end()) return known->second;
    const auto index = static_cast<TensorIndex>(network_.tensors.size());
    Tensor copy = at(network_.tensors, constant);
    copy.name += "@loaded";
    copy.kind = TensorKind::activation;
    copy.data = {};
    network_.tensors.push_back(std::move(copy));
    const bool shared = at(readers_, constant) > 1;
    if (shared) landings_[constant] = index;
    if (shared || source_ == LoadSource::external_ram) {
      Operator own = load();
      own.inputs = {constant};
      own.outputs = {index};
      push(std::move(own));
    } else {
      merged.inputs.push_back(constant);
      merged.outputs.push_back(index);
    }
    return index;
  }

  void push(Operator op) { push_to(held_.empty() ? network_.operators : held_, std::move(op)); }

  void push_to(std::vector<Operator>& operators, Operator op) {
    op.name = at(network_.tensors, op.outputs.front()).name;
    operators.push_back(std::move(op));
  }

  Network& network_;
  LoadSource source_;
  // The largest load, in bytes, that starts early; 0 = no load starts early.
  Bytes early_;
  std::vector<Operator> held_;  // the last convolution and the operators after it
  // Per tensor: the number of operators that read it in the network without loads.
  std::vector<std::int32_t> readers_;
  std::map<TensorIndex, TensorIndex> landings_;
};

}  // namespace

void add_loads(Network& network, LoadSource source, Bytes early) {
  LoadInserter(network, source, early).run();
}

}  // namespace spillway::xcore
