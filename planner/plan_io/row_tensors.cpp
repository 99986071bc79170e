// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/row_tensors.h"

#include <set>

#include <fmt/format.h>

#include "base/index.h"

namespace spillway {
namespace {

std::map<std::string, TensorIndex> indices_by_name(const Network& network) {
  std::map<std::string, TensorIndex> names;
  for (std::size_t t = 0; t < network.tensors.size(); ++t) {
    names.emplace(network.tensors[t].name, static_cast<TensorIndex>(t));
  }
  return names;
}

std::vector<bool> used_tensors(const Network& network) {
  std::vector<bool> used(network.tensors.size(), false);
  const auto mark = [&](const std::vector<TensorIndex>& tensors) {
    for (const TensorIndex tensor : tensors) {
      if (tensor != no_tensor) at(used, tensor) = true;
    }
  };
  mark(network.inputs);
  mark(network.outputs);
  for (const Operator& op : network.operators) {
    mark(op.inputs);
    mark(op.outputs);
  }
  return used;
}

/// Whether lowering may remove an operator of this type that has one feature map as input, so that
/// the operator's result is stored in the bytes of this map.
bool may_vanish(OpType type) {
  static const std::set<OpType> types = {
      OpType::reshape,      OpType::squeeze,  OpType::expand_dims, OpType::transpose,
      OpType::cast,         OpType::quantize, OpType::relu,        OpType::relu6,
      OpType::relu_n1_to_1, OpType::logistic, OpType::relu_0_to_1, OpType::tanh,
      OpType::hard_swish,   OpType::abs,      OpType::leaky_relu};
  return types.count(type) > 0;
}

std::string without_number(const std::string& row) { return row.substr(0, row.rfind('#')); }

}  // namespace

RowTensors::RowTensors(const Network& plain, const Network& lowered)
    : plain_(plain),
      in_plain_(indices_by_name(plain)),
      in_lowered_(indices_by_name(lowered)),
      used_(used_tensors(lowered)) {
  for (const Operator& op : plain.operators) {
    if (!may_vanish(op.type) || op.inputs.empty() || op.outputs.empty()) continue;
    const Tensor& input = at(plain.tensors, op.inputs.front());
    const Tensor& output = at(plain.tensors, op.outputs.front());
    if (input.bytes != output.bytes) continue;
    same_bytes_[input.name].push_back(output.name);
    same_bytes_[output.name].push_back(input.name);
  }
}

RowTensors::Meaning RowTensors::meaning_of(const std::string& row,
                                           const SourceLocation& where) const {
  for (const std::string& name : {row, without_number(row)}) {
    const auto lowered = in_lowered_.find(name);
    if (lowered != in_lowered_.end() && at(used_, lowered->second)) return {lowered->second, false};
    if (lowered == in_lowered_.end() && in_plain_.count(name) == 0) continue;
    std::set<std::string> seen = {name};
    std::vector<std::string> next = {name};
    for (std::size_t i = 0; i < next.size(); ++i) {
      const auto others = same_bytes_.find(next[i]);
      if (others == same_bytes_.end()) continue;
      for (const std::string& other : others->second) {
        const auto found = in_lowered_.find(other);
        if (found != in_lowered_.end() && at(used_, found->second)) return {found->second, true};
        if (seen.insert(other).second) next.push_back(other);
      }
    }
    return {no_tensor, true};
  }
  std::vector<std::string> candidates;
  for (const auto& [name, tensor] : in_lowered_) candidates.push_back(name);
  const std::string near = nearest_name(row, candidates);
  throw input_error(where, "the network has no tensor '{}'{}", row,
                    near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

std::optional<Bytes> RowTensors::framework_bytes(const std::string& row) const {
  for (const std::string& name : {row, without_number(row)}) {
    const auto found = in_plain_.find(name);
    if (found != in_plain_.end()) return at(plain_.tensors, found->second).bytes;
  }
  return std::nullopt;
}

}  // namespace spillway
