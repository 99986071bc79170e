// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/lower/changing_uses.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/binary_operations.h"
#include "hwmodels/ethosu/ops/constant_values.h"
#include "hwmodels/ethosu/ops/operands.h"

namespace spillway::ethosu {
namespace {

Operator& op_at(Network& network, std::int32_t index) { return at(network.operators, index); }

bool is_reshape(OpType type) {
  return is_one_of(type, {OpType::reshape, OpType::squeeze, OpType::expand_dims});
}

bool is_concatenation(OpType type) { return type == OpType::concatenation || type == OpType::pack; }

bool is_split(OpType type) {
  return is_one_of(
      type, {OpType::split, OpType::split_v, OpType::unpack, OpType::slice, OpType::strided_slice});
}

// Returns `shape` with ones in front, so that it has four dimensions as in Vela.
std::vector<std::int32_t> four_dimensions(const std::vector<std::int32_t>& shape) {
  std::vector<std::int32_t> result(4 - std::min<std::size_t>(4, shape.size()), 1);
  result.insert(result.end(), shape.begin(), shape.end());
  return result;
}

bool is_elementwise(OpType type) {
  return is_binary_operation(type) || type == OpType::squared_difference;
}

// A mean can read a part of a larger tensor only if the part has at most this number of rows.
constexpr std::int32_t tallest_sum = 64;

struct Part {
  TensorIndex tensor = no_tensor;  // output of the split
  OperandView view;                // the part of the split's input
};

bool has_view_of(const Operator& op, TensorIndex tensor) {
  for (std::size_t i = 0; i < op.input_views.size(); ++i) {
    if (op.inputs[i] == tensor && !op.input_views[i].shape.empty()) return true;
  }
  return false;
}

// Whether an operator can read `part` of a larger tensor instead of a copy of that part. The
// operator's first operation must see the part in the dimensions of the larger tensor, not in
// another shape. An elementwise operator can read parts as both operands. A multiplication never
// reads a part directly: it reads a copy of the part, as in the public sources of Vela. With these
// copies, a network with the layers of RNNoise reads 14,166 beats in a simulation of U55-128;
// RNNoise itself reads 14,165 beats on Arm's FVP.
bool reads_part(const Network& network, const Operator& op, const Part& read) {
  const OperandView& part = read.view;
  if (op.on_host || is_split(op.type) || is_reshape(op.type) || has_view_of(op, read.tensor) ||
      (!op.input_views.empty() && !is_elementwise(op.type))) {
    return false;
  }
  if (is_one_of(op.type,
                {OpType::softmax, OpType::transpose, OpType::arg_max, OpType::lstm, OpType::mul})) {
    return false;
  }
  if (op.type == OpType::fully_connected) {
    return four_dimensions(part.shape)[1] * four_dimensions(part.shape)[2] == 1;
  }
  if (op.type == OpType::mean) return part.shape.size() == 4 && part.shape[1] <= tallest_sum;
  return !is_elementwise(op.type) ||
         four_dimensions(at(network.tensors, op.outputs[0]).shape) == four_dimensions(part.shape);
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

// Removes a reshape: the preceding operator writes its result into the reshaped tensor, as the
// compiler does. This is possible only if no other operator reads the reshape's input. Returns
// whether the reshape was removed.
bool written_in_shape(Network& network, const TensorUses& uses, std::int32_t index) {
  Operator& reshape = op_at(network, index);
  const TensorIndex before = reshape.inputs[0];
  const TensorIndex after = reshape.outputs[0];
  const std::int32_t from = at(uses.producer, before);
  if (from < 0 || at(uses.writers, before) != 1 || !uses.only_consumer(before, index)) return false;
  Operator& producer = op_at(network, from);
  if (producer.on_host || producer.outputs.size() != 1) return false;
  if (producer.output_views.empty()) {
    set_view(producer.output_views, 1, 0, {at(network.tensors, before).shape, {}});
  }
  producer.outputs[0] = after;
  return true;
}

// Removes a reshape: the readers of the reshape's output read the reshape's input instead, in the
// new shape. Returns whether the reshape was removed. Vela keeps such a reshape as a copy within
// one memory, for which Vela counts no time. So the time does not depend on the removal.
bool read_in_shape(Network& network, const TensorUses& uses, const Operator& reshape) {
  const TensorIndex before = reshape.inputs[0];
  const TensorIndex after = reshape.outputs[0];
  if (at(uses.network_output, after) || has_offset(reshape.input_views, 0)) return false;
  const auto& readers = at(uses.consumers, after);
  const bool possible = std::all_of(readers.begin(), readers.end(), [&](std::int32_t reader) {
    const Operator& op = op_at(network, reader);
    return !op.on_host && !is_split(op.type) && !has_view_of(op, after);
  });
  if (!possible) return false;
  const OperandView view{at(network.tensors, after).shape, {}};
  for (const std::int32_t reader : readers) read_instead(network, reader, after, before, view);
  return true;
}

// Removes a reshape whose input is written in parts by several operators and whose output is an
// output of the network: after the removal, the operators write their parts directly into the
// network's output. Returns whether the reshape was removed.
bool written_as_output(Network& network, const TensorUses& uses, std::int32_t index) {
  const Operator reshape = op_at(network, index);
  const TensorIndex before = reshape.inputs[0];
  const TensorIndex after = reshape.outputs[0];
  if (at(uses.writers, before) < 2 || !uses.only_consumer(before, index) ||
      !at(uses.network_output, after) || !at(uses.consumers, after).empty()) {
    return false;
  }
  for (Operator& op : network.operators) {
    if (&op != &op_at(network, index)) {
      std::replace(op.outputs.begin(), op.outputs.end(), before, after);
    }
  }
  at(network.tensors, after).shape = at(network.tensors, before).shape;
  return true;
}

bool remove_reshape(Network& network, const TensorUses& uses, std::int32_t index) {
  if (written_as_output(network, uses, index)) return true;
  if (written_in_shape(network, uses, index)) return true;
  return read_in_shape(network, uses, Operator(op_at(network, index)));
}

// Returns the first element of a slice in each dimension. A negative start counts from the end. A
// dimension whose bit in `begin_mask` is set begins at 0.
std::vector<std::int32_t> slice_begin(const Network& network, const Operator& op,
                                      const Tensor& whole) {
  std::vector<std::int32_t> begin = constant_values(at(network.tensors, op.inputs[1]));
  begin.resize(whole.shape.size());
  for (std::size_t i = 0; i < begin.size(); ++i) {
    if (begin[i] < 0) begin[i] += whole.shape[i];
    if ((op.begin_mask >> i & 1) != 0) begin[i] = 0;
  }
  return begin;
}

// Returns the shape of a slice with the number of dimensions of `whole`. `part` is the shape of the
// slice operator's result. Dimensions that a strided slice has removed get the extent 1; dimensions
// that a strided slice has added are left out.
std::vector<std::int32_t> slice_shape(const Operator& op, const Tensor& whole,
                                      const std::vector<std::int32_t>& part) {
  std::vector<std::int32_t> shape;
  std::size_t next = 0;
  for (std::size_t i = 0; i < whole.shape.size(); ++i) {
    while (next < part.size() && (op.new_axis_mask >> next & 1) != 0) ++next;
    const bool taken_out = (op.shrink_axis_mask >> i & 1) != 0 || next >= part.size();
    shape.push_back(taken_out ? 1 : part[next++]);
  }
  return shape;
}

std::vector<std::int32_t> zeros(const Tensor& tensor) {
  return std::vector<std::int32_t>(tensor.shape.size(), 0);
}

std::size_t axis_of(const Operator& op, const Tensor& whole) {
  const auto rank = static_cast<std::int32_t>(whole.shape.size());
  return static_cast<std::size_t>(op.axis < 0 ? op.axis + rank : op.axis);
}

// Returns the parts into which an operator splits its input `whole`. The shapes of the parts are
// computed from the operator, because its output tensors can already have the shape of a later
// reshape.
std::vector<Part> parts_of(Network& network, const Operator& op, const Tensor& whole) {
  std::vector<Part> parts;
  if (op.type == OpType::slice || op.type == OpType::strided_slice) {
    const std::vector<std::int32_t> shape = slice_shape(op, whole, output_shape(network, op, 0));
    return {{op.outputs[0], {shape, slice_begin(network, op, whole)}}};
  }
  const std::size_t axis = axis_of(op, whole);
  std::vector<std::int32_t> offset = zeros(whole);
  for (std::size_t i = 0; i < op.outputs.size(); ++i) {
    const TensorIndex output = op.outputs[i];
    std::vector<std::int32_t> shape = output_shape(network, op, i);
    if (op.type == OpType::unpack) {
      shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    }
    parts.push_back({output, {shape, offset}});
    offset[axis] += shape[axis];
  }
  return parts;
}

// Whether all readers of `part` can read it directly from the split tensor. For this, the part's
// tensor must have the same four dimensions as the part's view.
bool all_read_parts(Network& network, const TensorUses& uses, const Part& part) {
  if (at(uses.network_output, part.tensor)) return false;
  const auto& readers = at(uses.consumers, part.tensor);
  if (readers.empty() ||
      four_dimensions(at(network.tensors, part.tensor).shape) != four_dimensions(part.view.shape)) {
    return false;
  }
  return std::all_of(readers.begin(), readers.end(), [&](std::int32_t reader) {
    return reads_part(network, op_at(network, reader), part);
  });
}

// Returns the operator without operands, as a small template for the copies that replace a
// concatenation. If each of these copies had all operands, memory would grow with the square of the
// number of operands.
Operator without_operands(Operator op) {
  op.inputs = {};
  op.outputs = {};
  op.input_views = {};
  op.output_views = {};
  return op;
}

Operator copy_of(const Operator& bare, TensorIndex from, TensorIndex to) {
  Operator copy = bare;
  copy.inputs = {from};
  copy.outputs = {to};
  copy.activation = Activation::none;
  return copy;
}

Operator clamp_behind(const Operator& op, TensorIndex from) {
  Operator clamp = op;
  clamp.type = OpType::relu;
  clamp.inputs = {from};
  return clamp;
}

std::vector<Operator> split_copies(Network& network, const TensorUses& uses, const Operator& op) {
  const std::size_t data = op.type == OpType::split && op.inputs.size() > 1 ? 1 : 0;
  const TensorIndex whole = op.inputs[data];
  const Operator bare = without_operands(op);
  std::vector<Operator> copies;
  for (const Part& part : parts_of(network, op, at(network.tensors, whole))) {
    if (op.input_views.empty() && all_read_parts(network, uses, part)) {
      for (const std::int32_t reader : at(uses.consumers, part.tensor)) {
        read_instead(network, reader, part.tensor, whole, part.view);
      }
      continue;
    }
    Operator copy = copy_of(bare, whole, part.tensor);
    copy.name += "_avgpool";
    copy.input_views = {part.view};
    copy.output_views = {{part.view.shape, {}}};
    copies.push_back(std::move(copy));
  }
  return copies;
}

// Returns one copy per operand of a concatenation. Each copy writes an operand to the operand's
// place in the result. If the concatenation has an activation, the activation becomes an operator
// after these copies.
std::vector<Operator> concatenation_copies(Network& network, std::int32_t index) {
  const Operator op = op_at(network, index);
  TensorIndex whole = op.outputs[0];
  if (op.activation != Activation::none) {
    const Tensor plain = at(network.tensors, whole);
    whole = static_cast<TensorIndex>(network.tensors.size());
    network.tensors.push_back(plain);
    network.tensors.back().name += "_act_intermediate";
  }
  const std::size_t axis = axis_of(op, at(network.tensors, whole));
  std::vector<std::int32_t> offset = zeros(at(network.tensors, whole));
  const Operator bare = without_operands(op);
  std::vector<Operator> copies;
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    OperandView view{at(network.tensors, op.inputs[i]).shape, {}};
    if (op.inputs.size() > 1) view.offset = offset;  // a single operand fills the output: no offset
    if (op.type == OpType::pack) {
      view.shape.insert(view.shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    }
    offset[axis] += view.shape[axis];
    Operator copy = copy_of(bare, op.inputs[i], whole);
    copy.name += std::to_string(i) + "_avgpool";
    copy.output_views = {std::move(view)};
    copies.push_back(std::move(copy));
  }
  if (op.activation != Activation::none) copies.push_back(clamp_behind(op, whole));
  return copies;
}

// Replaces every NPU operator whose type satisfies `match` by the operators that `replace` returns
// for its index. The order of the operators stays.
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
  ChangingUses uses(network);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    Operator& op = network.operators[i];
    if (op.on_host || !is_reshape(op.type)) continue;
    const auto index = static_cast<std::int32_t>(i);
    const std::vector<Operands> before = uses.around(network, index);
    if (!remove_reshape(network, uses.now(), index)) continue;
    op.outputs.clear();
    uses.update(network, before);
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
  replace_operators(network, is_concatenation,
                    [&](std::int32_t index) { return concatenation_copies(network, index); });
}

}  // namespace spillway::ethosu
