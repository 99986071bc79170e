// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/order.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "traces/tflite/file.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

using flatbuffers::uoffset_t;

/// A range of byte offsets in which two files may differ.
struct ByteRange {
  std::size_t begin = 0, end = 0;

  bool contains(std::size_t position) const { return position >= begin && position < end; }
  bool operator==(const ByteRange& other) const { return begin == other.begin && end == other.end; }
};

class OrderedFile {
 public:
  explicit OrderedFile(const Network& network)
      : bytes_(bytes_of(network)), file_(bytes_, source_of(network)) {}

  ByteView bytes() const { return bytes_; }

  const flatbuffers::Vector<flatbuffers::Offset<tflite::Operator>>* operators() const {
    return file_.model().subgraphs()->Get(0)->operators();
  }

  bool has_one_subgraph() const { return size_or_zero(file_.model().subgraphs()) == 1; }

  std::size_t position(const void* part) const {
    return static_cast<std::size_t>(static_cast<const std::uint8_t*>(part) - bytes_.data);
  }

  std::size_t position_of(std::size_t op) const {
    return position(operators()->Get(static_cast<uoffset_t>(op)));
  }

  std::size_t count() const { return size_or_zero(operators()); }

  ByteRange list_of_operators() const {
    if (count() == 0) return {};
    const std::size_t begin = position(operators()->Data());
    return {begin, begin + count() * sizeof(uoffset_t)};
  }

  /// Returns the position of the offline plan in the file; of several plans, that of the last one,
  /// which the runtime uses. Returns nullopt if there is no plan, or if a tensor or other metadata
  /// share the plan's bytes.
  std::optional<ByteRange> offline_plan() const {
    const tflite::Metadata* found = nullptr;
    std::map<std::uint32_t, int> users = users_of_buffers();
    for (std::uint32_t i = 0; i < size_or_zero(file_.model().metadata()); ++i) {
      const tflite::Metadata* const entry = file_.model().metadata()->Get(i);
      ++users[entry->buffer()];
      if (entry->name() != nullptr && entry->name()->str() == offline_plan_name) found = entry;
    }
    if (found == nullptr || users[found->buffer()] > 1) return std::nullopt;
    const ByteView data = file_.buffer(found->buffer(), offline_plan_name);
    if (data.empty()) return std::nullopt;
    const std::size_t begin = position(data.data);
    return ByteRange{begin, begin + data.size};
  }

 private:
  static ByteView bytes_of(const Network& network) {
    if (network.file == nullptr) return {};
    return {network.file->data(), network.file->size()};
  }
  static std::string source_of(const Network& network) { return network.source; }

  std::map<std::uint32_t, int> users_of_buffers() const {
    std::map<std::uint32_t, int> users;
    for (const tflite::SubGraph* graph : *file_.model().subgraphs()) {
      for (std::uint32_t i = 0; i < size_or_zero(graph->tensors()); ++i) {
        ++users[graph->tensors()->Get(i)->buffer()];
      }
    }
    return users;
  }

  ByteView bytes_;
  TfliteFile file_;
};

/// Returns a description of the byte at offset `position`, in which the files differ: the operator
/// whose custom options contain the byte or, if no operator does, the offset itself.
std::string describe_byte(const OrderedFile& file, const Network& network, std::size_t position) {
  const std::size_t known = has_order_of_file(network) ? file.count() : 0;
  for (std::size_t i = 0; i < known; ++i) {
    const Operator& op = at(network.operators, i);
    const std::size_t begin = op.options.empty() ? 0 : file.position(op.options.data);
    if (op.options.empty() || position < begin || position >= begin + op.options.size) continue;
    return fmt::format("operator {} '{}' ({}) has other options", i, op.name, op.type_name);
  }
  return fmt::format("byte {} of the file is neither order nor memory plan, and differs", position);
}

std::string other_difference(const OrderedFile& first, const OrderedFile& second,
                             const Network& network) {
  if (!first.has_one_subgraph() || !second.has_one_subgraph()) return "it has several subgraphs";
  const ByteView a = first.bytes(), b = second.bytes();
  if (a.size != b.size) return fmt::format("it has {} bytes, the original {}", b.size, a.size);
  const ByteRange list = first.list_of_operators();
  const auto plan = first.offline_plan();
  if (!plan) return "the original has no memory plan of its own";
  for (std::size_t i = 0; i < a.size; ++i) {
    if (a.data[i] == b.data[i] || list.contains(i) || plan->contains(i)) continue;
    return describe_byte(first, network, i);
  }
  const bool alike = second.list_of_operators() == list && second.offline_plan() == plan;
  return alike ? "" : "its lists of operators and offsets lie elsewhere";
}

}  // namespace

OrderDifference order_difference(const Network& first, const Network& second) {
  const OrderedFile a(first), b(second);
  OrderDifference result;
  result.why = other_difference(a, b, first);
  if (!result.why.empty()) return result;
  // For each offset of an operator table in the file: the operators of `first` that use this table.
  // Equal operators may share a table. The lists are in descending order, so that pop_back() takes
  // the first operator.
  std::map<std::size_t, std::vector<std::int32_t>> tables;
  for (std::size_t i = a.count(); i-- > 0;) {
    tables[a.position_of(i)].push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; i < b.count(); ++i) {
    const auto table = tables.find(b.position_of(i));
    if (table == tables.end() || table->second.empty()) {
      result.why = fmt::format("its operator {} is none of the original's, or stands twice", i);
      return result;
    }
    result.order.push_back(table->second.back());
    table->second.pop_back();
  }
  return result;
}

bool has_order_of_file(const Network& network) {
  const OrderedFile file(network);
  if (file.count() != network.operators.size()) return false;
  for (std::size_t i = 0; i < file.count(); ++i) {
    const tflite::Operator& op = *file.operators()->Get(static_cast<uoffset_t>(i));
    const auto alike = [](const flatbuffers::Vector<std::int32_t>* listed,
                          const std::vector<TensorIndex>& known) {
      return size_or_zero(listed) == known.size() &&
             (known.empty() || std::equal(known.begin(), known.end(), listed->begin()));
    };
    const Operator& known = network.operators[i];
    if (!alike(op.outputs(), known.outputs) || !alike(op.inputs(), known.inputs)) return false;
  }
  return true;
}

}  // namespace spillway
