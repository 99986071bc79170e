// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/whole_plan.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

std::string flow_text(const WeightFlow& flow) {
  std::string text = fmt::format("{}=", flow.op);
  for (const WeightFlowSlice& slice : flow.slices) {
    text += fmt::format("{}{}:{}+{}@{}", text.back() == '=' ? "" : ";", slice.first_channel,
                        slice.weights, slice.scales,
                        slice.kept() ? "kept" : std::to_string(slice.fetch_at));
  }
  return text;
}

void append(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : " ") + item;
}

class WholePlanWriter {
 public:
  WholePlanWriter(const Plan& plan, const Network& network)
      : plan_(plan), network_(network), rows_(plan.residencies.size()) {
    name_rows();
    for (const Copy& copy : plan.copies) at(copies_, copy.to) = &copy;
    for (const WeightFlow& flow : plan.weights) add_flow(flow);
    for (std::size_t i = 0; i < plan.cascades.size(); ++i) add_cascade(i);
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
      add_block(static_cast<std::int32_t>(i));
    }
  }

  std::string write() const {
    std::string csv =
        "id,lower,upper,size,offset,tensor,memory,kind,inside,shared_until,copied_from,copy_after,"
        "copy_before,flows,serves,cascade,format,block\n";
    for (std::size_t i = 0; i < rows_.size(); ++i) csv += line(i);
    for (const TensorIndex tensor : plan_.outside) csv += outside_line(tensor);
    return csv;
  }

 private:
  struct Row {
    std::string id;
    std::string flows;
    std::string serves;
    std::string cascade;
    std::string blocks;
  };

  void name_rows() {
    std::map<std::string, int> uses;
    std::map<std::string, int> buffers;
    int made_up = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Residency& residency = plan_.residencies[i];
      if (residency.kind == ResidencyKind::made_up) {
        const int use = ++made_up;
        rows_[i].id = use == 1 ? "#made-up" : fmt::format("#made-up{}", use);
        continue;
      }
      if (is_buffer_of_made_up(residency)) {
        rows_[i].id = fmt::format("{}{}", buffer_of_made_up, ++buffers[""]);
        continue;
      }
      const std::string& name = at(network_.tensors, residency.tensor).name;
      if (residency.kind == ResidencyKind::weight_buffer) {
        rows_[i].id = fmt::format("{}#buffer{}", name, ++buffers[name]);
        continue;
      }
      const int use = ++uses[name];
      rows_[i].id = use == 1 ? name : fmt::format("{}#{}", name, use);
    }
    copies_.assign(rows_.size(), nullptr);
  }

  /// Returns the row of the first residency of `tensor`; null if the tensor has no residency.
  Row* row_of(TensorIndex tensor) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Residency& residency = plan_.residencies[i];
      if (residency.tensor == tensor && residency.kind == ResidencyKind::tensor) return &rows_[i];
    }
    return nullptr;
  }

  void add_flow(const WeightFlow& flow) {
    for (const TensorIndex input : at(network_.operators, flow.op).inputs) {
      if (input == no_tensor || at(network_.tensors, input).kind != TensorKind::weight) continue;
      if (Row* row = row_of(input)) append(row->flows, flow_text(flow));
      break;
    }
    // Weights that are not a tensor of the network have no row of their own, so the row of their
    // first buffer gets the flow.
    const bool made_up =
        !flow.in_place() && is_buffer_of_made_up(at(plan_.residencies, flow.buffers.front()));
    if (made_up) append(at(rows_, flow.buffers.front()).flows, flow_text(flow));
    const int number = flows_of_op_[flow.op]++;
    const std::string name =
        number == 0 ? std::to_string(flow.op) : fmt::format("{}.{}", flow.op, number + 1);
    for (std::size_t slot = 0; slot < flow.buffers.size(); ++slot) {
      append(at(rows_, flow.buffers[slot]).serves, fmt::format("{}/{}", name, slot));
    }
  }

  void add_cascade(std::size_t index) {
    const Cascade& cascade = plan_.cascades[index];
    for (std::size_t i = 0; i < cascade.stripe_heights.size(); ++i) {
      const Operator& op = at(network_.operators, cascade.first_op + static_cast<std::int32_t>(i));
      if (Row* row = row_of(op.outputs.front())) {
        row->cascade = fmt::format("{}:{}", index, cascade.stripe_heights[i]);
      }
    }
  }

  void add_block(std::int32_t index) {
    const Operator& op = at(network_.operators, index);
    if (!op.block) return;
    const TensorIndex output = op.outputs.front();
    Row* row = row_of(output);
    append(row != nullptr ? row->blocks : outside_blocks_[output], block_text(index, *op.block));
  }

  std::string line(std::size_t i) const {
    const Residency& residency = plan_.residencies[i];
    const Row& row = rows_[i];
    const Copy* copy = copies_[i];
    const bool tensor = residency.tensor != no_tensor;
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", text_cell(row.id),
        residency.lower, residency.upper, residency.size, residency.offset,
        tensor ? std::to_string(residency.tensor) : "",
        text_cell(at(plan_.memories, residency.memory).name),
        residency_kind_name(residency, network_),
        residency.inside < 0 ? "" : text_cell(at(rows_, residency.inside).id),
        residency.shared_until <= residency.lower ? "" : std::to_string(residency.shared_until),
        copy == nullptr ? "" : text_cell(at(rows_, copy->from).id),
        copy == nullptr ? "" : std::to_string(copy->earliest),
        copy == nullptr ? "" : std::to_string(copy->latest), row.flows, row.serves, row.cascade,
        format_of(residency), row.blocks);
  }

  const char* format_of(const Residency& residency) const {
    if (residency.kind != ResidencyKind::tensor) return "";
    const Tensor& tensor = at(network_.tensors, residency.tensor);
    if (tensor.kind != TensorKind::activation) return "";
    return tensor.layout == TensorLayout::nhcwb16 ? "nhcwb16" : "nhwc";
  }

  std::string outside_line(TensorIndex index) const {
    const Tensor& tensor = at(network_.tensors, index);
    const std::size_t end = network_.operators.size() + 1;
    const auto blocks = outside_blocks_.find(index);
    return fmt::format("{},0,{},{},,{},outside,{},,,,,,,,,,{}\n", text_cell(tensor.name), end,
                       tensor.bytes, index, tensor_kind_name(tensor.kind),
                       blocks != outside_blocks_.end() ? blocks->second : "");
  }

  const Plan& plan_;
  const Network& network_;
  std::vector<Row> rows_;            // one row per residency
  std::vector<const Copy*> copies_;  // per residency, the copy that fills it; null = none
  /// For each operator output that the application owns, so that the plan does not place it: the
  /// blocks of its operator, as text.
  std::map<TensorIndex, std::string> outside_blocks_;
  std::map<std::int32_t, int> flows_of_op_;  // number of weight flows written, by operator
};

}  // namespace

std::string write_plan_csv(const Plan& plan, const Network& network) {
  return WholePlanWriter(plan, network).write();
}

}  // namespace spillway
