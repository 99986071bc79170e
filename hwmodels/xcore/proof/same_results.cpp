// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/proof/same_results.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/kernels/load_names.h"
#include "hwmodels/xcore/proof/arena_conflicts.h"
#include "hwmodels/xcore/proof/load_protocol.h"
#include "traces/tflite/offline_plan.h"
#include "traces/tflite/order.h"

namespace spillway::xcore::proof {
namespace {

bool may_move(const Operator& op) {
  return is_load(op.type_name) || op.type_name == load_wait_name;
}

/// Returns a sentence about an operator, other than a load or a wait, that has changed its place in
/// the order; empty = no such operator.
std::string moved_operator(const Network& original, const std::vector<std::int32_t>& order) {
  std::int32_t last = -1;
  for (const std::int32_t index : order) {
    const Operator& op = at(original.operators, index);
    if (may_move(op)) continue;
    if (index < last) return fmt::format("{} '{}' runs elsewhere", op.type_name, op.name);
    last = index;
  }
  return "";
}

/// Returns, per tensor, whether an operator writes the tensor.
std::vector<bool> written_tensors(const Network& network) {
  std::vector<bool> written(network.tensors.size());
  for (const Operator& op : network.operators) {
    for (const TensorIndex output : op.outputs) {
      if (output != no_tensor) written[static_cast<std::size_t>(output)] = true;
    }
  }
  return written;
}

/// Returns a sentence about an operator that reads a result before another operator writes it, or
/// about a tensor that is written twice; empty = none.
std::string early_read(const Network& network, const std::vector<const Operator*>& order) {
  const std::vector<bool> computed = written_tensors(network);
  std::vector<bool> there(network.tensors.size()), kept(network.tensors.size());
  for (const TensorIndex input : network.inputs) kept[static_cast<std::size_t>(input)] = true;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (network.tensors[i].kind == TensorKind::variable) kept[i] = true;
  }
  for (const Operator* op : order) {
    for (const TensorIndex input : op->inputs) {
      if (input == no_tensor || !at(computed, input)) continue;
      if (at(there, input) || at(kept, input)) continue;
      return fmt::format("{} '{}' reads '{}' before it is there", op->type_name, op->name,
                         at(network.tensors, input).name);
    }
    for (const TensorIndex output : op->outputs) {
      if (output == no_tensor) continue;
      if (at(there, output)) {
        return fmt::format("tensor '{}' is written twice", at(network.tensors, output).name);
      }
      there[static_cast<std::size_t>(output)] = true;
    }
  }
  return "";
}

/// Compares the memory plans of the two files: their headers, and the sets of tensors that have an
/// offset. The offsets themselves may differ. Returns the difference; empty = none.
std::string changed_header(const Network& original, const Network& emitted, const ArenaLayout& from,
                           const ArenaLayout& to) {
  constexpr std::size_t header_bytes = 12;
  const ByteView a = offline_plan_contents(original), b = offline_plan_contents(emitted);
  const std::size_t end = header_bytes + sizeof(std::int32_t) * from.offsets.size();
  const bool alike = a.size == b.size && a.size >= end &&
                     std::equal(a.data, a.data + header_bytes, b.data) &&
                     std::equal(a.data + end, a.data + a.size, b.data + end);
  if (!alike) return "its memory plan has another head or is for other tensors";
  for (std::size_t i = 0; i < from.offsets.size(); ++i) {
    if ((from.offsets[i] < 0) == (to.offsets[i] < 0)) continue;
    return fmt::format("tensor '{}' has an offset in one file only", original.tensors[i].name);
  }
  return "";
}

bool same_bytes(const Network& a, const Network& b) {
  return a.file != nullptr && b.file != nullptr && a.file->size() == b.file->size() &&
         std::equal(a.file->data(), a.file->data() + a.file->size(), b.file->data());
}

}  // namespace

std::string result_difference(const Network& original, const Network& emitted) {
  if (same_bytes(original, emitted)) return "";
  const OrderDifference found = order_difference(original, emitted);
  if (!found.why.empty()) return found.why;
  if (!has_order_of_file(original)) {
    return "the original runs an operator before what it reads is there";
  }
  ArenaLayout from{{}, *read_offline_plan(original)}, to{{}, *read_offline_plan(emitted)};
  for (const Operator& op : original.operators) from.order.push_back(&op);
  for (const std::int32_t index : found.order) to.order.push_back(&at(original.operators, index));
  std::string why = moved_operator(original, found.order);
  if (why.empty()) why = early_read(original, to.order);
  if (why.empty()) why = broken_load_rule(original, to.order);
  if (why.empty()) why = changed_header(original, emitted, from, to);
  if (why.empty()) why = arena_conflict(original, from, to);
  return why;
}

}  // namespace spillway::xcore::proof
