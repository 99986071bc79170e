// SPDX-License-Identifier: Apache-2.0
#include "report/vela_listing.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "hwmodels/target/select_target.h"
#include "report/live_bytes.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

constexpr double large_difference = 0.05;

// Returns the cycles that the memory `name` needs for all accesses of the operator at full
// bandwidth; 0 if the target has no such memory.
double access_cycles(const OperatorTiming& op, const Target& target, std::string_view name) {
  for (std::size_t i = 0; i < target.memories.size(); ++i) {
    if (target.memories[i].name != name) continue;
    const double bytes = static_cast<double>(op.read_bytes[i] + op.write_bytes[i]);
    return bytes / vela_memory(target, target.memories[i]).bytes_per_cycle;
  }
  return 0;
}

double percent(double part, double whole) { return whole == 0 ? 100 : 100 * part / whole; }

struct Totals {
  double cycles = 0;
  double macs = 0;
};

Totals totals_of(const Timing& timing) {
  Totals totals;
  for (const OperatorTiming& op : timing.operators) {
    totals.cycles += static_cast<double>(op.total());
    totals.macs += static_cast<double>(op.macs);
  }
  return totals;
}

// Returns a text that explains why an operator's simulated time differs from Vela's estimate. If
// the simulated time is longer (`longer`), the text names a part of this time that Vela does not
// count, such as waits for a memory: the largest of these parts, with its cycles. If the simulated
// time is shorter, the text has the number of compute cycles that the simulation needs less than
// Vela's estimate: in the simulation, blocks at the edge of a map are smaller, and engines work at
// the same time. If there are no such cycles, the text says that memory accesses overlap.
// `full_blocks` are the operator's compute cycles by Vela's rules, which count every block as
// complete.
std::string largest_part(const OperatorTiming& op, const Timing& timing, double full_blocks,
                         bool longer) {
  std::vector<std::pair<double, std::string>> parts;
  const double clipped = full_blocks - static_cast<double>(op.compute);
  if (!longer) {
    return clipped > 0
               ? fmt::format("smaller edge blocks and overlapping engines: {:.0f} cycles", clipped)
               : "memory accesses overlap";
  }
  for (std::size_t i = 0; i < op.memory_stall.size(); ++i) {
    parts.emplace_back(static_cast<double>(op.memory_stall[i]),
                       "waits for " + timing.memories[i].name + ": latency and contention");
  }
  parts.emplace_back(static_cast<double>(op.dma_wait), "exposed DMA");
  parts.emplace_back(static_cast<double>(op.overhead), "command parsing");
  parts.emplace_back(-clipped, "array and output engines in sequence");
  const auto largest = std::max_element(
      parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return fmt::format("{}: {:.0f} cycles", largest->second, largest->first);
}

std::vector<LayerOwner> operators_of(const Timing& timing) {
  std::vector<LayerOwner> operators;
  operators.reserve(timing.operators.size());
  for (const OperatorTiming& op : timing.operators) operators.push_back({op.type, op.name});
  return operators;
}

// Returns, for each row of Vela's listing, the index of the operator to which the row belongs. If
// an operation in `vela_operations` has the same name and types as the row, the row belongs to the
// operator of this operation. For all other rows, owners_of_layers() decides by type and name.
std::vector<std::int32_t> owners_of(const Timing& timing, const std::vector<VelaLayer>& layers,
                                    const std::vector<EstimatedOperation>& vela_operations) {
  std::vector<std::int32_t> owners = owners_of_layers(layers, operators_of(timing));
  std::vector<bool> taken(vela_operations.size(), false);
  for (std::size_t k = 0; k < layers.size(); ++k) {
    for (std::size_t i = 0; i < vela_operations.size(); ++i) {
      const EstimatedOperation& row = vela_operations[i];
      if (taken[i] || row.name != layers[k].name || row.type != layers[k].nng_operator ||
          row.source_type != layers[k].tflite_operator) {
        continue;
      }
      taken[i] = true;
      owners[k] = row.op;
      break;
    }
  }
  return owners;
}

bool runs_on_npu(const std::vector<EstimatedOperation>& vela_operations, std::size_t op) {
  return std::any_of(
      vela_operations.begin(), vela_operations.end(),
      [&](const EstimatedOperation& row) { return static_cast<std::size_t>(row.op) == op; });
}

// Returns the result row for an operation of Vela's listing that belongs to no operator of the run.
VelaComparison only_in_listing(const VelaLayer& layer) {
  VelaComparison row;
  row.name = layer.name;
  row.type = layer.tflite_operator;
  row.vela_cycles = layer.op_cycles;
  row.reason = layer.nng_operator == "Memcpy"
                   ? "only in Vela's listing: a copy; Spillway reads the data in place"
                   : "only in Vela's listing: " + layer.nng_operator + " " + layer.name;
  return row;
}

double full_block_cycles(const std::vector<EstimatedOperation>& vela_operations, std::size_t op) {
  double cycles = 0;
  for (const EstimatedOperation& row : vela_operations) {
    if (static_cast<std::size_t>(row.op) == op) cycles += row.processor_cycles;
  }
  return cycles;
}

}  // namespace

