// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/constant_values.h"
#include "hwmodels/ethosu/ops/operands.h"

namespace spillway::ethosu {
namespace {

Tensor& tensor_at(Network& network, TensorIndex index) { return at(network.tensors, index); }

Operator& op_at(Network& network, std::int32_t index) { return at(network.operators, index); }

bool is_reshape(OpType type) {
  return type == OpType::reshape || type == OpType::squeeze || type == OpType::expand_dims;
}

bool is_concatenation(OpType type) { return type == OpType::concatenation || type == OpType::pack; }

bool is_split(OpType type) {
  return type == OpType::split || type == OpType::split_v || type == OpType::unpack ||
         type == OpType::slice || type == OpType::strided_slice;
}

// Operators that address their operands row by row, so that a part of a tensor will do.
bool addresses_parts(const Operator& op) {
  return !op.on_host && !is_concatenation(op.type) && !is_split(op.type) && !is_reshape(op.type) &&
         op.type != OpType::fully_connected && op.type != OpType::softmax;
}

void set_view(std::vector<OperandView>& views, std::size_t operands, std::size_t index,
              OperandView view) {
  views.resize(operands);
  views[index] = std::move(view);
}

bool has_offset(const std::vector<OperandView>& views, std::size_t index) {
  return index < views.size() && !views[index].offset.empty();
}

void read_instead(Network& network, std::int32_t reader, TensorIndex old, TensorIndex now,
                  const OperandView& view) {
  Operator& op = op_at(network, reader);
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    if (op.inputs[i] != old) continue;
    op.inputs[i] = now;
    set_view(op.input_views, op.inputs.size(), i, view);
  }
}

bool remove_reshape(Network& network, std::int32_t index) {
  const TensorUses uses = tensor_uses(network);
  Operator& reshape = op_at(network, index);
  const TensorIndex before = reshape.inputs[0];
  const TensorIndex after = reshape.outputs[0];
  if (has_offset(reshape.input_views, 0)) return false;
  if (!at(uses.network_output, after)) {
    const OperandView view{tensor_at(network, after).shape, {}};
    for (const std::int32_t reader : at(uses.consumers, after)) {
      read_instead(network, reader, after, before, view);
    }
    return true;
  }
  const std::int32_t from = at(uses.producer, before);
  if (from < 0 || !uses.only_consumer(before, index)) return false;
  Operator& producer = op_at(network, from);
  if (producer.outputs.size() != 1) return false;
  set_view(producer.output_views, 1, 0, {tensor_at(network, before).shape, {}});
  producer.outputs[0] = after;
  return true;
}

struct Part {
  TensorIndex tensor = no_tensor;  // output of the split
  OperandView view;                // of its input
};

std::vector<std::int32_t> zeros(const Tensor& tensor) {
  return std::vector<std::int32_t>(tensor.shape.size(), 0);
}

std::size_t axis_of(const Operator& op, const Tensor& whole) {
  const auto rank = static_cast<std::int32_t>(whole.shape.size());
  return static_cast<std::size_t>(op.axis < 0 ? op.axis + rank : op.axis);
}

std::vector<Part> parts_of(Network& network, const Operator& op, const Tensor& whole) {
  std::vector<Part> parts;
  if (op.type == OpType::slice || op.type == OpType::strided_slice) {
    const Tensor& part = tensor_at(network, op.outputs[0]);
    std::vector<std::int32_t> begin = constant_values(tensor_at(network, op.inputs[1]));
    begin.resize(whole.shape.size());
    // Negative starts count from the end.
    for (std::size_t i = 0; i < begin.size(); ++i) {
      if (begin[i] < 0) begin[i] += whole.shape[i];
    }
    return {{op.outputs[0], {part.shape, begin}}};
  }
  const std::size_t axis = axis_of(op, whole);
  std::vector<std::int32_t> offset = zeros(whole);
  for (const TensorIndex output : op.outputs) {
    const Tensor& part = tensor_at(network, output);
    parts.push_back({output, {part.shape, offset}});
    offset[axis] += op.type == OpType::unpack ? 1 : part.shape[axis];
  }
  return parts;
}

bool all_read_parts(Network& network, const TensorUses& uses, TensorIndex tensor) {
  if (at(uses.network_output, tensor)) return false;
  const auto& readers = at(uses.consumers, tensor);
  return std::all_of(readers.begin(), readers.end(), [&](std::int32_t reader) {
    const Operator& op = op_at(network, reader);
    return addresses_parts(op) && op.input_views.empty();
  });
}

Operator copy_of(const Operator& op, TensorIndex from, TensorIndex to) {
  Operator copy = op;
  copy.inputs = {from};
  copy.outputs = {to};
  copy.input_views.clear();
  copy.output_views.clear();
  return copy;
}

std::vector<Operator> split_copies(Network& network, const TensorUses& uses, const Operator& op) {
  const std::size_t data = op.type == OpType::split ? 1 : 0;
  const TensorIndex whole = op.inputs[data];
  std::vector<Operator> copies;
  for (const Part& part : parts_of(network, op, tensor_at(network, whole))) {
    if (op.input_views.empty() && all_read_parts(network, uses, part.tensor)) {
      for (const std::int32_t reader : at(uses.consumers, part.tensor)) {
        read_instead(network, reader, part.tensor, whole, part.view);
      }
      continue;
    }
    Operator copy = copy_of(op, whole, part.tensor);
    copy.input_views = {part.view};
    copies.push_back(std::move(copy));
  }
  return copies;
}

bool writes_part(Network& network, const TensorUses& uses, std::int32_t concatenation,
                 TensorIndex tensor) {
  const std::int32_t from = at(uses.producer, tensor);
  if (from < 0 || !uses.only_consumer(tensor, concatenation)) return false;
  const Operator& producer = op_at(network, from);
  return addresses_parts(producer) && producer.outputs.size() == 1 && producer.output_views.empty();
}

std::vector<Operator> concatenation_copies(Network& network, const TensorUses& uses,
                                           std::int32_t index) {
  const Operator op = op_at(network, index);
  const TensorIndex whole = op.outputs[0];
  const std::size_t axis = axis_of(op, tensor_at(network, whole));
  std::vector<std::int32_t> offset = zeros(tensor_at(network, whole));
  std::vector<Operator> copies;
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    const TensorIndex input = op.inputs[i];
    OperandView view{tensor_at(network, input).shape, offset};
    if (op.type == OpType::pack) {
      view.shape.insert(view.shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    }
    offset[axis] += view.shape[axis];
    if (op.input_views.empty() && writes_part(network, uses, index, input)) {
      Operator& producer = op_at(network, at(uses.producer, input));
      producer.outputs[0] = whole;
      producer.output_views = {std::move(view)};
      continue;
    }
    Operator copy = copy_of(op, input, whole);
    if (i < op.input_views.size()) copy.input_views = {op.input_views[i]};
    copy.output_views = {std::move(view)};
    copies.push_back(std::move(copy));
  }
  return copies;
}

// Replaces every operator that `replacements` has an answer for, keeping the order.
template <typename Match, typename Replace>
void replace_operators(Network& network, Match&& match, Replace&& replace) {
  std::vector<std::vector<Operator>> replacements(network.operators.size());
  std::vector<bool> replaced(network.operators.size(), false);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    if (op.on_host || !match(op.type)) continue;
    replacements[i] = replace(static_cast<std::int32_t>(i));
    replaced[i] = true;
  }
  std::vector<Operator> kept;
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    if (!replaced[i]) kept.push_back(std::move(network.operators[i]));
    for (Operator& copy : replacements[i]) kept.push_back(std::move(copy));
  }
  network.operators = std::move(kept);
}

}  // namespace

void remove_reshapes(Network& network) {
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    Operator& op = network.operators[i];
    if (op.on_host || !is_reshape(op.type)) continue;
    const auto index = static_cast<std::int32_t>(i);
    if (remove_reshape(network, index)) op.outputs.clear();
  }
  drop_removed(network);
}

void remove_splits(Network& network) {
  const TensorUses uses = tensor_uses(network);
  replace_operators(network, is_split, [&](std::int32_t index) {
    return split_copies(network, uses, Operator(op_at(network, index)));
  });
}

void remove_concatenations(Network& network) {
  const TensorUses uses = tensor_uses(network);
  replace_operators(network, is_concatenation,
                    [&](std::int32_t index) { return concatenation_copies(network, uses, index); });
}

}  // namespace spillway::ethosu
