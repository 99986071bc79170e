// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/peaks/tinyengine_workspace.h"
#include "report/plan_tables.h"

namespace spillway {
namespace {

constexpr Bytes scale_bytes = 4;  // bytes of a scale: TinyEngine has one float per output channel

struct ScheduleRow {
  std::string name;
  Bytes activation = 0;
  Bytes runtime = 0;
  Bytes trainable = 0;
  Bytes weight = 0;
  Bytes bias = 0;
  Bytes scale = 0;
  std::int64_t macs = 0;

  Bytes sram() const { return activation + runtime + trainable; }
  Bytes flash() const { return weight + bias + scale; }
};

Bytes output_channels(const Network& network, const Operator& op) {
  if (op.outputs.empty() || op.outputs[0] == no_tensor) {
    return 0;
  }
  const auto& shape = at(network.tensors, op.outputs[0]).shape;
  return shape.empty() ? 1 : shape.back();
}

ScheduleRow make_row(const Network& network, const Operator& op) {
  ScheduleRow row;
  row.name = op.type_name;
  row.macs = op.macs;
  std::set<TensorIndex> operands(op.inputs.begin(), op.inputs.end());
  operands.insert(op.outputs.begin(), op.outputs.end());
  operands.erase(no_tensor);
  for (const TensorIndex index : operands) {
    const Tensor& tensor = at(network.tensors, index);
    switch (tensor.kind) {
      case TensorKind::activation:
        row.activation += tensor.bytes;
        break;
      case TensorKind::variable:
        row.trainable += tensor.bytes;
        break;
      case TensorKind::scratch:
      case TensorKind::operator_data:
        row.runtime += tensor.bytes;
        break;
      case TensorKind::bias:
        row.bias += tensor.bytes;
        break;
      case TensorKind::weight:
        row.scale = output_channels(network, op) * scale_bytes;
        row.weight += tensor.bytes;
        break;
      case TensorKind::constant:
        row.weight += tensor.bytes;
        break;
    }
  }
  const KernelWorkspace workspace = tinyengine_workspace(network, op);
  row.runtime +=
      workspace.kernel + (workspace.works_in_place ? workspace.im2col_in_place : workspace.im2col);
  return row;
}

/// Returns a cell with the number `value`, followed by the percentage of `value` in `whole`.
PrintedCell share(std::int64_t value, std::int64_t whole) {
  const double percent =
      whole > 0 ? 100.0 * static_cast<double>(value) / static_cast<double>(whole) : 0;
  return {with_thousands(value), fmt::format(" ({:.1f}%)", percent)};
}

PrintedTable table_of(const std::string& name, const std::vector<std::string>& figures) {
  PrintedTable table{name, ""};
  table.columns = {number_column("number").shown_as("#"),
                   text_column("operator").shortened_if_narrow()};
  for (const std::string& figure : figures) table.columns.push_back(number_column(figure));
  table.outlined = true;
  return table;
}

PrintedTable with_shares(const std::vector<ScheduleRow>& rows, Bytes most_sram, Bytes all_flash,
                         std::int64_t all_macs) {
  PrintedTable table = table_of("schedule", {"activation", "runtime", "trainable", "SRAM sum",
                                             "weight", "bias", "scale", "flash sum", "MACs"});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ScheduleRow& row = rows[i];
    table.add({std::to_string(i), row.name, share(row.activation, most_sram),
               share(row.runtime, most_sram), share(row.trainable, most_sram),
               share(row.sram(), most_sram), share(row.weight, all_flash),
               share(row.bias, all_flash), share(row.scale, all_flash),
               share(row.flash(), all_flash), share(row.macs, all_macs)});
  }
  return table;
}

Printout in_two_tables(const std::vector<ScheduleRow>& rows) {
  PrintedTable sram =
      table_of("schedule", {"activation", "runtime", "trainable", "SRAM sum", "MACs"});
  PrintedTable flash = table_of("schedule", {"weight", "bias", "scale", "flash sum"});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ScheduleRow& row = rows[i];
    sram.add({std::to_string(i), row.name, with_thousands(row.activation),
              with_thousands(row.runtime), with_thousands(row.trainable),
              with_thousands(row.sram()), with_thousands(row.macs)});
    flash.add({std::to_string(i), row.name, with_thousands(row.weight), with_thousands(row.bias),
               with_thousands(row.scale), with_thousands(row.flash())});
  }
  return Printout() << sram << flash;
}

}  // namespace

Printout schedule_details(const Network& network, std::size_t width) {
  std::vector<ScheduleRow> rows;
  Bytes most_sram = 0;
  Bytes all_flash = 0;
  std::int64_t all_macs = 0;
  for (const Operator& op : network.operators) {
    rows.push_back(make_row(network, op));
    most_sram = std::max(most_sram, rows.back().sram());
    all_flash += rows.back().flash();
    all_macs += rows.back().macs;
  }
  const Printout whole = Printout() << with_shares(rows, most_sram, all_flash, all_macs);
  return printed_text(whole, width).find('\n') <= width ? whole : in_two_tables(rows);
}

}  // namespace spillway