std::string vela_per_layer_csv(const Timing& timing, const Program& program, const Plan& plan,
                               const Target& target) {
  const Totals totals = totals_of(timing);
  const double macs_per_cycle = target.processor.family().macs_per_cycle(target);
  const Bytes peak = program.peak_bytes.empty() ? 0 : program.peak_bytes.front();
  const auto steps = static_cast<TimeStep>(timing.operators.size() + 1);
  const std::vector<Bytes> usage = live_bytes(plan, 0, steps);
  std::string csv =
      "TFLite_operator,NNG Operator,SRAM Usage,Peak%,Op Cycles,Network%,NPU,SRAM AC,DRAM "
      "AC,OnFlash AC,OffFlash AC,MAC Count,Network%,Util%,Name\n";
  for (std::size_t i = 0; i < timing.operators.size(); ++i) {
    const OperatorTiming& op = timing.operators[i];
    const Bytes live = usage[i + 1];
    const auto cycles = static_cast<double>(op.total());
    const auto macs = static_cast<double>(op.macs);
    csv += fmt::format(
        "{},{},{},{:.2f},{},{:.2f},{},{:.1f},{:.1f},{:.1f},{:.1f},{},{:.2f},{:.2f},{}\n",
        csv_cell(op.type), csv_cell(op.type), live,
        percent(static_cast<double>(live), static_cast<double>(peak)), op.total(),
        percent(cycles, totals.cycles), op.compute, access_cycles(op, target, "sram"),
        access_cycles(op, target, "dram"), access_cycles(op, target, "onchip_flash"),
        access_cycles(op, target, "flash"), op.macs, percent(macs, totals.macs),
        percent(macs, cycles * macs_per_cycle), text_cell(op.name));
  }
  return csv;
}

std::vector<VelaComparison> compare_with_vela(
    const Timing& timing, const std::vector<VelaLayer>& layers,
    const std::vector<EstimatedOperation>& vela_operations) {
  const std::vector<std::int32_t> owners = owners_of(timing, layers, vela_operations);
  std::vector<VelaComparison> rows;
  for (std::size_t i = 0; i < timing.operators.size(); ++i) {
    const OperatorTiming& op = timing.operators[i];
    VelaComparison row;
    row.name = op.name;
    row.type = op.type;
    row.cycles = op.total();
    bool found = false;
    for (std::size_t k = 0; k < layers.size(); ++k) {
      if (owners[k] != static_cast<std::int32_t>(i)) continue;
      found = true;
      row.vela_cycles += layers[k].op_cycles;
    }
    const double difference = static_cast<double>(row.cycles) - row.vela_cycles;
    if (!found) {
      row.reason = runs_on_npu(vela_operations, i)
                       ? "not in Vela's listing: Vela needs no such operation"
                       : "not in Vela's listing: Vela counts no time for operators on the CPU";
    } else if (std::abs(difference) > large_difference * row.vela_cycles) {
      row.reason = largest_part(op, timing, full_block_cycles(vela_operations, i), difference > 0);
    }
    rows.push_back(std::move(row));
  }
  for (std::size_t k = 0; k < layers.size(); ++k) {
    if (owners[k] == no_owner) rows.push_back(only_in_listing(layers[k]));
  }
  return rows;
}

PrintedTable vela_comparison_table(const std::vector<VelaComparison>& rows) {
  PrintedTable table{"layers", ""};
  table.columns = {number_column("number").shown_as("").at_least(4),
                   text_column("operator").at_least(24),
                   number_column("cycles").at_least(12).gap_before(1),
                   number_column("Vela cycles").shown_as("Vela").at_least(12).gap_before(1),
                   number_column("difference %").shown_as("diff").at_least(8).gap_before(1),
                   {"because of"}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VelaComparison& row = rows[i];
    const std::string shown =
        row.vela_cycles == 0
            ? "-"
            : signed_percent(static_cast<double>(row.cycles) / row.vela_cycles - 1, 1);
    table.add({std::to_string(i), row.type, with_thousands(row.cycles),
               fmt::format("{:.0f}", row.vela_cycles), shown, row.reason});
  }
  return table;
}

}  // namespace spillway
