// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/lower/rewriter.h"

#include <numeric>
#include <utility>

#include "base/index.h"

namespace spillway::xcore {
Lowering::Lowering(const SplitNetwork& source, const LoweringOptions& options,
                   const ListedConvolutions& listed, XformerVersion version)
    : source_(source.network),
      origin_(source.origin),
      options_(options),
      listed_(listed),
      version_(version),
      result_(source.network),
      alias_(source_.tensors.size()),
      readers_(source_.tensors.size()),
      producer_(source_.tensors.size(), nullptr) {
  result_.operators.clear();
  std::iota(alias_.begin(), alias_.end(), 0);
  for (const Operator& op : source_.operators) {
    for (const TensorIndex input : op.inputs) {
      if (input != no_tensor) at(readers_, input).push_back(&op);
    }
    for (const TensorIndex output : op.outputs) at(producer_, output) = &op;
  }
}

Value Lowering::input(const Operator& op, std::size_t number) const {
  const TensorIndex index = op.inputs[number];
  return {at(alias_, index), input_shape(source_, op, number)};
}

Value Lowering::output(const Operator& op, std::size_t number) const {
  return {op.outputs[number], output_shape(source_, op, number)};
}

TensorIndex Lowering::add_tensor(const std::string& name, DataType type, const Shape& shape,
                                 TensorKind kind) {
  Tensor tensor;
  tensor.name = name;
  tensor.type = type;
  tensor.shape = shape;
  tensor.kind = kind;
  tensor.bytes = storage_bytes(type, elements_of(shape));
  result_.tensors.push_back(std::move(tensor));
  return static_cast<TensorIndex>(result_.tensors.size()) - 1;
}

TensorIndex Lowering::add_constant(const std::string& name, TensorKind kind, Bytes bytes) {
  return add_tensor(name, DataType::int8, {static_cast<std::int32_t>(bytes)}, kind);
}

TensorIndex Lowering::add_shared_constant(const Operator& op, const std::string& part,
                                          TensorKind kind, Bytes bytes) {
  const auto [known, added] = shared_.try_emplace({origin(op), part}, no_tensor);
  if (added) known->second = add_constant(op.name + part, kind, bytes);
  return known->second;
}

std::int32_t Lowering::origin(const Operator& op) const {
  return at(origin_, &op - source_.operators.data());
}

Operator& Lowering::add(OpType type, const std::string& type_name, const std::vector<Value>& inputs,
                        const Value& output) {
  Operator op;
  op.type = type;
  op.type_name = type_name;
  op.name = tensor(output.tensor).name;
  for (const Value& input : inputs) {
    op.inputs.push_back(input.tensor);
    op.input_views.push_back({input.shape, {}});
  }
  op.outputs.push_back(output.tensor);
  op.output_views.push_back({output.shape, {}});
  result_.operators.push_back(std::move(op));
  return result_.operators.back();
}

void Lowering::keep(const Operator& op) {
  Operator kept = op;
  kept.input_views.clear();
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    if (op.inputs[i] == no_tensor) {
      kept.input_views.emplace_back();
      continue;
    }
    const Value value = input(op, i);
    kept.inputs[i] = value.tensor;
    kept.input_views.push_back({value.shape, {}});
  }
  result_.operators.push_back(std::move(kept));
}

void Lowering::fold(TensorIndex alias, TensorIndex original) { at(alias_, alias) = original; }

const std::vector<const Operator*>& Lowering::readers(TensorIndex tensor) const {
  return at(readers_, tensor);
}

const Operator* Lowering::producer(TensorIndex tensor) const { return at(producer_, tensor); }

Network Lowering::take() {
  for (TensorIndex& output : result_.outputs) output = at(alias_, output);
  drop_unused_tensors(result_);
  return std::move(result_);
}

void drop_unused_tensors(Network& network) {
  std::vector<TensorIndex> number(network.tensors.size(), no_tensor);
  const auto mark = [&](const std::vector<TensorIndex>& used) {
    for (const TensorIndex index : used) {
      if (index != no_tensor) at(number, index) = 0;
    }
  };
  mark(network.inputs);
  mark(network.outputs);
  for (const Operator& op : network.operators) {
    mark(op.inputs);
    mark(op.outputs);
  }
  std::vector<Tensor> kept;
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    if (number[i] == no_tensor) continue;
    number[i] = static_cast<TensorIndex>(kept.size());
    kept.push_back(std::move(network.tensors[i]));
  }
  network.tensors = std::move(kept);
  const auto renumber = [&](std::vector<TensorIndex>& used) {
    for (TensorIndex& index : used) {
      if (index != no_tensor) index = at(number, index);
    }
  };
  renumber(network.inputs);
  renumber(network.outputs);
  for (Operator& op : network.operators) {
    renumber(op.inputs);
    renumber(op.outputs);
  }
}

}  // namespace spillway::xcore
