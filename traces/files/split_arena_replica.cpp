// SPDX-License-Identifier: Apache-2.0
#include "traces/files/split_arena_replica.h"

#include <utility>

#include "base/index.h"

namespace spillway {
namespace {

constexpr std::int32_t hidden = 128;
constexpr std::int32_t wide = 384;
constexpr std::int32_t table_bytes = 256;

class Builder {
 public:
  Builder() {
    network_.name = "split-arena-replica";
    network_.source = "built-in";
  }

  TensorIndex input(std::int32_t size) {
    const TensorIndex x = tensor("input", size, TensorKind::activation);
    network_.inputs.push_back(x);
    return x;
  }

  /// Adds a dense layer of `outputs` channels: an operator XC_ld_flash, which loads weights and
  /// multipliers from flash, and a 1x1 convolution of a map with one pixel. Returns the output.
  TensorIndex dense(TensorIndex x, std::int32_t outputs) {
    const std::int32_t inputs = size(x);
    const std::string name = next("dense");
    const TensorIndex weights = tensor(name + "/weights", inputs * outputs, TensorKind::weight);
    const TensorIndex bias = tensor(name + "/mulbias", 4 * outputs, TensorKind::bias);
    const std::vector<TensorIndex> loaded = load({weights, bias});
    const TensorIndex y = tensor(name, outputs, TensorKind::activation);
    Operator& op =
        add(OpType::conv_2d, "XC_conv2d_v2", {x, loaded[0], loaded[1], no_tensor, no_tensor}, {y});
    op.macs = std::int64_t{inputs} * outputs;
    return y;
  }

  TensorIndex reshape(TensorIndex x) {
    const TensorIndex y = tensor(next("reshape"), size(x), TensorKind::activation);
    add(OpType::reshape, "RESHAPE", {x}, {y});
    return y;
  }

  TensorIndex lookup(TensorIndex x) {
    const std::string name = next("lookup");
    const TensorIndex table = constant(name + "/table", table_bytes);
    return unary(OpType::logistic, "XC_lookup", {x, table}, name);
  }

  TensorIndex constant(const std::string& name, std::int32_t bytes) {
    return load({tensor(name, bytes, TensorKind::constant)}).front();
  }

  TensorIndex add_of(TensorIndex a, TensorIndex b) {
    return unary(OpType::add, "XC_add", {a, b}, next("add"));
  }

  TensorIndex mul_of(TensorIndex a, TensorIndex b) {
    return unary(OpType::mul, "XC_mul", {a, b}, next("mul"));
  }

  /// Adds one time step of a recurrent cell with the gates forget, input, candidate and output. If
  /// `state` is no_tensor, the step loads an initial state from flash. Returns two tensors: the
  /// output of the step, and the state that the step has read (`state` or the loaded initial
  /// state), which a next step of the same cell reads again.
  std::pair<TensorIndex, TensorIndex> cell(TensorIndex x, TensorIndex state) {
    const TensorIndex step = tensor(next("unpack"), hidden, TensorKind::activation);
    add(OpType::unpack, "UNPACK", {x}, {step});
    const TensorIndex gates = dense(step, 4 * hidden);
    std::vector<TensorIndex> gate;
    for (const char* name : {"forget", "input", "candidate", "output"}) {
      gate.push_back(tensor(next(name), hidden, TensorKind::activation));
    }
    Operator& split = add(OpType::split, "SPLIT", {gates}, gate);
    split.axis = 1;
    for (TensorIndex& value : gate) {
      value = add_of(value, constant(next("bias"), hidden));
    }
    for (TensorIndex& value : gate) {
      value = lookup(value);
    }
    if (state == no_tensor) {
      state = constant(next("state"), hidden);
    }
    const TensorIndex kept = mul_of(gate[0], state);
    const TensorIndex fresh = mul_of(gate[1], gate[2]);
    const TensorIndex squashed = lookup(add_of(kept, fresh));
    return {mul_of(gate[3], squashed), state};
  }

  Network finish(TensorIndex output) {
    network_.outputs.push_back(output);
    return std::move(network_);
  }

 private:
  std::string next(const std::string& kind) {
    return kind + std::to_string(network_.operators.size());
  }

  std::int32_t size(TensorIndex index) const { return at(network_.tensors, index).shape.back(); }

  TensorIndex tensor(const std::string& name, std::int32_t bytes, TensorKind kind) {
    Tensor tensor;
    tensor.name = name;
    tensor.shape = {1, bytes};
    tensor.kind = kind;
    tensor.bytes = bytes;
    network_.tensors.push_back(tensor);
    return static_cast<TensorIndex>(network_.tensors.size()) - 1;
  }

  Operator& add(OpType type, const std::string& type_name, std::vector<TensorIndex> inputs,
                std::vector<TensorIndex> outputs) {
    Operator op;
    op.type = type;
    op.type_name = type_name;
    op.name = at(network_.tensors, outputs.front()).name;
    op.inputs = std::move(inputs);
    op.outputs = std::move(outputs);
    network_.operators.push_back(std::move(op));
    return network_.operators.back();
  }

  TensorIndex unary(OpType type, const std::string& type_name, std::vector<TensorIndex> inputs,
                    const std::string& name) {
    const TensorIndex y = tensor(name, size(inputs.front()), TensorKind::activation);
    add(type, type_name, std::move(inputs), {y});
    return y;
  }

  /// Adds one operator XC_ld_flash, which loads constants from flash. Returns the loaded tensors.
  std::vector<TensorIndex> load(std::vector<TensorIndex> constants) {
    std::vector<TensorIndex> loaded;
    for (const TensorIndex constant : constants) {
      const std::string name = at(network_.tensors, constant).name;
      loaded.push_back(tensor(name + "@loaded", size(constant), TensorKind::activation));
    }
    add(OpType::custom, "XC_ld_flash", std::move(constants), loaded);
    return loaded;
  }

  Network network_;
};

}  // namespace

Network split_arena_replica() {
  Builder net;
  TensorIndex x = net.dense(net.dense(net.dense(net.input(wide), wide), wide), hidden);
  const auto [first, state] = net.cell(net.reshape(x), no_tensor);
  const auto [second, same_state] = net.cell(net.reshape(first), state);
  x = net.dense(net.dense(net.dense(second, wide), wide), hidden);
  const auto [third, other_state] = net.cell(net.reshape(x), no_tensor);
  const auto [fourth, same_other] = net.cell(third, other_state);
  x = net.dense(net.dense(net.dense(fourth, wide), wide), wide);
  return net.finish(net.lookup(net.dense(x, 2 * hidden)));
}

}  // namespace spillway
