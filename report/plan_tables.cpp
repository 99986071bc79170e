// SPDX-License-Identifier: Apache-2.0
#include "report/plan_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/peaks/live_peak.h"

namespace spillway {
namespace {

std::string capacity_cell(Bytes capacity) {
  return capacity >= unlimited ? "unlimited" : with_thousands(capacity);
}

/// Returns the step with the most live bytes in all memories together, and the number of these
/// bytes.
LivePeak total_peak(const MemoryMap& map) {
  std::vector<LiveRange> ranges;
  for (const MapBlock& block : map.blocks) {
    ranges.push_back({block.memory, block.offset, block.size, block.lower, block.upper});
  }
  return live_peak(ranges);
}

std::string step_name(const MemoryMap& map, TimeStep step) {
  const auto op = static_cast<std::size_t>(step);
  if (step == 0) {
    return "before operator 0";
  }
  return op <= map.operator_names.size()
             ? fmt::format("operator {} ({})", step - 1, map.operator_names[op - 1])
             : fmt::format("operator {}", step - 1);
}

MemoryIndex highest_used(const MemoryMap& map) {
  MemoryIndex highest = 0;
  for (const MapBlock& block : map.blocks) {
    highest = std::max(highest, block.memory);
  }
  return highest;
}

std::string address_list(const Plan& plan, const std::vector<TensorIndex>& tensors, TimeStep step) {
  std::string text;
  for (const TensorIndex tensor : tensors) {
    const auto here = std::find_if(
        plan.residencies.begin(), plan.residencies.end(), [&](const Residency& residency) {
          return residency.tensor == tensor && residency.lower <= step && step < residency.upper;
        });
    if (here != plan.residencies.end()) {
      text += fmt::format("{}{}+{}", text.empty() ? "" : " ", at(plan.memories, here->memory).name,
                          with_thousands(here->offset));
    }
  }
  return text;
}

}  // namespace

Printout cadence_tables(const MemoryMap& map) {
  PrintedTable spaces{"spaces", ""};
  spaces.columns = {{"Memory Space"},
                    number_column("Memory Size (Bytes)"),
                    number_column("Peak Memory Usage (Bytes)")};
  spaces.outlined = true;
  for (MemoryIndex memory = 0; memory <= highest_used(map); ++memory) {
    const MemorySpace& space = at(map.memories, memory);
    spaces.add({space.name, capacity_cell(space.capacity),
                with_thousands(peak_of(blocks_in(map, memory)))});
  }
  const LivePeak peak = total_peak(map);
  PrintedTable most{"live-peak", ""};
  most.columns = {{"figure"}, number_column("bytes"), text_column("at").shortened_if_narrow()};
  most.outlined = true;
  most.has_head = false;
  most.columns[1].unit = " bytes";
  most.add({"Peak memory usage across all spaces", with_thousands(peak.bytes),
            step_name(map, peak.step)});
  return Printout() << spaces << most;
}

PrintedTable peak_table(const MemoryMap& map, Bytes lower_bound) {
  PrintedTable table{"peaks", ""};
  table.columns = {text_column("memory").at_least(17),
                   number_column("bytes").at_least(20).gap_before(1).with_unit(" bytes"),
                   text_column("note").gap_before(1)};
  table.has_head = false;
  Bytes total = 0;
  for (std::size_t memory = 0; memory < map.memories.size(); ++memory) {
    const Bytes peak = peak_of(blocks_in(map, static_cast<MemoryIndex>(memory)));
    total += peak;
    table.add({"peak " + map.memories[memory].name, with_thousands(peak)});
  }
  table.add({"peak in total", with_thousands(total)});
  table.add({"lower bound", with_thousands(lower_bound), "live at once"});
  return table;
}

std::string executorch_bytes_line(std::optional<Bytes> method_bytes) {
  if (!method_bytes) return "";
  return fmt::format("the runtime keeps about {} bytes besides (values, instructions, delegates)\n",
                     with_thousands(*method_bytes));
}

PrintedTable allocation_details(const Plan& plan, const Network& network) {
  PrintedTable table{"addresses", ""};
  table.columns = {
      number_column("number").shown_as("#"), {"operator"}, {"input index"}, {"output index"}};
  table.outlined = true;
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    const auto step = static_cast<TimeStep>(i) + 1;
    table.add({std::to_string(i), op.type_name, address_list(plan, op.inputs, step),
               address_list(plan, op.outputs, step)});
  }
  return table;
}

}  // namespace spillway
